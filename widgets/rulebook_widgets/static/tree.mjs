// Pure helpers of the decision tree: no page needed, tested by node.

// The rows in sight, from top to bottom: {k, node, level, parent, place, of, open}; a group of hidden branches is a row too.
export function rowsOf(root, folded) {
  const rows = [];
  const walk = (node, level, parent, place, of) => {
    const open = node.open && !folded.has(node.k);
    rows.push({ k: node.k, node, level, parent, place, of, open });
    if (!open) return;
    const n = node.kids.length + (node.rest ? 1 : 0);
    node.kids.forEach((kid, i) => walk(kid, level + 1, node.k, i + 1, n));
    if (node.rest) rows.push({ k: `${node.k}+`, rest: node.rest, level: level + 1, parent: node.k, place: n, of: n, open: false });
  };
  walk(root, 1, null, 1, 1);
  return rows;
}

// What a key does on the row at `at`: {to: row}, {fold}, {unfold}, {more} with a branch's name; null when nothing.
export function treeKey(key, rows, at) {
  const row = rows[at];
  if (!row) return null;
  const inner = !row.rest && row.node.size > 0;
  switch (key) {
    case "ArrowDown": return { to: Math.min(rows.length - 1, at + 1) };
    case "ArrowUp": return { to: Math.max(0, at - 1) };
    case "Home": return { to: 0 };
    case "End": return { to: rows.length - 1 };
    case "ArrowRight":
      if (row.rest) return { more: row.parent };
      if (!inner) return null;
      return row.open ? { to: at + 1 } : { unfold: row.k };
    case "ArrowLeft":
      if (row.open) return { fold: row.k };
      return row.parent === null ? null : { to: rows.findIndex((r) => r.k === row.parent) };
    case "Enter":
    case " ":
      if (row.rest) return { more: row.parent };
      return inner ? { [row.open ? "fold" : "unfold"]: row.k } : null;
  }
  return null;
}

// Which row has the focus after a redraw: the same, else what came in its place, else the branch it hung on.
export function rowAfter(before, rows) {
  const at = (k) => rows.findIndex((r) => r.k === k);
  if (at(before) >= 0) return at(before);
  let k = before.replace(/\+$/, "");
  while (at(k) < 0 && k !== "") k = k.slice(0, Math.max(0, k.lastIndexOf(".")));
  return Math.max(0, at(k));
}

// A row in words, for ears.
export function rowWords(row) {
  if (row.rest) return `${row.rest.replace("… and ", "")}; press Enter to see more of them`;
  const { node } = row, value = node.value && [node.value.value, node.value.small].filter(Boolean).join(", ");
  const chance = node.chance && `with ${node.chance.value}, ${node.chance.percent}`;
  return [node.label, chance, node.best && (node.tied ? "tied best" : "best"), value && `value ${value}`, node.behind, `then: ${node.next}`].filter(Boolean).join("; ");
}
