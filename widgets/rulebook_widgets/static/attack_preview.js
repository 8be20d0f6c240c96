// An attack before it is made: bars of what it does, and a table of what the target can answer to each aim.
import { h, said, popover, ruleText } from "./dom.mjs";
import { oddsBars } from "./bars.mjs";

function render({ model, el }) {
  const id = `ap-${Math.random().toString(36).slice(2)}`, part = oddsBars();
  const title = h("b", {}), told = h("p", { class: "hint" }), lead = h("p", { class: "lead" });
  const kinds = h("div", { class: "oc-kinds", role: "radiogroup", "aria-label": "What is counted" }), answers = h("div", { class: "answers" });
  const root = h("div", { class: "rb rb-odds rb-attack", role: "group", "data-lm-suppress-shortcuts": "true" }, h("div", { class: "oc-head" }, title), h("div", { class: "about" }, told, lead, kinds), part.el, answers);
  const pop = popover(root);
  root.addEventListener("keydown", (event) => event.stopPropagation());
  let shown = 0;

  function draw() {
    const p = model.get("preview");
    title.replaceChildren(said(p.title));
    root.setAttribute("aria-label", `${p.title}, what it would do`);
    told.replaceChildren(said(p.told));
    lead.replaceChildren(said(p.headline.join(" · ")));
    shown = Math.min(shown, p.charts.length - 1);
    kinds.hidden = p.charts.length < 2;
    kinds.replaceChildren(...p.charts.map((c, i) => h("label", {}, h("input", { type: "radio", class: "vh", name: id, "data-k": `measure:${i}`, checked: i === shown, onchange: () => { shown = i; part.draw(p.charts[i].chart); } }), h("span", {}, said(c.name)))));
    part.draw(p.charts[shown].chart);
    answers.replaceChildren(...table(p));
  }

  function table(p) {
    const heads = [p.rolled && "aim", p.rolled && "probability", "answer", "Heart lost", "Parts spent", "dies"].filter(Boolean);
    const rows = p.aims.flatMap((aim) => aim.answers.map((a, i) => h("tr", { class: i === 0 && "first" },
      i === 0 && p.rolled && [h("th", { scope: "rowgroup", rowspan: aim.answers.length }, said(aim.name)), h("td", { rowspan: aim.answers.length }, aim.p, " ", h("small", {}, aim.percent))],
      h("th", { scope: "row" }, said(a.name), a.best && h("span", { class: "tag" }, " best")), h("td", {}, a.lost), h("td", {}, a.spent), h("td", {}, a.dies))));
    const cites = p.cited.map((n) => { const b = h("button", { class: "cite", "aria-haspopup": "dialog", title: p.rules[n].title, onclick: () => pop.open(b, p.rules[n].cite, ruleText(p.rules[n])) }, n); return [" ", b]; });
    return [h("h3", {}, p.rolled ? "What the target can answer, once the aim is known" : "What the target can answer"),
      h("div", { class: "scroller", tabindex: "0", role: "group", "aria-label": "Answers" }, h("table", {}, h("thead", {}, h("tr", {}, heads.map((t) => h("th", { scope: "col" }, t)))), h("tbody", {}, rows))),
      h("p", { class: "hint" }, "On average; “best” is the least Heart lost, then the fewest Parts spent.", cites)];
  }

  model.on("change:preview", draw);
  el.append(root);
  draw();
  return () => model.off("change:preview", draw);
}

export default { render };
