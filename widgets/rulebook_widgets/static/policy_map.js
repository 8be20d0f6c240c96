// The policy map: a grid of best actions, the rule of thumb over it, one cell in full. Nothing is reckoned here.
import { h, said } from "./dom.mjs";
import { shortValue } from "./helpers.mjs";
import { backgroundOf, cellKey, cellWords, edgesOf, lettersOf, paintOf } from "./map.mjs";

const CALM = 100; // ms of rest on a cell before it is asked about
const WIDE = 14; // columns up to which a cell has room for a price

function render({ model, el }) {
  const frame = model.get("frame"), columns = frame.x.values.length, lines = frame.y.values.length;
  const sum = h("p", { class: "hint" }), progress = h("progress", { max: lines * columns, value: 0, "aria-label": "Cells answered" });
  const halt = h("button", { "data-k": "halt", onclick: () => model.send(model.get("view").stopped ? { go_on: true } : { stop: true }) });
  const work = h("div", { class: "work" }, progress, sum, halt);
  const grid = h("table", { class: "grid", role: "grid", "aria-label": `${frame.title}: best actions, ${frame.x.name} across, ${frame.y.name} up` });
  const text = h("pre", { class: "text", tabindex: "0", role: "group", "aria-label": "The map as text", hidden: true });
  const legend = h("ul", { class: "legend", "aria-label": "Letters" }), summary = h("div", { class: "summary" });
  const about = h("div", { class: "about", role: "region", "aria-label": "The chosen cell", "aria-live": "polite" });
  const status = h("p", { class: "status", role: "status", "aria-live": "polite" }), news = h("p", { class: "vh", role: "status", "aria-live": "polite" });
  const asText = h("button", { class: "quiet", "data-k": "text", "aria-pressed": "false", onclick: () => { told = !told; draw(); } }, "Text");
  const overlay = h("button", { class: "quiet", "data-k": "rule", "aria-pressed": "true", onclick: () => { ruled = !ruled; draw(); } }, "Rule of thumb");
  const head = h("div", { class: "head" }, h("b", {}, said(frame.title)), frame.rule && overlay, asText);
  const box = h("div", { class: "box" }, h("p", { class: "axis up", "aria-hidden": "true" }, said(frame.y.name), " ↑"), h("div", { class: "scroll" }, grid), h("p", { class: "axis across", "aria-hidden": "true" }, said(frame.x.name), " →"));
  const root = h("div", { class: `rb rb-map${columns > WIDE ? " many" : ""}`, role: "group", "aria-label": `${frame.title}, policy map`, "data-lm-suppress-shortcuts": "true" },
    head, h("p", { class: "lead" }, "Best action for ", said(frame.what)), work, h("div", { class: "main" }, h("div", { class: "left" }, box, text, legend, summary), about), status, news);
  let told = false, ruled = true, chosen = model.get("about").at ?? [0, 0], timer = 0, complete = true;
  const cells = new Map();

  // The grid is built once; a redraw changes only the cells that changed. -----------------------------------
  function build() {
    const rows = [];
    for (let j = lines - 1; j >= 0; j--) {
      const row = h("tr", { role: "row" }, h("th", { role: "rowheader", scope: "row" }, said(frame.y.values[j])));
      for (let i = 0; i < columns; i++) {
        const cell = h("td", { role: "gridcell", tabindex: "-1", "data-k": `${i},${j}`, onclick: () => { choose([i, j]); ask(0); }, onfocus: () => ask(CALM) });
        cells.set(`${i},${j}`, { el: cell, drawn: "" });
        row.append(cell);
      }
      rows.push(row);
    }
    const foot = h("tr", { role: "row" }, h("th", { role: "columnheader", scope: "col" }, h("span", { class: "vh" }, `${frame.y.name}, and below ${frame.x.name}`)), frame.x.values.map((v) => h("th", { role: "columnheader", scope: "col" }, said(v))));
    grid.append(h("tbody", { role: "rowgroup" }, rows, foot));
  }

  function drawCells(view) {
    const words = Object.fromEntries(view.letters.map((l) => [l.letter, l.words])), place = Object.fromEntries(view.letters.map((l, n) => [l.letter, n]));
    for (let j = 0; j < lines; j++) for (let i = 0; i < columns; i++) {
      const at = cells.get(`${i},${j}`), cell = view.rows[j][i], edges = ruled ? edgesOf(view.rows, i, j) : {};
      const now = JSON.stringify([cell, edges, ruled]);
      if (at.drawn === now) continue;
      at.drawn = now;
      const where = `${frame.x.name} ${frame.x.values[i]}, ${frame.y.name} ${frame.y.values[j]}`, off = ruled && cell?.rule && !cell.agrees;
      at.el.className = [!cell ? "open" : cell.note ? "none" : "", off ? "off" : "", edges.right ? "right" : "", edges.below ? "below" : "", cell?.best.some((l) => paintOf(place[l]).striped) ? "striped" : ""].filter(Boolean).join(" ");
      at.el.style.background = cell ? backgroundOf(cell.best.map((l) => place[l])) : "";
      at.el.setAttribute("aria-label", cellWords(where, cell && !ruled ? { ...cell, rule: "", price: "" } : cell, words));
      at.el.replaceChildren(...(!cell ? [] : cell.note ? ["·"] : [h("b", {}, lettersOf(cell.best)), off && h("span", { class: "x" }, "✗", h("small", {}, cell.rule)), ruled && cell.price && h("small", { class: "price" }, "−", cell.price)].filter(Boolean)));
    }
    const tab = cells.get(chosen.join());
    for (const { el: cell } of cells.values()) if (cell.tabIndex === 0 && cell !== tab.el) { cell.tabIndex = -1; cell.removeAttribute("aria-selected"); }
    tab.el.tabIndex = 0;
    tab.el.setAttribute("aria-selected", "true");
  }

  function swatch(place) {
    const paint = paintOf(place);
    return h("i", { class: paint.striped ? "striped" : "", "--swatch": `var(--tint${paint.tint})`, "aria-hidden": "true" });
  }

  function drawLegend(view) {
    const any = (test) => view.rows.some((row) => row.some((c) => c && test(c)));
    legend.replaceChildren(...view.letters.map((l, n) => h("li", {}, swatch(n), h("b", {}, l.letter), " ", said(l.words))),
      ...[any((c) => c.best.length > 1) && h("li", {}, h("b", {}, "two letters"), " tied: as good as each other"),
        ruled && frame.rule && h("li", {}, h("i", { class: "line", "aria-hidden": "true" }), "the rule changes its mind"),
        ruled && any((c) => c.rule && !c.agrees) && h("li", {}, h("b", { class: "bad" }, "✗"), " what the rule says instead, and its price"),
        any((c) => c.note) && h("li", {}, h("b", {}, "·"), " no such position, or no choice in it")].filter(Boolean));
  }

  function draw() {
    const view = model.get("view"), done = view.done === view.size;
    progress.value = view.done;
    work.hidden = done;
    sum.textContent = `${view.done} of ${view.size} cells answered`;
    halt.textContent = view.stopped ? "Go on" : "Stop";
    if (done && !complete) news.textContent = "All cells are answered.";
    complete = done;
    asText.setAttribute("aria-pressed", String(told && done));
    asText.toggleAttribute("aria-disabled", !done);
    if (!done) asText.setAttribute("aria-disabled", "true");
    overlay.setAttribute("aria-pressed", String(ruled));
    box.hidden = legend.hidden = told && done;
    text.hidden = !(told && done);
    text.textContent = view.text;
    summary.replaceChildren(...(ruled ? view.summary : []).map((line) => h("p", {}, said(line))));
    drawCells(view);
    drawLegend(view);
  }

  function choose(at) {
    const before = cells.get(chosen.join()).el, now = cells.get(at.join()).el;
    before.tabIndex = -1;
    before.removeAttribute("aria-selected");
    chosen = at;
    now.tabIndex = 0;
    now.setAttribute("aria-selected", "true");
    now.focus({ preventScroll: true });
    now.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function ask(wait) {
    clearTimeout(timer);
    const at = chosen;
    if (model.get("about").at?.join() === at.join()) return;
    timer = setTimeout(() => model.send({ cell: at }), wait);
  }

  // One cell in full. ------------------------------------------------------------------------------------------
  function drawAbout() {
    const a = model.get("about"), place = Object.fromEntries(model.get("view").letters.map((l, n) => [l.letter, n]));
    const rows = a.rows.map((r) => h("li", { class: r.best ? "best" : "" }, r.letter in place ? swatch(place[r.letter]) : h("i", {}), h("b", { class: "l" }, r.letter),
      h("span", { class: "t" }, said(r.label), r.best && h("span", { class: "tag" }, r.tied ? "✓ tied best" : "✓ best"), r.rule && ruled && h("span", { class: "cite" }, "the rule"), r.behind && h("span", { class: "late" }, r.behind)),
      h("span", { class: "v" }, h("span", { class: "n", title: r.value }, shortValue(r.value)), r.small && h("small", {}, r.small))));
    about.replaceChildren(...[h("h3", {}, said(a.title)), a.position && h("p", { class: "hint" }, said(a.position)), a.note && h("p", {}, said(a.note)), rows.length && h("ul", {}, rows), a.price && h("p", { class: "cost" }, said(a.price))].filter(Boolean));
  }

  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Enter" || event.key === " ") { event.preventDefault(); ask(0); return; }
    const to = cellKey(event.key, chosen, columns, lines);
    if (!to) return;
    event.preventDefault();
    choose(to);
  });
  root.addEventListener("keydown", (event) => event.stopPropagation());

  const onStatus = () => {
    status.textContent = "";
    if (model.get("status").text) status.append(said(model.get("status").text));
  };
  const watched = { view: draw, about: drawAbout, status: onStatus };
  for (const [trait, does] of Object.entries(watched)) model.on(`change:${trait}`, does);
  build();
  el.append(root);
  for (const does of Object.values(watched)) does();
  return () => {
    clearTimeout(timer);
    for (const [trait, does] of Object.entries(watched)) model.off(`change:${trait}`, does);
  };
}

export default { render };
