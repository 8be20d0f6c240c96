// More parts of a table: a map of hexes to walk on, a player's mat, steps that were worked out. Each takes a piece of the view.
import { h, said, heard } from "./dom.mjs";
import { drawHexes, hexLegend } from "./hexes.mjs";
import { drawers } from "./parts.mjs";

// A press on a hex does what moves there, if the rules allow it; else what is known of the hex is told below.
drawers.map = (m, pickable) => {
  const told = h("p", { class: "hint below" }, said(m.hint)), li = h("li", { class: "island" });
  const hexes = new Map(m.picture.hexes.map((hex) => [hex.k, hex]));
  const picks = new Map(m.picture.hexes.filter((hex) => hex.pick).map((hex) => [hex.k, pickable({ key: hex.pick, words: hex.words })]).filter(([, pick]) => pick));
  const tell = (k) => told.replaceChildren(said(hexes.get(k)?.words ?? m.hint));
  const map = drawHexes(li, m.picture, { look: tell, choose: (k) => (picks.has(k) ? picks.get(k).does() : tell(k)) });
  for (const k of picks.keys()) map.mark(k, "goes");
  map.box.addEventListener("pointerleave", () => told.replaceChildren(said(m.hint)));
  const pins = m.legend.map(([sign, words]) => [h("b", { class: "sign-letter" }, said(sign)), said(words)]);
  const bare = { ...m.picture, hexes: m.picture.hexes.map((hex) => ({ ...hex, pin: "" })) };
  new ResizeObserver(() => { // where the map is wider than its place, it begins where the figure stands
    const start = map.box.querySelector(".from");
    if (!start || map.box.scrollWidth <= map.box.clientWidth) return;
    const [dot, box] = [start.getBoundingClientRect(), map.box.getBoundingClientRect()];
    map.box.scrollLeft += dot.left + dot.width / 2 - box.left - box.width / 2;
  }).observe(map.box);
  li.append(told, h("details", { class: "signs" }, h("summary", { "data-k": "signs" }, "Signs on the map"), hexLegend(bare, pins)));
  return li;
};

drawers.mat = (m, pickable) => {
  const own = m.key ? pickable(m) : null, name = h("b", {}, said(m.name));
  const starred = m.rows.some((row) => row.chips.some((c) => c.house.length));
  return h("li", { class: "mat" },
    h("p", { class: "who" }, own ? h("button", { class: "chip", "data-k": own.key, "aria-pressed": own.hold ? String(own.on) : null, onclick: own.does }, name) : name, m.title && h("span", { class: "hint" }, said(m.title))),
    h("dl", { class: "dials" }, m.dials.map(([what, value]) => h("div", {}, h("dt", {}, said(what)), h("dd", {}, said(value))))),
    h("div", { class: "places" }, m.rows.map((row) => h("div", { class: `place${row.tokens ? " tokens" : ""}`, role: "group", "aria-label": row.words },
      h("h4", { "aria-hidden": "true" }, said(row.title), row.note && h("span", {}, " ", said(row.note))),
      row.chips.length ? h("ul", {}, row.chips.map((c) => h("li", {}, matChip(c, c.key ? pickable(c) : null)))) : h("span", { class: "hint" }, "none")))),
    starred && h("p", { class: "hint foot-note" }, "* house values: ours, not printed"));
};

function matChip(c, pick) {
  const inside = [h("span", { "aria-hidden": "true" }, said(c.name), c.house.length > 0 && "*", c.text && h("small", {}, " ", said(c.text))), heard(c.words + (c.house.length ? `, house values: ${c.house.join(", ")}` : ""))];
  const look = `chip${c.look ? ` look-${c.look}` : ""}${c.down ? " down" : ""}`;
  if (!pick) return h("span", { class: look, title: c.words }, inside);
  return h("button", { class: look, title: c.words, "data-k": pick.key, "aria-pressed": pick.hold ? String(pick.on) : null, onclick: pick.does }, inside);
}

// Steps one after the other, such as the lines of a target list.
drawers.trail = (t) => h("li", { class: "trail" }, h("p", { class: "who" }, h("b", {}, said(t.name)), t.title && h("span", { class: "hint" }, said(t.title))),
  h("ol", {}, t.steps.map(([what, words]) => h("li", {}, what && h("small", {}, said(what)), " ", h("span", {}, said(words))))));
