// The map editor: paints terrain, rivers and what lies where, sends each change, shows what the kernel says. No rule here.
import { h, said } from "./dom.mjs";
import { hexAt, hexBeside, hexKey, hexWayOf } from "./hex_geometry.mjs";
import { drawHexes, hexLegend } from "./hexes.mjs";

const TOOLS = [ // name, words, key, what it asks for
  ["plain", "Plain", "1"], ["mountain", "Mountain", "2"], ["none", "No space", "3"], ["river", "River", "4"], ["sanctuary", "Sanctuary", "5"], ["city", "City", "6", "name"],
  ["place", "Place", "7", "name"], ["dungeon", "Dungeon", "8"], ["pin", "Pin", "9", "number"], ["territory", "Territory", "0", "name"], ["arrow", "Arrow", "", "way"], ["take", "Clear", "Del"],
];
const PAINTS = ["plain", "mountain", "none", "territory"]; // these take a whole stroke
const HELP = {
  plain: "Click or draw over hexes.", mountain: "Click or draw over hexes.", none: "Takes spaces away.", river: "Click near a side. By keys: Enter on one hex, move to one beside it, Enter; or Shift with Q W E A S D.",
  sanctuary: "One space.", city: "Give a name, then a space.", place: "Give a name, then a space.", dungeon: "Again on the same space takes it away.", pin: "From so many Heroes on a Pin lies there.",
  territory: "Give a name, then draw over its spaces; without a name it takes them off.", arrow: "Of equally long ways this one goes first.", take: "Takes off what lies on a space.",
};

function render({ model, el }) {
  const id = `me-${Math.random().toString(36).slice(2)}`, values = { city: "", place: "", territory: "", pin: "2", arrow: "N" };
  let view = model.get("view"), tool = "plain", begun = null, trayOpen = "";
  const send = (command) => model.send(command);
  const button = (key, words, does, cls) => h("button", { "data-k": key, class: cls, onclick: does }, words);
  const able = (which, yes) => (yes ? which.removeAttribute("aria-disabled") : which.setAttribute("aria-disabled", "true"));

  // The parts that stay. -------------------------------------------------------------------------------
  const name = h("input", { type: "text", "data-k": "name", "aria-label": "Name of the map", maxlength: 40, spellcheck: "false", autocomplete: "off", onchange: () => send({ name: name.value }) });
  const state = h("span", { class: "state" });
  const undo = button("undo", "↶ Undo", () => view.can.undo && send({ undo: true })), redo = button("redo", "↷ Redo", () => view.can.redo && send({ redo: true }));
  const head = h("div", { class: "head" }, name, state, h("span", { class: "gap" }), undo, redo);
  const radios = TOOLS.map(([key, words, letter]) => h("label", { class: "tool" }, h("input", { type: "radio", name: `${id}-tool`, value: key, "data-k": `tool:${key}`, class: "vh", onchange: () => pick(key) }), h("span", {}, words, letter && h("kbd", { class: "k" }, letter))));
  const field = h("span", { class: "field" }), help = h("span", { class: "hint" });
  const bar = h("div", { class: "tools" }, h("div", { class: "toolbox", role: "radiogroup", "aria-label": "What a click or Enter does" }, radios), field, help);
  const place = h("div", { class: "place" }), legend = h("div"), about = h("div", { class: "here" }), wrong = h("div", { class: "wrong" });
  const status = h("p", { class: "status", role: "status", "aria-live": "polite" });
  const foot = h("div", { class: "foot" }), tray = h("div", { class: "tray", id: `${id}-tray`, hidden: true }), below = h("div", { class: "below" });
  const file = h("input", { type: "text", "data-k": "file", "aria-label": "File", maxlength: 400, spellcheck: "false", autocomplete: "off", value: view.file });
  const area = h("textarea", { "data-k": "area", "aria-label": "The map as text", rows: 12, spellcheck: "false" });
  const root = h("div", { class: "rb rb-hexes rb-map-editor", role: "group", "aria-label": "Map editor", "data-lm-suppress-shortcuts": "true" },
    head, bar, h("div", { class: "main" }, h("div", { class: "left" }, place, legend), h("div", { class: "about", role: "region", "aria-label": "The hex looked at, and problems" }, about, wrong)), status, foot, tray);
  const map = drawHexes(place, view.picture, { look, choose, key: keyed, hover: hovered, drag: (keys) => paint(keys), drags: () => PAINTS.includes(tool) });

  const opener = (key, words) => h("button", { class: "quiet", "data-k": key, "aria-expanded": "false", "aria-controls": `${id}-tray`, onclick: () => openTray(key) }, words);
  foot.append(button("check", "Check", () => send({ check: true })), button("walk", "Walk on it", () => send({ walk: true }), "main-button"), h("span", { class: "gap" }),
    button("clear", "New map", () => send({ clear: true }), "quiet"), button("reset", "House island", () => send({ reset: true }), "quiet"), opener("files", "File"), opener("text", "Text"));

  function openTray(key) {
    trayOpen = trayOpen === key ? "" : key;
    tray.hidden = !trayOpen;
    const content = trayOpen === "files"
      ? [h("label", {}, "File ", file), h("button", { "data-k": "save" }, "Save"), button("open", "Open", (event) => { event.preventDefault(); send({ open: file.value }); }), h("span", { class: "hint" }, "in the folder ", said(view.folder))]
      : [area, button("write", "Write as TOML", (event) => { event.preventDefault(); send({ write: true }); }), button("read", "Read this text", (event) => { event.preventDefault(); send({ read: area.value }); }), button("download", "Download", (event) => { event.preventDefault(); download(); }), h("label", { class: "tool" }, h("input", { type: "file", class: "vh", accept: ".toml,text/plain", "data-k": "upload", "aria-label": "Upload a map", onchange: upload }), h("span", {}, "Upload")), h("span", { class: "hint" }, "Reading puts it in place of the map above; undo brings that back.")];
    tray.replaceChildren(h("form", { onsubmit: (event) => { event.preventDefault(); if (trayOpen === "files") send({ save: file.value }); } }, content));
    for (const b of foot.querySelectorAll("[aria-controls]")) b.setAttribute("aria-expanded", String(b.dataset.k === trayOpen));
    if (trayOpen) tray.querySelector("input, textarea").focus();
  }

  async function upload(event) {
    const [chosen] = event.target.files;
    if (!chosen) return;
    area.value = await chosen.text();
    send({ read: area.value });
    event.target.value = "";
  }

  // What was written last, as a file of the reader's own machine.
  let wanted = false;
  function download() { wanted = true; send({ write: true }); }
  function handOut(text) {
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "text/plain" })), download: view.file.split(/[\\/]/).at(-1) });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // Tools. ----------------------------------------------------------------------------------------------
  function pick(key) {
    tool = key;
    begin(null);
    map.side("", null);
    for (const label of radios) label.firstChild.checked = label.firstChild.value === key;
    const asks = TOOLS.find(([t]) => t === key)[3], label = { city: "Name of the city", place: "Name of the place", territory: "Name of the territory", pin: "Heroes", arrow: "Points to" }[key];
    const keep = (event) => { values[key] = event.target.value; markSame(); }, back = (event) => { if (event.key === "Enter") { event.preventDefault(); keep(event); map.focus(); } };
    const input = asks === "way" ? h("select", { "data-k": "value", onchange: keep }, ["N", "NE", "SE", "S", "SW", "NW"].map((way) => h("option", { value: way, selected: way === values.arrow }, way)))
      : asks && h("input", { type: asks === "number" ? "number" : "text", min: 1, max: 9, maxlength: 40, "data-k": "value", value: values[key], autocomplete: "off", spellcheck: "false", list: key === "territory" ? `${id}-names` : null, oninput: keep, onkeydown: back });
    field.replaceChildren(...(asks ? [h("label", {}, label, " ", input), ...(key === "territory" ? [h("datalist", { id: `${id}-names` }, view.territories.map((t) => h("option", { value: t })))] : [])] : []));
    help.textContent = HELP[key];
    markSame();
  }

  // The territory that is being painted, so that one sees how far it goes.
  function markSame() {
    const name_ = tool === "territory" ? values.territory.trim() : "";
    for (const hex of view.picture.hexes) map.mark(hex.k, "same", name_ !== "" && hex.territory === name_);
  }

  function begin(k) {
    if (begun) map.mark(begun, "begun", false);
    begun = k;
    if (k) map.mark(k, "begun");
  }

  function paint(keys) {
    if (tool === "territory") send({ put: ["territory", keys, values.territory] });
    else send({ paint: [tool, keys] });
  }

  function choose(k, { side }) {
    if (PAINTS.includes(tool)) paint([k]);
    else if (tool === "river") river(k, side);
    else if (tool === "take") send({ take: k });
    else send({ put: [tool, k, tool === "pin" ? Number(values.pin) : values[tool] ?? null] });
  }

  function river(k, side) {
    if (side) { begin(null); send({ river: [k, hexKey(hexBeside(hexAt(k), side))] }); }
    else if (begun === k) begin(null);
    else if (begun) { const from = begun; begin(null); send({ river: [from, k] }); }
    else begin(k);
  }

  function hovered(found) { map.side(found?.k, tool === "river" ? found?.side : null); }

  function keyed(event, k) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key, way = event.shiftKey && hexWayOf(key);
    if (way && tool === "river" && !key.startsWith("Arrow")) { begin(null); send({ river: [k, hexKey(hexBeside(hexAt(k), way))] }); return true; }
    if (key === "Escape" && begun) { begin(null); return true; }
    if (key === "Delete" || key === "Backspace") { send({ take: k }); return true; }
    const picked = TOOLS.find(([, , letter]) => letter === key);
    if (!picked) return false;
    pick(picked[0]);
    const input = field.querySelector("input");
    if (input) { input.focus(); input.select(); }
    return true;
  }

  function look(k) {
    const hex = view.picture.hexes.find((x) => x.k === k);
    about.replaceChildren(...(hex ? [h("h3", {}, said(hex.at)), h("p", { class: "hint" }, hex.words.split("; ").slice(1).join("; ")), begun && begun !== k && h("p", { class: "hint" }, `The river begins at (${begun.replace(",", ", ").replaceAll("-", "−")}).`)].filter(Boolean) : []));
  }

  // What comes from the kernel. ---------------------------------------------------------------------------
  function draw() {
    view = model.get("view");
    if (root.ownerDocument.activeElement !== name) name.value = view.name;
    state.textContent = view.state;
    state.className = `state ${view.wrong ? "no" : "yes"}`;
    able(undo, view.can.undo);
    able(redo, view.can.redo);
    able(foot.querySelector('[data-k="walk"]'), !view.wrong);
    map.draw(view.picture);
    if (begun) begin(begun);
    markSame();
    look(map.at);
    legend.replaceChildren(hexLegend(view.picture));
    const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);
    const more = view.wrong - view.problems.length, focus = wrong.contains(root.ownerDocument.activeElement);
    wrong.replaceChildren(...[h("h3", {}, view.wrong ? `${view.wrong} problem${view.wrong === 1 ? "" : "s"}` : "In order"),
      view.wrong > 0 ? h("ol", {}, view.problems.map((p, n) => h("li", {}, p.k ? h("button", { class: "link", "data-k": `p:${n}`, onclick: () => { map.go(p.k); map.focus(); } }, said(capital(p.text))) : said(capital(p.text))))) : h("p", { class: "hint" }, "One can walk on it, and save it."),
      more > 0 && h("p", { class: "hint" }, `and ${more} more`), view.notes.length > 0 && h("ul", { class: "notes" }, view.notes.map((note) => h("li", {}, said(note))))].filter(Boolean));
    if (focus) map.focus();
  }

  // The island as a map to walk on, as another widget would be shown.
  async function drawWalked() {
    const ref = model.get("walked");
    if (!ref || below.dataset.ref === ref) return;
    below.dataset.ref = ref;
    try {
      const child = await model.widget_manager.get_model(ref), shown = await model.widget_manager.create_view(child);
      if (below.dataset.ref === ref) below.replaceChildren(shown.el);
    } catch {
      below.replaceChildren(h("p", { class: "hint" }, "The map of an earlier session is gone; press “Walk on it” again."));
    }
  }

  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const letter = event.key.toLowerCase(), typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) && event.target.type !== "radio";
    if (!(event.ctrlKey || event.metaKey) || event.altKey || typing || !["z", "y"].includes(letter)) return;
    event.preventDefault();
    const forward = letter === "y" || event.shiftKey;
    if (forward ? view.can.redo : view.can.undo) send(forward ? { redo: true } : { undo: true });
  });
  const onStatus = () => {
    const s = model.get("status");
    status.textContent = "";
    status.className = `status ${s.kind || ""}`;
    if (s.text) status.append(said(s.text));
  };
  const onWritten = () => {
    area.value = model.get("written").text;
    if (wanted && area.value) handOut(area.value);
    wanted = false;
  };
  const watched = { view: draw, status: onStatus, written: onWritten, walked: drawWalked };
  for (const [trait, does] of Object.entries(watched)) model.on(`change:${trait}`, does);
  el.append(root, below);
  pick(tool);
  draw();
  onStatus();
  drawWalked();
  return () => {
    for (const [trait, does] of Object.entries(watched)) model.off(`change:${trait}`, does);
  };
}

export default { render };
