// Pure helpers of the sheet editor's grid: no page needed, tested by node.

// Rows and cells of a text copied from a spreadsheet: tabs between cells, quotes around cells with tabs or lines in them.
export function blockOf(text) {
  const rows = [[]];
  let cell = "", quoted = false, fresh = true;
  const body = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "");
  for (let i = 0; i < body.length; i++) {
    const c = body[i];
    if (quoted) {
      if (c === '"' && body[i + 1] === '"') { cell += '"'; i++; }
      else if (c === '"') quoted = false;
      else cell += c;
    } else if (c === '"' && fresh && /"(\t|\n|$)/.test(body.slice(i + 1))) { quoted = true; fresh = false; }
    else if (c === "\t") { rows.at(-1).push(cell); cell = ""; fresh = true; }
    else if (c === "\n") { rows.at(-1).push(cell); rows.push([]); cell = ""; fresh = true; }
    else { cell += c; fresh = false; }
  }
  rows.at(-1).push(cell);
  return rows;
}

// A text as one cell of a spreadsheet.
export const cellOf = (text) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

// Where a key leads from a cell, by places among the rows that are shown; null when the key is no move,
// "out" when it leads out of the grid.
export function moveOf(event, [row, col], rows, cols) {
  const { key } = event, whole = event.ctrlKey || event.metaKey, clamp = (n, most) => Math.max(0, Math.min(most - 1, n));
  if (key === "Tab") {
    const n = row * cols + col + (event.shiftKey ? -1 : 1);
    return n < 0 || n >= rows * cols ? "out" : [Math.floor(n / cols), n % cols];
  }
  const by = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], PageUp: [-10, 0], PageDown: [10, 0] }[key];
  if (by) {
    const far = whole && key.startsWith("Arrow") ? 1e6 : 1;
    return [clamp(row + by[0] * far, rows), clamp(col + by[1] * far, cols)];
  }
  if (key === "Home") return [whole ? 0 : row, 0];
  if (key === "End") return [whole ? rows - 1 : row, cols - 1];
  return null;
}

// Whether a row holds every word that is looked for.
export function holds(cells, words) {
  const text = cells.join("\n").toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

// The state of a sheet in a few words.
export function stateText(view) {
  const many = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  return view.wrong ? many(view.wrong, "problem") : "in order";
}
export const countText = (view) => `${view.cards} card${view.cards === 1 ? "" : "s"} · ${view.house} house value${view.house === 1 ? "" : "s"} · ${view.own} off your own copy`;
