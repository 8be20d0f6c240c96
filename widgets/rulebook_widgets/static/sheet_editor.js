// The sheet editor: draws the draft's cells, sends back what is typed. Nothing is checked here.
import { h, said, heard } from "./dom.mjs";
import { minus } from "./helpers.mjs";
import { oneAtATime } from "./odds.mjs";
import { parts } from "./parts.mjs";
import { blockOf, cellOf, countText, holds, moveOf, stateText } from "./grid.mjs";

const CALM = 500; // ms without a key before what is wrong is read out
const LOST = 30_000; // ms after which an answer is no longer waited for
const MARKS = { house: ["h", "house value"], own: ["✓", "off your own copy"], public: ["p", "public source"] };
const LEGEND = [["h", "house: ours, not the publisher’s"], ["p", "public source"], ["✓", "off your own copy"], ["", "no mark: printed in the rulebook"]];

function render({ model, el }) {
  const id = `se-${Math.random().toString(36).slice(2)}`, about = model.get("columns"), cols = about.columns;
  let view = model.get("view"), active = [view.rows[0]?.key ?? 0, 0], edit = null, focused = view.focus[0];
  let asked = "", calm = 0, lost = 0, shownFor = null, order = "";
  const trs = new Map(), drawn = new Map(); // row key -> its tr; td -> what it shows

  // The parts that stay. -------------------------------------------------------------------------------
  const find = h("input", { type: "search", placeholder: "Filter cards", "aria-label": "Filter cards", autocomplete: "off", spellcheck: "false", maxlength: 200, "data-k": "find", oninput: () => filter() });
  const state = h("span", { class: "state" }), counts = h("span", { class: "hint counts" }), shown = h("span", { class: "hint" });
  const head = h("div", { class: "head" }, h("b", {}, said(about.title)), h("span", { class: "hint" }, "card sheet"), state, h("span", { class: "seek" }, shown, find));
  const bar = h("div", { class: "bar", role: "group", "aria-label": "Change the sheet" }), numbers = h("div", { class: "numbers", role: "group", "aria-label": "Numbers" });
  const body = h("tbody"), scroll = h("div", { class: "scroll" }), legend = h("p", { class: "legend hint" }, LEGEND.map(([sign, words]) => h("span", {}, sign && h("i", { class: "src" }, sign), sign && " ", words)), h("span", { class: "keys" }, "Type to write, Enter to change, Esc to leave the table"));
  const look = h("div", { class: "rb-table look" }), cell = h("div", { class: "cell" }), wrong = h("div", { class: "wrong" });
  const status = h("p", { class: "status", role: "status", "aria-live": "polite" }), news = h("p", { class: "vh", "aria-live": "polite" });
  const foot = h("div", { class: "foot" }), tray = h("div", { class: "tray", id: `${id}-tray`, hidden: true }), below = h("div", { class: "below" });
  const bubble = h("div", { class: "bubble", id: `${id}-say`, popover: "manual" });
  const root = h("div", { class: "rb rb-sheet", role: "group", "aria-label": `${about.title}, card sheet`, "data-lm-suppress-shortcuts": "true" },
    head, numbers, bar, scroll, legend, h("div", { class: "under" }, look, cell, wrong), status, foot, tray, news, bubble);
  const grid = h("table", { role: "grid", "aria-label": `Cards of ${about.title}`, "aria-colcount": cols.length }, header(), body);
  scroll.append(grid);

  const send = (command) => model.send(command);
  const tries = oneAtATime((command, token) => {
    clearTimeout(lost);
    lost = setTimeout(() => tries.giveUp(), LOST);
    send({ ...command, token });
  }, `${id}:`);
  const where = () => { const e = root.ownerDocument.activeElement; return body.contains(e) ? active.join() : e?.dataset.k ?? ""; };
  const sure = (command) => { asked = where(); tries.giveUp(); send(command); }; // what was being tried is over

  const visible = () => view.rows.filter((r) => !trs.get(r.key)?.hidden);
  const rowOf = (key) => (key === 0 ? view.numbers : view.rows.find((r) => r.key === key));
  const nameOf = (row) => (row.key === 0 ? "the sheet" : row.cells[1] || row.cells[0] || "a card");
  const markOf = (row, i) => (row.cells[i] === "" && row.key !== 0 ? "" : view.sources[row.from[i]]?.kind ?? "");
  const messages = (row, i) => (row.bad[i] ?? []).map((n) => view.problems[n].text);
  const tdOf = ([key, i]) => trs.get(key)?.children[i];
  const labelOf = (key, i) => (key === 0 ? about.numbers[i].name : cols[i].name);

  // The grid. -------------------------------------------------------------------------------------------
  function header() {
    const th = (c) => h("th", { role: "columnheader", scope: "col", title: c.allowed, class: c.kind },
      h("span", { class: "nm" }, said(c.name.replaceAll("_", " "))), h("span", { class: "what" }, said(c.what)));
    const groups = [];
    for (const c of cols) {
      if (groups.length && groups.at(-1).side === c.side) groups.at(-1).n += 1;
      else groups.push({ side: c.side, n: 1 });
    }
    const sides = groups.some((g) => g.side) && h("tr", { role: "row", class: "sides" }, groups.map((g) =>
      h(g.side ? "th" : "td", { role: g.side ? "columnheader" : "presentation", scope: g.side && "colgroup", colspan: g.n, class: g.side && "side" }, g.side && said(about.sides[g.side]))));
    return h("thead", {}, sides, h("tr", { role: "row" }, cols.map(th)));
  }

  function drawRows() {
    const keys = view.rows.map((r) => r.key), there = new Set(keys);
    for (const [key, tr] of trs) if (!there.has(key)) { tr.remove(); trs.delete(key); }
    for (const row of view.rows) {
      if (!trs.has(row.key)) {
        const tr = h("tr", { role: "row", "data-row": row.key }, cols.map((c, i) => h(i ? "td" : "th", { role: i ? "gridcell" : "rowheader", scope: i ? null : "row", tabindex: "-1", class: c.kind, "data-col": i })));
        trs.set(row.key, tr);
      }
      cols.forEach((_, i) => drawCell(row, i));
    }
    if (order !== keys.join()) { order = keys.join(); body.replaceChildren(...keys.map((key) => trs.get(key))); }
    grid.setAttribute("aria-rowcount", keys.length + 1);
    if (!there.has(active[0])) active = [keys[Math.min(lastAt, keys.length - 1)] ?? 0, active[1]];
    lastAt = keys.indexOf(active[0]);
    rove();
  }
  let lastAt = 0;

  function drawCell(row, i) {
    const td = tdOf([row.key, i]), c = cols[i], text = row.cells[i], mark = markOf(row, i), no = row.bad[i] ?? [];
    const now = JSON.stringify([text, mark, no]);
    if (drawn.get(td) === now) return;
    drawn.set(td, now);
    td.classList.toggle("bad", no.length > 0);
    if (no.length) { td.setAttribute("aria-invalid", "true"); td.setAttribute("aria-describedby", no.map((n) => `${id}-p${n}`).join(" ")); }
    else { td.removeAttribute("aria-invalid"); td.removeAttribute("aria-describedby"); }
    td.title = messages(row, i).join("\n") || (text.length > 24 ? text : "");
    if (edit?.td === td) return;
    const shownText = c.kind === "number" && /^-\d+$/.test(text) ? minus(Number(text)) : text;
    td.replaceChildren(h("span", { class: "v" }, text === "" ? (c.kind !== "choice" && c.default && h("span", { class: "usual" }, said(c.default))) : said(shownText)),
      ...(no.length ? [h("i", { class: "src warn", "aria-hidden": "true" }, "⚠")] : MARKS[mark] ? [h("i", { class: `src ${mark}`, "aria-hidden": "true" }, MARKS[mark][0])] : []),
      ...(MARKS[mark] ? [heard(`, ${MARKS[mark][1]}`)] : []));
  }

  function rove() {
    for (const td of body.querySelectorAll('[tabindex="0"]')) td.tabIndex = -1;
    const td = tdOf(active) ?? trs.get(view.rows[0]?.key)?.children[0];
    if (td) td.tabIndex = 0;
  }

  function go(to, { into = true } = {}) {
    active = to;
    lastAt = view.rows.findIndex((r) => r.key === to[0]);
    rove();
    const td = tdOf(active);
    if (!td) return;
    if (td.closest("tr").hidden) { find.value = ""; filter(); }
    if (into) { td.focus({ preventScroll: true }); reveal(td); }
    lookAt();
  }

  // Under the sticky header, and only inside the grid's own scroll.
  function reveal(td) {
    const box = scroll.getBoundingClientRect(), mine = td.getBoundingClientRect(), top = grid.tHead.getBoundingClientRect().height;
    const left = td.dataset.col === "0" ? 0 : tdOf([active[0], 0]).getBoundingClientRect().width;
    if (mine.top < box.top + top) scroll.scrollTop -= box.top + top - mine.top;
    if (mine.bottom > box.bottom - 14) scroll.scrollTop += mine.bottom - box.bottom + 14;
    if (mine.left < box.left + left) scroll.scrollLeft -= box.left + left - mine.left;
    if (mine.right > box.right - 4) scroll.scrollLeft += mine.right - box.right + 4;
    td.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  function lookAt() {
    if (shownFor !== active[0] && !edit) { shownFor = active[0]; send({ look: active[0] }); }
    drawInspector();
  }

  function filter() {
    const words = find.value.trim();
    for (const row of view.rows) trs.get(row.key).hidden = !holds(row.cells, words);
    const n = visible().length;
    shown.textContent = words ? `${n} of ${view.rows.length} shown` : "";
    if (words && n && trs.get(active[0])?.hidden) { active = [visible()[0].key, active[1]]; rove(); lookAt(); }
  }

  // Editing one cell, or one of the numbers. ----------------------------------------------------------------
  function editor(key, i, text, opts) {
    const c = key === 0 ? { kind: "number", choices: [], default: "" } : cols[i], label = `${labelOf(key, i)} of ${nameOf(rowOf(key))}`;
    const heardBy = { "aria-label": label, "aria-describedby": bubble.id, "data-k": `edit:${labelOf(key, i)}` };
    if (c.kind !== "choice") return h("input", { type: "text", value: text, inputmode: c.kind === "number" ? "text" : null, maxlength: 300, dir: "auto", spellcheck: "false", autocomplete: "off", ...heardBy, ...opts });
    const choices = [...new Set([...(c.optional || c.default || text === "" ? [""] : []), ...c.choices, text])];
    return h("select", { ...heardBy, ...opts }, choices.map((o) => h("option", { value: o, selected: o === text }, o === "" ? (c.default ? `${c.default} (left out)` : "—") : o)));
  }

  function start(typed = null) {
    const td = tdOf(active), row = rowOf(active[0]);
    if (!td || edit) return;
    const [key, i] = active, text = row.cells[i], input = editor(key, i, typed !== null && cols[i].kind !== "choice" ? typed : text);
    edit = { td, key, i, input, before: text, quick: typed !== null };
    td.classList.add("editing");
    td.style.setProperty("--w", `${td.clientWidth}px`);
    td.replaceChildren(input);
    input.focus({ preventScroll: true });
    if (input.select) typed === null ? input.select() : input.setSelectionRange(typed.length, typed.length);
    if (typed !== null && cols[i].kind === "choice") {
      const hit = [...input.options].find((o) => o.value.toLowerCase().startsWith(typed.toLowerCase()) && o.value);
      if (hit) input.value = hit.value;
    }
    const tried = () => tries.want({ try: [key, cols[i].name, input.value] });
    input.addEventListener("input", tried);
    input.addEventListener("blur", () => { if (edit?.input === input) finish(true); });
    input.addEventListener("paste", (event) => {
      const block = event.clipboardData.getData("text/plain");
      if (/[\t\n]/.test(block.trimEnd())) { event.preventDefault(); finish(false); td.focus(); paste(block); }
    });
    if (input.value !== text) tried();
    say();
  }

  function finish(keep) {
    const { td, key, i, input, before } = edit, text = input.value;
    edit = null;
    td.classList.remove("editing");
    drawn.delete(td);
    const row = rowOf(key);
    if (row) drawCell(row, i);
    if (keep && text !== before) sure({ set: [[key, cols[i].name, text]] });
    else if (text !== before || tries.busy || view.trial) sure({ try: null });
    say();
  }

  // What the loader says of a cell, beside it.
  function say() {
    const focus = root.ownerDocument.activeElement, td = edit?.td ?? (body.contains(focus) ? focus.closest("[data-col]") : null);
    const place = td ? [Number(td.parentElement.dataset.row), Number(td.dataset.col)] : numbers.contains(focus) && focus.dataset.n ? [0, Number(focus.dataset.n)] : null;
    const row = place && rowOf(place[0]), texts = row ? messages(row, place[1]).map((t) => t.replace(/^(card [^:]*|numbers[^:]*): /, "")) : [];
    edit?.input.setAttribute("aria-invalid", String(texts.length > 0));
    const text = texts.join("\n");
    if (bubble.textContent !== text) bubble.textContent = text;
    clearTimeout(calm);
    if (edit && text) calm = setTimeout(() => { news.textContent = text; }, CALM);
    else news.textContent = "";
    if (!bubble.showPopover) return;
    if (!text) { if (bubble.matches(":popover-open")) bubble.hidePopover(); return; }
    if (!bubble.matches(":popover-open")) bubble.showPopover();
    const box = (td ?? focus).getBoundingClientRect();
    bubble.style.left = `${Math.max(8, Math.min(box.left, window.innerWidth - bubble.offsetWidth - 8))}px`;
    const fits = box.bottom + 5 + bubble.offsetHeight < window.innerHeight;
    bubble.style.top = `${fits ? box.bottom + 5 : box.top - bubble.offsetHeight - 5}px`;
  }

  function paste(text) {
    const block = blockOf(text), [key, i] = active;
    if (block.length === 1 && block[0].length === 1) sure({ set: [[key, cols[i].name, block[0][0]]] });
    else sure({ fill: { at: [key, cols[i].name], block, keys: visible().map((r) => r.key) } });
  }

  // The numbers of the sheet. ----------------------------------------------------------------------------------
  const fields = about.numbers.map((n, i) => {
    const input = editor(0, i, view.numbers.cells[i], { "aria-describedby": `${bubble.id} ${id}-n${i}`, "data-n": i, title: n.allowed });
    const mark = h("button", { class: "src-button", "data-k": `mark:${n.name}`, onclick: () => sure({ mark: [0, n.name] }) });
    const keep = () => { if (input.value !== saved) { saved = input.value; sure({ set: [[0, n.name, input.value]] }); } };
    let saved = view.numbers.cells[i];
    input.removeAttribute("aria-label");
    input.id = `${id}-in${i}`;
    input.addEventListener("input", () => tries.want({ try: [0, n.name, input.value] }));
    input.addEventListener("change", keep);
    input.addEventListener("focus", () => say());
    input.addEventListener("blur", () => { keep(); requestAnimationFrame(say); });
    input.addEventListener("keydown", (event) => {
      if (event.key === "Escape") { input.value = saved; sure({ try: null }); }
      if (event.key === "Enter") keep();
    });
    const label = h("label", { for: input.id }, h("b", {}, said(n.name.replaceAll("_", " "))), h("span", { class: "hint", id: `${id}-n${i}` }, said(n.what)));
    numbers.append(h("div", { class: "field" }, label, input, mark));
    return () => {
      const row = view.numbers, kind = markOf(row, i), no = row.bad[i] ?? [];
      if (!view.trial) saved = row.cells[i];
      if (!view.trial && root.ownerDocument.activeElement !== input) input.value = row.cells[i];
      input.setAttribute("aria-invalid", String(no.length > 0));
      const words = kind === "house" ? "house" : kind === "own" ? "own copy" : kind || "no source";
      mark.textContent = words;
      mark.setAttribute("aria-label", `${n.name}: ${words}. ${kind === "house" ? "Mark it as off your own copy" : "Mark it as a house value"}`);
    };
  });
  numbers.hidden = !fields.length;

  // Around the grid. -------------------------------------------------------------------------------------------
  function drawBar() {
    const row = view.rows.find((r) => r.key === active[0]);
    const button = (key, text, ok, does) => h("button", { "data-k": key, "aria-disabled": ok ? null : "true", onclick: () => ok && does() }, text);
    const content = [
      button("add", "+ Add a card", true, () => sure({ add: active[0] })),
      button("copy", "Copy the card", row, () => sure({ copy: active[0] })),
      button("delete", "Delete the card", row, () => sure({ delete: active[0] })),
      h("span", { class: "gap" }),
      button("undo", "↶ Undo", view.can.undo, () => sure({ undo: true })),
      button("redo", "↷ Redo", view.can.redo, () => sure({ redo: true })),
      button("reset", "Back to the shipped sheet", view.can.reset, () => sure({ reset: true })),
    ];
    replace(bar, content);
    const open = (key, text) => h("button", { "data-k": key, "aria-expanded": String(tray.dataset.open === key), "aria-controls": tray.id, onclick: () => toggle(key) }, text);
    replace(foot, [
      h("button", { class: "main-button", "data-k": "play", "aria-disabled": view.wrong ? "true" : null, onclick: () => sure({ play: true }) }, "▶ Play this sheet"),
      open("files", "Save, open"), open("text", "As text"), counts]);
    counts.textContent = countText(view);
    state.textContent = stateText(view);
    state.className = `state ${view.wrong ? "no" : "yes"}`;
  }

  // New content in a bar; the focus stays on the button it was on.
  function replace(part, content) {
    const key = part.contains(root.ownerDocument.activeElement) ? root.ownerDocument.activeElement.dataset.k : null;
    part.replaceChildren(...content);
    if (key) part.querySelector(`[data-k="${key}"]`)?.focus({ preventScroll: true });
  }

  function drawInspector() {
    const row = rowOf(active[0]), c = cols[active[1]];
    if (!row || row.key === 0) { replace(cell, []); return; }
    const source = view.sources[row.from[active[1]]], has = active[1] > 0, house = source?.kind === "house";
    replace(cell, [h("h3", {}, said(c.name.replaceAll("_", " ")), " of ", said(nameOf(row))),
      h("p", { class: "hint" }, said(c.what), c.what && ". ", c.default ? `Where nothing stands, it is ${c.default}. ` : "", "Allowed: ", c.allowed, "."),
      has && h("p", { class: "from" }, h("b", {}, { house: "House", own: "Own copy", public: "Public", printed: "Printed" }[source?.kind] ?? "No source"), source && ": ", source && said(source.what)),
      has && h("button", { "data-k": "mark", onclick: () => sure({ mark: [row.key, c.name] }) }, house ? "It stands so on my own copy" : "Mark as a house value")].filter(Boolean));
  }

  function drawProblems() {
    const more = view.wrong - view.problems.length;
    replace(wrong, [h("h3", {}, view.wrong ? stateText(view).replace(/^./, (c) => c.toUpperCase()) : "In order"),
      !view.wrong && h("p", { class: "hint" }, "This sheet can be played and saved."),
      view.wrong > 0 && h("ol", {}, view.problems.map((p, n) => h("li", { id: `${id}-p${n}` }, p.at
        ? h("button", { class: "link", "data-k": `p:${n}`, onclick: () => toProblem(p.at) }, said(p.text)) : said(p.text)))),
      more > 0 && h("p", { class: "hint" }, `and ${more} more`)].filter(Boolean));
  }

  function toProblem([key, name]) {
    if (key === 0) numbers.querySelectorAll("input")[about.numbers.findIndex((n) => n.name === name)]?.focus();
    else go([key, cols.findIndex((c) => c.name === name)]);
  }

  function drawLook() {
    const p = model.get("preview");
    look.replaceChildren(...p.zones.map((z) => parts.zone(z, new Set())).filter(Boolean));
    look.hidden = !p.zones.length;
  }

  // The tray: files, and the sheet as text. --------------------------------------------------------------------
  const area = h("textarea", { "data-k": "area", rows: 8, spellcheck: "false", "aria-label": "The sheet as text: TOML, or rows of a spreadsheet", placeholder: "Paste a sheet here: TOML, or rows copied from a spreadsheet with a line of column names" });
  const file = h("input", { type: "text", "data-k": "file", value: view.file, spellcheck: "false", autocomplete: "off" });
  function toggle(key) {
    const closing = tray.dataset.open === key;
    tray.dataset.open = closing ? "" : key;
    tray.hidden = closing;
    const button = (k, text, does) => h("button", { type: "button", "data-k": k, onclick: does }, text);
    const content = key === "files"
      ? [h("label", {}, "File ", file), h("button", { "data-k": "save" }, "Save"), button("open", "Open", () => sure({ open: file.value })), h("span", { class: "hint" }, ".toml holds all of it, .csv the cards; in the folder ", said(about.folder))]
      : [area, button("toml", "Write as TOML", () => send({ write: "toml" })), button("csv", "Write as CSV", () => send({ write: "csv" })), button("read", "Read this text", () => sure({ read: area.value })), h("span", { class: "hint" }, "Reading puts it in place of the sheet above; undo brings that back.")];
    tray.replaceChildren(h("form", { onsubmit: (e) => { e.preventDefault(); if (key === "files") sure({ save: file.value }); } }, content));
    for (const b of foot.querySelectorAll("[aria-controls]")) b.setAttribute("aria-expanded", String(b.dataset.k === tray.dataset.open));
    if (!closing) tray.querySelector("input, textarea").focus();
  }

  // A table with this sheet, as another widget would be shown.
  async function drawPlayed() {
    const ref = model.get("played");
    if (!ref || below.dataset.ref === ref) return;
    below.dataset.ref = ref;
    try {
      const child = await model.widget_manager.get_model(ref), shownTable = await model.widget_manager.create_view(child);
      if (below.dataset.ref === ref) below.replaceChildren(shownTable.el);
    } catch {
      below.replaceChildren(h("p", { class: "hint" }, "The table of an earlier session is gone; play the sheet again."));
    }
  }

  // Keys and clicks. ----------------------------------------------------------------------------------------------
  const at = () => [visible().findIndex((r) => r.key === active[0]), active[1]];
  const step = (to) => { const row = visible()[to[0]]; if (row) go([row.key, to[1]]); };

  function inEditor(event) {
    const { key } = event, select = edit.input.tagName === "SELECT";
    if (key === "Escape") { const { td } = edit; event.preventDefault(); finish(false); td.focus({ preventScroll: true }); return; }
    const along = edit.quick && !select && /^Arrow/.test(key);
    const to = key === "Enter" ? moveOf({ key: event.shiftKey ? "ArrowUp" : "ArrowDown" }, at(), visible().length, cols.length)
      : key === "Tab" || along ? moveOf(event, at(), visible().length, cols.length) : null;
    if (!to) return;
    const from = edit.td;
    finish(true);
    if (to === "out") { from.focus({ preventScroll: true }); return; }
    event.preventDefault();
    step(to);
  }

  function inGrid(event) {
    const { key } = event, plain = !event.ctrlKey && !event.metaKey && !event.altKey, c = cols[active[1]], row = rowOf(active[0]);
    const to = event.altKey ? null : moveOf(event, at(), visible().length, cols.length);
    if (to === "out") return;
    if (to) { event.preventDefault(); step(to); return; }
    if (key === "Escape") { event.preventDefault(); (cell.querySelector("button") ?? foot.querySelector("button")).focus(); return; }
    if (!plain) return;
    if (key === "Enter" || key === "F2") { event.preventDefault(); start(); return; }
    if (key === "Delete" || key === "Backspace") { event.preventDefault(); if (row.cells[active[1]] !== "") sure({ set: [[active[0], c.name, ""]] }); return; }
    if (key === " " && c.choices.join() === "true,false") { event.preventDefault(); sure({ set: [[active[0], c.name, row.cells[active[1]] === "true" ? "false" : "true"]] }); return; }
    if (key.length === 1) { event.preventDefault(); start(key === " " ? "" : key); }
  }

  root.addEventListener("keydown", (event) => {
    if (below.contains(event.target)) return;
    event.stopPropagation();
    if (event.isComposing) return;
    const letter = event.key.toLowerCase(), field = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !field && (letter === "z" || letter === "y")) {
      event.preventDefault();
      const redo = letter === "y" || event.shiftKey;
      if (redo ? view.can.redo : view.can.undo) sure(redo ? { redo: true } : { undo: true });
    } else if (edit && edit.td.contains(event.target)) inEditor(event);
    else if (event.target.closest("[data-col]") && body.contains(event.target)) inGrid(event);
  });
  body.addEventListener("mousedown", (event) => {
    const td = event.target.closest("[data-col]");
    if (!td || td === edit?.td) return;
    event.preventDefault();
    const place = [Number(td.parentElement.dataset.row), Number(td.dataset.col)], again = td === root.ownerDocument.activeElement;
    if (edit) finish(true);
    go(place);
    if (again) start();
  });
  body.addEventListener("focusin", (event) => {
    const td = event.target.closest("[data-col]");
    if (td === event.target && (Number(td.parentElement.dataset.row) !== active[0] || Number(td.dataset.col) !== active[1])) go([Number(td.parentElement.dataset.row), Number(td.dataset.col)], { into: false });
    else if (!edit) lookAt();
    drawBar();
    say();
  });
  body.addEventListener("focusout", () => requestAnimationFrame(say));
  const moved = () => { if (bubble.textContent) say(); };
  for (const when of ["scroll", "resize"]) window.addEventListener(when, moved, true);
  body.addEventListener("copy", (event) => {
    if (edit) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", cellOf(rowOf(active[0]).cells[active[1]]));
  });
  body.addEventListener("paste", (event) => {
    if (edit) return;
    event.preventDefault();
    paste(event.clipboardData.getData("text/plain"));
  });

  // What comes from the kernel. ---------------------------------------------------------------------------------------
  function onView() {
    const focus = root.ownerDocument.activeElement, inside = body.contains(focus) && !edit;
    view = model.get("view");
    clearTimeout(lost);
    tries.answered(view.token);
    const stayed = !edit && asked === where(); // whoever went on meanwhile is not called back
    drawProblems();
    drawRows();
    for (const draw of fields) draw();
    drawBar();
    const called = view.focus[0] !== focused;
    focused = view.focus[0];
    if (called && stayed) {
      go([view.focus[1], Math.max(0, cols.findIndex((c) => c.name === view.focus[2]))]);
    } else if (inside && !body.contains(root.ownerDocument.activeElement)) go(active);
    else drawInspector();
    if (shownFor !== active[0] && !edit) { shownFor = active[0]; send({ look: active[0] }); }
    say();
  }
  const onStatus = () => {
    const s = model.get("status");
    status.textContent = "";
    status.className = `status ${s.kind || ""}`;
    if (s.text) status.append(said(s.text));
  };
  const onWritten = () => { area.value = model.get("written").text; };
  const watched = { view: onView, status: onStatus, preview: drawLook, written: onWritten, played: drawPlayed };
  for (const [trait, does] of Object.entries(watched)) model.on(`change:${trait}`, does);
  el.append(root, below);
  onView();
  onStatus();
  drawLook();
  drawPlayed();
  return () => {
    for (const t of [calm, lost]) clearTimeout(t);
    for (const when of ["scroll", "resize"]) window.removeEventListener(when, moved, true);
    for (const [trait, does] of Object.entries(watched)) model.off(`change:${trait}`, does);
  };
}

export default { render };
