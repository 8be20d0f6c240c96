// A chart of odds: bars, the same numbers as a table, the formula. Draws data that the kernel worked out.
import { h, said, heard } from "./dom.mjs";
import { arrowed, lengthOf, scaleOf, shortChange, shortFraction, ticks } from "./odds.mjs";

const LONG = 20; // rows beyond which the bars scroll in a frame
const REST = 250; // ms without a change before the table for ears is written anew

export function oddsBars() {
  const id = `oc-${Math.random().toString(36).slice(2)}`;
  const kinds = h("div", { class: "oc-kinds", role: "radiogroup", "aria-label": "How to count" });
  const tools = h("div", { class: "oc-tools" }), legend = h("p", { class: "oc-legend", "aria-hidden": "true" });
  const bars = h("div", { class: "oc-bars", role: "img" }), table = h("div", { class: "vh" });
  const frame = h("div", { class: "oc-frame" }, bars, table);
  const foot = h("div", { class: "oc-foot" }), formula = h("pre", { class: "oc-formula", id: `${id}-f`, tabindex: "0", hidden: true });
  const asTable = h("button", { class: "quiet", "data-k": "table", "aria-pressed": "false", onclick: () => { tabled = !tabled; draw(chart); } }, "Table");
  const onDemand = h("button", { class: "quiet", "data-k": "formula", "aria-expanded": "false", "aria-controls": `${id}-f`, onclick: () => { told = !told; draw(chart); } }, "Formula");
  tools.append(kinds, asTable, onDemand);
  const el = h("div", { class: "oc" }, tools, legend, frame, foot, formula);
  let chart = null, kind = "exactly", tabled = false, told = false, timer = 0, drawnKinds = "", drawnBars = "", lines = [];

  function draw(next) {
    chart = next;
    const mode = chart.modes.find((m) => m.name === kind) ?? chart.modes[0];
    drawKinds(mode.name);
    asTable.setAttribute("aria-pressed", String(tabled));
    onDemand.hidden = !chart.formula;
    onDemand.setAttribute("aria-expanded", String(told));
    formula.hidden = !(told && chart.formula);
    if (formula.textContent !== chart.formula) formula.textContent = chart.formula;
    drawLegend();
    bars.hidden = tabled;
    bars.setAttribute("aria-label", (mode.name === "exactly" ? "" : `${mode.name}; exactly: `) + chart.words);
    if (!tabled) drawBars(mode);
    const long = !tabled && mode.rows.length > LONG;
    frame.className = `oc-frame${long ? " long" : ""}`;
    for (const [name, value] of [["tabindex", "0"], ["role", "group"], ["aria-label", "Bars"]]) {
      if (long) frame.setAttribute(name, value);
      else frame.removeAttribute(name);
    }
    clearTimeout(timer);
    table.className = tabled ? "oc-table" : "vh";
    if (tabled) drawTable(mode);
    else timer = setTimeout(() => drawTable(mode), REST);
    foot.replaceChildren(...[...chart.mean.map((m) => h("p", { class: "oc-mean" }, said(m))),
      mode.name !== "exactly" && chart.rest ? h("p", { class: "hint" }, chart.rest.replace("…", "Not listed:")) : null,
      ...chart.how.map((t) => h("p", { class: "hint" }, said(t))),
      chart.sampled && !tabled ? h("p", { class: "hint" }, "The thin lines are 95 % intervals.") : null].filter(Boolean));
  }

  function drawKinds(now) {
    const names = chart.modes.map((m) => m.name);
    if (drawnKinds !== names.join()) {
      drawnKinds = names.join();
      kinds.replaceChildren(...names.map((name) => h("label", {},
        h("input", { type: "radio", class: "vh", name: id, value: name, "data-k": `kind:${name}`, onchange: () => { kind = name; draw(chart); } }), h("span", {}, name))));
    }
    kinds.hidden = names.length < 2;
    for (const input of kinds.querySelectorAll("input")) input.checked = input.value === now;
  }

  function drawLegend() {
    legend.hidden = !chart.names.length;
    if (legend.hidden) return;
    const key = chart.style === "ghost" ? "oc-ghost" : "oc-bar two";
    legend.replaceChildren(h("i", { class: "oc-bar" }), said(chart.names[0]), h("i", { class: key }), said(chart.names[1]));
  }

  // The bars move when only their numbers changed, so that the eye can follow them.
  function drawBars(mode) {
    const top = mode.name === "exactly" ? scaleOf(mode.rows) : 1, pair = chart.style === "pair", compared = chart.style !== "";
    const shape = JSON.stringify([mode.name, chart.style, mode.rows.map((r) => r.label)]);
    if (shape !== drawnBars) {
      drawnBars = shape;
      lines = mode.rows.map((row) => line(row, pair));
      bars.className = `oc-bars${compared ? " compared" : ""}`;
      bars.replaceChildren(...heads(compared), ...lines.map((l) => l.el), axis());
    }
    mode.rows.forEach((row, i) => lines[i].set(row, top));
    ticks(top).forEach((text, i) => { bars.lastChild.lastChild.children[i].textContent = text; });
  }

  function heads(compared) {
    const names = ["", "", "probability", "percent", "", compared && (chart.style === "pair" ? "difference" : "change")];
    return [h("div", { class: "oc-row oc-heads" }, h("span", { class: "oc-label" }), h("span", {}),
      h("span", { class: "oc-numbers" }, names.slice(2).map((n) => n !== false && h("span", {}, n))))];
  }

  function axis() {
    return h("div", { class: "oc-row oc-axis" }, h("span", { class: "oc-label" }), h("span", { class: "oc-ticks" }, h("span"), h("span"), h("span")));
  }

  function line(row, pair) {
    const track = h("span", { class: `oc-track${pair ? " pair" : ""}` }), numbers = h("span", { class: "oc-numbers" });
    const one = h("i", { class: "oc-bar" }), two = h("i", { class: pair ? "oc-bar two" : "oc-ghost" });
    track.append(one);
    if (row.other) track.append(two);
    for (const [data, lane] of [[row, 1], [row.other, 2]]) if (data && data.interval && (pair || lane === 1)) track.append(h("i", { class: `oc-between lane${lane}` }));
    const el = h("div", { class: "oc-row" }, h("span", { class: "oc-label" }, said(row.label)), track, numbers);
    function set(r, top) {
      one.style.width = lengthOf(r.p, top);
      if (r.other) two.style.width = lengthOf(r.other.p, top);
      for (const [data, lane] of [[r, 1], [r.other, 2]]) {
        const between = track.querySelector(`.lane${lane}`);
        if (!between || !data) continue;
        between.style.left = `${(data.low / top) * 100}%`;
        between.style.width = `${((data.high - data.low) / top) * 100}%`;
      }
      const still = r.other && r.change === "" && !pair;
      const both = (of) => (pair && r.other ? [h("span", {}, of(r)), h("span", {}, of(r.other))] : of(r));
      numbers.replaceChildren(
        h("span", { class: "oc-value", title: r.value }, both((x) => shortFraction(x.value))),
        h("span", {}, both((x) => x.percent)), h("span", { class: "oc-one" }, both((x) => x.one_in)),
        r.other ? h("span", { class: "oc-change", title: r.change && `${r.change} (${r.points})` }, still ? "·" : pair ? shortChange(r.change) : arrowed(r.change)) : "");
    }
    return { el, set };
  }

  function drawTable(mode) {
    const two = chart.names.length > 0, sampled = mode.rows.some((r) => r.interval);
    const each = (name) => [two && name ? `${name}: probability` : "probability", "percent", "", sampled && "95 % interval"].filter((t) => t !== false);
    const cells = (d) => [h("td", {}, d.value), h("td", {}, d.percent), h("td", {}, d.one_in), sampled && h("td", {}, d.interval ?? "")];
    const heading = (text) => (text ? h("th", { scope: "col" }, said(text)) : h("th", { scope: "col" }, heard("one in so many")));
    table.replaceChildren(h("table", {}, h("caption", { class: "vh" }, chart.title || "Odds", `, ${mode.name}`),
      h("thead", {}, h("tr", {}, heading(mode.name === "exactly" ? "outcome" : mode.name), each(chart.names[0]).map(heading), two && [...each(chart.names[1]).map(heading), heading("difference")])),
      h("tbody", {}, mode.rows.map((r) => h("tr", {}, h("th", { scope: "row" }, said(r.label)), cells(r),
        two && [...cells(r.other), h("td", {}, r.change ? `${r.change} (${r.points})` : "none")])))));
    if (tabled) table.setAttribute("tabindex", "0");
    else table.removeAttribute("tabindex");
    table.setAttribute("role", "group");
    table.setAttribute("aria-label", "The odds as a table");
  }

  return { el, draw };
}
