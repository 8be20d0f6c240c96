// The island's map: hexes to walk on, what the way costs and why, odds over it. Nothing is reckoned here.
import { h, said, popover, ruleText } from "./dom.mjs";
import { drawHexes, hexLegend } from "./hexes.mjs";

const CALM_LOOK = 40; // ms of rest on a hex before it is asked about

function render({ model, el }) {
  const id = `hm-${Math.random().toString(36).slice(2)}`;
  let picture = model.get("picture"), clicks = picture.start ? "target" : "start", listed = false, timer = 0, asked = "";
  const send = (command) => model.send(command);
  const title = h("b", {}), asList = h("button", { class: "quiet", "data-k": "list", "aria-pressed": "false", onclick: () => { listed = !listed; drawList(); } }, "List");
  const head = h("div", { class: "head" }, title, asList);
  const headline = h("p", { class: "lead" });
  const mode = (value, words, letter) => h("label", {}, h("input", { type: "radio", name: `${id}-click`, value, "data-k": `click:${value}`, onchange: () => { clicks = value; drawTools(); } }), words, h("kbd", { class: "k" }, letter));
  const modes = h("span", { class: "modes", role: "radiogroup", "aria-label": "A click or Enter chooses" }, h("span", { "aria-hidden": "true" }, "A click chooses"), mode("start", "the start", "F"), mode("target", "the target", "T"));
  const swap = h("button", { "data-k": "swap", onclick: () => sure(swap, { swap: true }) }, "Turn round"), clear = h("button", { "data-k": "clear", onclick: () => { clicks = "start"; send({ clear: true }); } }, "Clear");
  const show = h("select", { "data-k": "overlay", onchange: () => send({ overlay: show.value }) }, [["", "what ways cost"], ["wander", "a random movement"], ["push", "a push"]].map(([value, words]) => h("option", { value }, words)));
  const number = (name, most, least) => h("input", { type: "number", min: least, max: most, step: 1, "data-k": name, onchange: (event) => numbered(name, event.target) });
  const steps = number("steps", 99, 0), nausea = number("nausea", 20, 0);
  const unit = h("select", { "data-k": "unit", "aria-label": "Counted in", onchange: () => send({ unit: unit.value }) }, ["steps", "spaces"].map((u) => h("option", { value: u }, u)));
  const stepsField = h("label", {}, h("span", {}), " ", steps), nauseaField = h("label", {}, "Nausea ", nausea);
  const tools = h("div", { class: "tools" }, modes, swap, clear, h("span", { class: "gap" }), h("label", {}, "Show ", show), stepsField, unit, nauseaField);
  const place = h("div", { class: "place" }), legend = h("div"), list = h("ol", { class: "list", "aria-label": "Spaces", hidden: true });
  const about = h("div", { class: "about", role: "region", "aria-label": "The space looked at" });
  const status = h("p", { class: "status", role: "status", "aria-live": "polite" });
  const root = h("div", { class: "rb rb-hexes", role: "group", "aria-label": `${picture.title}, map`, "data-lm-suppress-shortcuts": "true" },
    head, headline, tools, h("div", { class: "main" }, h("div", { class: "left" }, place, list, legend), about), status);
  const pop = popover(root);
  const map = drawHexes(place, picture, { look: ask, choose, key: keyed });
  const sure = (button, command) => { if (button.getAttribute("aria-disabled") !== "true") send(command); };

  function numbered(name, input) {
    const text = input.value.trim();
    send({ [name]: text === "" ? (name === "steps" ? null : 0) : Number(text) });
  }

  function choose(k) {
    send({ [clicks]: k });
    if (clicks === "start") { clicks = "target"; drawTools(); }
  }

  function keyed(event, k) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const letter = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (letter === "f" || letter === "t") { clicks = letter === "f" ? "start" : "target"; choose(k); return true; }
    if (letter === "r") { sure(swap, { swap: true }); return true; }
    if (letter === "Escape") { clear.click(); return true; }
    return false;
  }

  function ask(k) {
    clearTimeout(timer);
    asked = k;
    if (!k || model.get("about").k === k) { drawAbout(); return; }
    timer = setTimeout(() => send({ look: k }), CALM_LOOK);
  }

  function drawTools() {
    const able = (button, yes) => (yes ? button.removeAttribute("aria-disabled") : button.setAttribute("aria-disabled", "true"));
    for (const input of modes.querySelectorAll("input")) input.checked = input.value === clicks;
    able(swap, picture.start && picture.goal);
    able(clear, picture.start || picture.goal);
    show.value = model.get("overlay");
    stepsField.firstChild.textContent = show.value === "wander" ? "of" : "Steps";
    stepsField.hidden = show.value === "push";
    unit.hidden = show.value !== "wander";
    nauseaField.hidden = show.value !== "push";
    unit.value = model.get("unit");
    const now = root.ownerDocument.activeElement;
    if (now !== steps) steps.value = model.get("steps") ?? "";
    if (now !== nausea) nausea.value = model.get("nausea");
    steps.placeholder = "all";
  }

  function drawList() {
    asList.setAttribute("aria-pressed", String(listed));
    place.hidden = legend.hidden = listed;
    list.hidden = !listed;
    if (!listed) { list.replaceChildren(); return; }
    const focus = root.ownerDocument.activeElement, k = list.contains(focus) ? focus.dataset.k : null;
    list.replaceChildren(...picture.hexes.map((hex) => h("li", {}, h("button", { "data-k": `row:${hex.k}`, "aria-pressed": hex.k === picture.start || hex.k === picture.goal ? "true" : "false", onclick: () => { map.go(hex.k); choose(hex.k); } }, said(hex.words)))));
    if (k) list.querySelector(`[data-k="${k}"]`)?.focus({ preventScroll: true });
  }

  function draw() {
    picture = model.get("picture");
    title.replaceChildren(said(picture.title));
    headline.replaceChildren(said(picture.headline));
    map.draw(picture);
    const key = (cls, words) => [h("i", { class: `swatch ${cls}`, "aria-hidden": "true" }), words];
    legend.replaceChildren(hexLegend(picture, [picture.reach && key("reach", "within reach, and what it costs"), picture.odds && key("ends", "where it ends, and how likely"), picture.way.length && key("sum", "steps so far")]));
    drawTools();
    drawList();
    drawAbout();
  }

  // The hex that is looked at; the step by step comes from the kernel. ---------------------------------------------
  function cite(rules, ids) {
    return ids.map((n) => rules.find((rule) => rule.id === n)).filter(Boolean).map((rule) => {
      const button = h("button", { class: "cite", "aria-haspopup": "dialog", "aria-label": `Rule ${rule.cite}`, onclick: () => pop.open(button, rule.cite, ruleText(rule)) }, rule.id);
      return button;
    });
  }

  function drawAbout() {
    const a = model.get("about"), odds = picture.odds;
    if (about.contains(root.ownerDocument.activeElement) && about.dataset.k === a.k && about.dataset.odds === JSON.stringify(odds)) return;
    about.dataset.k = a.k;
    about.dataset.odds = JSON.stringify(odds);
    map.preview(odds || a.k === picture.goal || a.k !== (asked || a.k) ? null : a.way);
    const way = a.way.length > 0 && h("ol", { class: "way" }, a.way.map((step) => h("li", {}, h("span", { class: "to" }, h("b", {}, step.direction), " to ", said(step.to)), h("span", { class: "why" }, said(step.why), " ", cite(a.rules, step.rules)), h("span", { class: "sum", title: "steps so far" }, step.so_far))));
    const chance = odds && [h("h3", {}, said(odds.what)), h("table", { class: "ends" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "ends"), h("th", { scope: "col" }, "probability"))), h("tbody", {}, odds.rows.map((row) => h("tr", {}, h("td", {}, said(row.what)), h("td", {}, h("b", {}, row.share), " ", h("small", {}, row.percent)))))),
      h("h3", {}, "The Compass die"), h("dl", { class: "rolls" }, odds.rolls.map((roll) => h("div", {}, h("dt", {}, roll.direction), h("dd", {}, said(roll.to))))), h("p", { class: "hint" }, odds.how, " ", cite(odds.rules, odds.rules.map((rule) => rule.id)))];
    about.replaceChildren(...[
      a.k ? h("h3", {}, said(a.title)) : h("p", { class: "hint" }, "Point at a space, or move to one with the arrow keys or Q W E A S D."),
      a.ground && h("p", { class: "hint" }, said(a.ground)),
      a.lies.length > 0 && h("ul", { class: "lies" }, a.lies.map((words) => h("li", {}, said(words)))),
      !odds && a.cost && h("p", { class: "cost" }, said(a.cost)), !odds && way, !odds && a.back && h("p", { class: "hint" }, said(a.back)),
      chance && h("div", { class: "chance" }, chance)].filter(Boolean));
  }

  root.addEventListener("keydown", (event) => event.stopPropagation());
  const onStatus = () => {
    status.textContent = "";
    if (model.get("status").text) status.append(said(model.get("status").text));
  };
  const watched = { picture: draw, about: drawAbout, status: onStatus };
  for (const [trait, does] of Object.entries(watched)) model.on(`change:${trait}`, does);
  el.append(root);
  draw();
  onStatus();
  return () => {
    clearTimeout(timer);
    for (const [trait, does] of Object.entries(watched)) model.off(`change:${trait}`, does);
  };
}

export default { render };
