// The what-if panel: dials, the answer they lead to, and what moved. Nothing is reckoned here.
import { h, heard, popover, ruleText, said } from "./dom.mjs";
import { minus, shortValue } from "./helpers.mjs";
import { arrowed, oneAtATime, together } from "./odds.mjs";
import { oddsBars } from "./bars.mjs";

const SLOW = 150; // ms before "working…" is shown
const CALM = 600; // ms without a change before the headline is read out
const LOST = 30_000; // ms after which an answer is no longer waited for

function render({ model, el }) {
  const id = `wi-${Math.random().toString(36).slice(2)}`, part = oddsBars();
  const title = h("b"), work = h("span", { class: "work hint", "aria-hidden": "true" }, "working…");
  const reset = h("button", { "data-k": "reset", onclick: () => { if (reset.getAttribute("aria-disabled") !== "true") back(); } }, "↶ Back to the start");
  const dials = h("div", { class: "dials" }), headline = h("p", { class: "headline" });
  const problem = h("p", { class: "problem" }), why = h("div", { class: "why" });
  const news = h("p", { class: "vh", role: "status", "aria-live": "polite" }), body = h("div", { class: "body" }, part.el, why);
  const worth = h("div", { class: "worth" });
  const root = h("div", { class: "rb rb-what", role: "group", "data-lm-suppress-shortcuts": "true" },
    h("div", { class: "head" }, title, work, reset), dials, headline, problem, worth, body, news), pop = popover(root);
  root.addEventListener("keydown", (event) => event.stopPropagation());
  let controls = [], first = true, calm = 0, slow = 0, lost = 0;

  const requests = oneAtATime((command, token) => {
    clearTimeout(slow);
    clearTimeout(lost);
    slow = setTimeout(() => root.classList.add("working"), SLOW);
    lost = setTimeout(() => requests.giveUp(), LOST);
    model.send({ ...command, token });
  }, `${id}:`);

  const turned = () => requests.want({ set: Object.fromEntries(controls.map((c) => [c.name, c.value()])) });

  function back() {
    for (const c of controls) c.show(c.start);
    requests.want({ reset: true });
  }

  // The dials: drawn once; later only their values move. --------------------------------------------------
  function drawDials() {
    const data = model.get("dials");
    title.replaceChildren(said(data.title));
    root.setAttribute("aria-label", `${data.title}, what-if panel`);
    const make = { range, choice, cards };
    controls = data.dials.map((d, i) => make[d.kind](d, `${id}-${i}`));
    dials.replaceChildren(...controls.map((c) => c.el));
  }

  function range(d, key) {
    const number = h("output", { class: "number", for: key, "aria-live": "off" }), start = h("span", { class: "hint start" });
    const input = h("input", { type: "range", id: key, min: d.least, max: d.most, step: d.step, "data-k": `dial:${d.name}`, oninput: () => { mark(); turned(); } });
    const mark = () => {
      const now = Number(input.value);
      number.textContent = minus(now);
      input.setAttribute("aria-valuetext", now === d.start ? minus(now) : `${minus(now)}, at the start ${d.start_text}`);
      start.textContent = now === d.start ? "" : `start ${d.start_text}`;
      holder.style.setProperty("--start", (d.start - d.least) / (d.most - d.least || 1));
    };
    const holder = h("div", { class: "slide" }, input, h("i", { class: "tick", "aria-hidden": "true" }));
    const show = (value) => { if (Number(input.value) !== value || !number.textContent) { input.value = value; mark(); } };
    return { name: d.name, start: d.start, value: () => Number(input.value), show, el: h("div", { class: "dial" },
      h("div", { class: "top" }, h("label", { for: key }, said(d.label)), start, number), holder,
      h("div", { class: "ends hint", "aria-hidden": "true" }, h("span", {}, minus(d.least)), h("span", {}, minus(d.most)))) };
  }

  function choice(d, key) {
    const start = h("span", { class: "hint start" });
    const input = h("select", { id: key, "data-k": `dial:${d.name}`, onchange: () => { mark(); turned(); } },
      d.texts.map((text, i) => h("option", { value: i }, text)));
    const mark = () => {
      start.replaceChildren();
      if (Number(input.value) !== d.start) start.append("start ", said(d.start_text));
    };
    const show = (value) => { input.value = String(value); mark(); };
    return { name: d.name, start: d.start, value: () => Number(input.value), show, el: h("div", { class: "dial" },
      h("div", { class: "top" }, h("label", { for: key }, said(d.label)), start), input) };
  }

  // Cards are typed, or picked one by one; what is typed counts on Enter and when the field is left.
  function cards(d, key) {
    const start = h("span", { class: "hint start" });
    const input = h("textarea", { id: key, rows: 2, spellcheck: "false", autocomplete: "off", "data-k": `dial:${d.name}`, onchange: () => sent(),
      onkeydown: (event) => { if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); sent(); } } });
    const pick = d.names.length > 0 && h("select", { "aria-label": `Add to ${d.label}`, "data-k": `add:${d.name}`, onchange: () => {
      const name = d.names[Number(pick.value)];
      pick.value = "";
      if (name === undefined) return;
      input.value = input.value.trim() ? `${input.value.trim().replace(/[,;]$/, "")}, ${name}` : name;
      sent();
    } }, h("option", { value: "" }, "+ add…"), d.names.map((name, i) => h("option", { value: i }, name)));
    let last = null;
    const mark = () => start.replaceChildren(...(input.value === d.start ? [] : ["changed"]));
    const sent = () => {
      if (input.value === last) return;
      last = input.value;
      mark();
      turned();
    };
    const show = (value) => {
      if (input.matches(":focus") && last !== null && input.value !== last && value === last) return; // being typed
      if (input.value !== value) input.value = value;
      last = value;
      mark();
    };
    return { name: d.name, start: d.start, value: () => input.value, show, el: h("div", { class: "dial cards" },
      h("div", { class: "top" }, h("label", { for: key }, said(d.label)), start, pick), input) };
  }

  // The answer. ------------------------------------------------------------------------------------------
  function drawView() {
    const view = model.get("view");
    requests.answered(view.token);
    if (!requests.busy) {
      rest();
      for (const c of controls) c.show(view.values[c.name]);
      reset.setAttribute("aria-disabled", String(!view.moved));
    }
    root.classList.toggle("failed", view.error !== "");
    problem.replaceChildren(...(view.error ? [said(view.error)] : []));
    headline.replaceChildren(...(view.error ? [] : [said(view.headline)]));
    if (!view.error) part.draw(view.chart);
    pop.close();
    worth.replaceChildren(...(view.worth && view.worth.rows ? actions(view.worth) : []));
    why.replaceChildren(...(view.error ? [] : reasons(view.why)));
    if (!first) tell(view.error || view.headline);
    first = false;
  }

  function rest() {
    clearTimeout(slow);
    clearTimeout(lost);
    root.classList.remove("working");
  }

  function reasons(w) {
    if (!w.turned) return [h("h3", {}, "What moves?"), h("p", { class: "hint" }, "Turn a dial: the outlines stay where the bars are now, and here it says which outcomes gained and which lost.")];
    const list = (name, rows) => (rows.length ? [h("h4", {}, name), h("ul", {}, rows.map((r) => h("li", {},
      h("p", {}, h("b", {}, said(r.label)), h("span", { class: "by" }, arrowed(r.change))),
      h("p", { class: "hint" }, together(`${r.points} · ${r.words}`)))))] : []);
    return [h("h3", {}, "Since the start"), h("p", { class: "turned" }, said(together(w.turned))),
      ...list("What gained most", w.gained), ...list("What lost most", w.lost),
      !w.gained.length && !w.lost.length ? h("p", {}, "No outcome moved.") : null,
      w.more ? h("p", { class: "hint" }, `${w.more} more moved less.`) : null,
      w.mean ? h("p", { class: "mean" }, w.mean.replaceAll(" (", "\u00a0(")) : null].filter(Boolean);
  }

  // What each action is worth: its exact value and the rules that do it; then what is refused, and by which rule.
  function actions(w) {
    const many = w.rows.length > 1, cite = (rule, key) => {
      const button = h("button", { class: "cite", "data-k": key, "aria-haspopup": "dialog", onclick: () => pop.open(button, rule.cite, ruleText(rule)) }, rule.cite);
      return button;
    };
    const rows = w.rows.map((r, i) => h("tr", { class: r.best && many && "best" },
      h("th", { scope: "row" }, said(r.label), r.best && many && h("span", { class: "tag" }, w.rows.filter((o) => o.best).length > 1 ? "tied best" : "best")),
      h("td", { class: "v" }, h("span", { title: r.value }, shortValue(r.value)), " ", h("small", {}, r.small)),
      h("td", {}, r.rules.map((rule, n) => cite(rule, `rule:${i}:${n}`)))));
    const not = w.refused.map((r, i) => h("tr", { class: "not" }, h("th", { scope: "row" }, said(r.label)),
      h("td", {}, "not now", heard(", refused by")), h("td", {}, cite(r.rule, `no:${i}`))));
    return [h("table", {}, h("caption", {}, said(w.what)),
      h("thead", {}, h("tr", {}, ["action", "worth", "by the rule"].map((t) => h("th", { scope: "col" }, t)))), h("tbody", {}, rows, not))];
  }

  function tell(text) {
    clearTimeout(calm);
    calm = setTimeout(() => { if (news.textContent !== text) news.textContent = text; }, CALM);
  }

  function onStatus() {
    const s = model.get("status");
    if (!s.text) return;
    requests.answered(s.token);
    if (!requests.busy) rest();
    problem.replaceChildren(said(s.text));
    tell(s.text);
  }

  model.on("change:view", drawView);
  model.on("change:status", onStatus);
  el.append(root);
  drawDials();
  drawView();
  return () => {
    for (const t of [calm, slow, lost]) clearTimeout(t);
    model.off("change:view", drawView);
    model.off("change:status", onStatus);
  };
}

export default { render };
