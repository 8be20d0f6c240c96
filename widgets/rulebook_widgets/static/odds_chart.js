// The chart of odds as a widget of its own.
import { h, said } from "./dom.mjs";
import { oddsBars } from "./bars.mjs";

function render({ model, el }) {
  const title = h("b"), head = h("div", { class: "oc-head" }, title), part = oddsBars();
  const root = h("div", { class: "rb rb-odds", role: "group", "data-lm-suppress-shortcuts": "true" }, head, part.el);
  root.addEventListener("keydown", (event) => event.stopPropagation());
  function draw() {
    const chart = model.get("chart");
    head.hidden = !chart.title;
    title.replaceChildren(said(chart.title));
    root.setAttribute("aria-label", chart.title ? `${chart.title}, odds` : "Odds");
    part.draw(chart);
  }
  model.on("change:chart", draw);
  el.append(root);
  draw();
  return () => model.off("change:chart", draw);
}

export default { render };
