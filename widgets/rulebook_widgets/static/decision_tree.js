// The decision tree: draws the branches the kernel sent, folds them, asks for more. No rules and no reckoning here.
import { h, said, heard, popover, ruleText } from "./dom.mjs";
import { shortValue } from "./helpers.mjs";
import { rowAfter, rowsOf, rowWords, treeKey } from "./tree.mjs";

const CALM = 120; // ms of rest on a row before it is asked about
const SHAPES = { decision: "M3 3h10v10H3z", chance: "M8 2.5a5.5 5.5 0 1 0 .01 0z", end: "M8 2.5 14 13.5H2z" };
const MEANS = { decision: "a choice", chance: "chance", end: "the end" };

function shape(kind) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg"), path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", `shape ${kind}`);
  svg.setAttribute("aria-hidden", "true");
  path.setAttribute("d", SHAPES[kind]);
  svg.append(path);
  return svg;
}

function render({ model, el }) {
  const id = `dt-${Math.random().toString(36).slice(2)}`;
  const head = h("div", { class: "head" }), sum = h("p", { class: "sum" }), note = h("p", { class: "hint note" });
  const tree = h("div", { class: "tree", role: "tree", "aria-label": "Decision tree" });
  const text = h("pre", { class: "text", tabindex: "0", role: "group", "aria-label": "The tree as text", hidden: true });
  const names = h("div", { class: "names hint", "aria-hidden": "true" }, h("span", {}, "Branch"), h("span", { class: "c" }, "Probability"), h("span", { class: "v" }, "Value"));
  const legend = h("p", { class: "legend hint", "aria-hidden": "true" }, Object.keys(SHAPES).map((kind) => h("span", {}, shape(kind), MEANS[kind])), h("span", {}, h("b", { class: "tag" }, "✓ best"), "of the choices"));
  const frame = h("div", { class: "frame" }, names, tree, text), about = h("div", { class: "about", role: "region", "aria-label": "The chosen branch" });
  const status = h("p", { class: "status", role: "status", "aria-live": "polite" });
  const root = h("div", { class: "rb rb-tree", role: "group", "data-lm-suppress-shortcuts": "true" }, head, h("div", { class: "lead" }, sum, note), frame, legend, about, status);
  const pop = popover(root);
  let folded = new Set(), rows = [], chosen = "", timer = 0, told = false, depth = null;

  const send = (command) => model.send(command);

  // The head: goal, depth, text. ---------------------------------------------------------------------------
  const title = h("b"), goals = h("select", { id: `${id}-g`, "data-k": "goal", onchange: () => send({ goal: goals.value }) });
  const goalBox = h("span", { class: "goal" }, h("label", { for: `${id}-g` }, "Aim "), goals);
  const turn = (by) => () => { const to = model.get("view").depth + by; if (to >= 0 && to <= model.get("view").deepest) send({ depth: to }); };
  const fewer = h("button", { "data-k": "fewer", "aria-label": "One move less", onclick: turn(-1) }, "−"), more = h("button", { "data-k": "deeper", "aria-label": "One move more", onclick: turn(1) }, "+");
  const moves = h("output", { class: "depth", "aria-live": "polite" });
  const asText = h("button", { class: "quiet", "data-k": "text", "aria-pressed": "false", onclick: () => { told = !told; draw(); } }, "Text");
  head.append(title, goalBox, h("span", { class: "stepper", role: "group", "aria-label": "Moves that are open" }, fewer, moves, more), asText);

  function drawHead(view) {
    title.replaceChildren(said(view.title));
    root.setAttribute("aria-label", `${view.title}, decision tree`);
    const names = view.goals.map((g) => g.name).join("\n");
    if (goals.dataset.names !== names) {
      goals.dataset.names = names;
      goals.replaceChildren(...view.goals.map((g) => h("option", { value: g.name }, g.what)));
    }
    goals.value = view.goal;
    goalBox.hidden = view.goals.length < 2 || view.root.value === null;
    moves.textContent = `${view.depth} move${view.depth === 1 ? "" : "s"}`;
    fewer.toggleAttribute("aria-disabled", view.depth <= 0);
    more.toggleAttribute("aria-disabled", view.depth >= view.deepest);
    for (const button of [fewer, more]) if (button.hasAttribute("aria-disabled")) button.setAttribute("aria-disabled", "true");
    asText.setAttribute("aria-pressed", String(told));
  }

  // The rows. ------------------------------------------------------------------------------------------------
  function rowEl(row, i) {
    const props = { class: "row", role: "treeitem", "aria-level": row.level, "aria-setsize": row.of, "aria-posinset": row.place, "aria-label": rowWords(row), tabindex: "-1", "data-k": row.k || "root", "--level": row.level - 1,
      onclick: () => { choose(i); if (row.rest) send({ more: row.parent }); else if (row.node.size) toggle(row); }, onfocus: () => rest(i) };
    if (row.rest) return h("div", { ...props, class: "row rest" }, h("span", { class: "b" }, h("span", { class: "caret" }), h("span", { class: "more" }, said(row.rest))));
    const n = row.node;
    if (n.size) props["aria-expanded"] = String(row.open);
    return h("div", { ...props, class: `row ${n.best ? "best" : ""}` },
      h("span", { class: "b" }, h("span", { class: "caret" }, n.size ? "▸" : ""),
        h("span", { class: "t" }, n.label && h("b", {}, said(n.label)), n.best && h("span", { class: "tag" }, n.tied ? "✓ tied best" : "✓ best"), h("span", { class: "next" }, shape(n.kind), said(n.next)), n.behind && h("span", { class: "late" }, n.behind))),
      h("span", { class: "c" }, n.chance && [h("i", { class: "bar", "--p": n.chance.p }), h("span", {}, shortValue(n.chance.value)), h("small", {}, n.chance.percent)]),
      h("span", { class: "v" }, n.value && [h("span", { class: "n", title: n.value.value }, shortValue(n.value.value)), n.value.small && h("small", {}, n.value.small)]));
  }

  function drawRows(view) {
    const active = root.ownerDocument.activeElement, held = tree.contains(active);
    rows = rowsOf(view.root, folded);
    tree.replaceChildren(...rows.map(rowEl));
    const at = rowAfter(chosen, rows);
    chosen = rows[at].k;
    tree.children[at].tabIndex = 0;
    tree.children[at].classList.add("chosen");
    if (held) tree.children[at].focus({ preventScroll: true });
  }

  function draw() {
    const view = model.get("view");
    if (view.depth !== depth) { folded = new Set(); depth = view.depth; }
    drawHead(view);
    sum.replaceChildren(said(view.headline));
    note.replaceChildren(...[h("span", {}, said(view.position)), view.cut && h("span", {}, ` · ${view.cut}`)].filter(Boolean));
    tree.hidden = names.hidden = legend.hidden = told;
    text.hidden = !told;
    text.textContent = view.text;
    root.classList.toggle("unvalued", view.root.value === null);
    if (!told) drawRows(view);
  }

  function toggle(row) {
    if (row.open) folded.add(row.k);
    else if (row.node.open) folded.delete(row.k);
    else { send({ open: row.k }); folded.delete(row.k); return; }
    drawRows(model.get("view"));
  }

  function choose(i) {
    const before = tree.querySelector('[tabindex="0"]');
    if (before) { before.tabIndex = -1; before.classList.remove("chosen"); }
    chosen = rows[i].k;
    tree.children[i].tabIndex = 0;
    tree.children[i].classList.add("chosen");
    if (root.ownerDocument.activeElement !== tree.children[i]) tree.children[i].focus({ preventScroll: true });
  }

  // A row at rest is asked about: its position, its rules, its tie-breaks.
  function rest(i) {
    clearTimeout(timer);
    const row = rows[i];
    if (!row || row.rest || model.get("about").k === row.k) return;
    timer = setTimeout(() => send({ about: row.k }), CALM);
  }

  function drawAbout() {
    const a = model.get("about");
    about.hidden = !a.title;
    if (!a.title) return;
    const cites = a.rules.map((r) => h("button", { class: "cite", "data-k": `rule:${r.id}`, "aria-haspopup": "dialog", title: r.title, onclick: (e) => pop.open(e.currentTarget, r.cite, ruleText(r)) }, r.id, r.kind === "house" ? " ruling" : "", heard(` ${r.title}`)));
    about.replaceChildren(h("h3", {}, said(a.title)), ...[a.value && h("p", {}, said(a.value)), h("p", { class: "hint" }, said(a.position), " · ", said(a.next), a.ties && [" · ", said(a.ties)]), cites.length && h("p", { class: "cites" }, cites)].filter(Boolean));
  }

  tree.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const at = rows.findIndex((r) => r.k === chosen), does = treeKey(event.key, rows, at);
    if (!does) return;
    event.preventDefault();
    if (does.to !== undefined) { choose(does.to); tree.children[does.to].scrollIntoView({ block: "nearest" }); }
    else if (does.more !== undefined) send({ more: does.more });
    else if (!event.repeat) toggle(rows[at]);
  });
  root.addEventListener("keydown", (event) => { if (!pop.panel.contains(event.target)) event.stopPropagation(); });

  const onStatus = () => {
    status.textContent = "";
    if (model.get("status").text) status.append(said(model.get("status").text));
  };
  const watched = { view: draw, about: drawAbout, status: onStatus };
  for (const [trait, does] of Object.entries(watched)) model.on(`change:${trait}`, does);
  el.append(root);
  for (const does of Object.values(watched)) does();
  return () => {
    clearTimeout(timer);
    for (const [trait, does] of Object.entries(watched)) model.off(`change:${trait}`, does);
  };
}

export default { render };
