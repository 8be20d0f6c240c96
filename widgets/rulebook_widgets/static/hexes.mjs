// An island drawn as hexes: ground, rivers, what lies there, figures, a way. Draws the picture that the kernel's
// hex_picture made; no rule is known here.
//
//   const map = drawHexes(el, picture, { look, choose, key, drag });
//   map.draw(picture); map.at; map.go("0,1"); map.preview(way); map.focus();
//
// look(k): the hex under the pointer or the focus changed. choose(k, { side, byKey }): a click, Enter or Space; `side` is
// the direction of the side that was nearest. key(event, k): a key, before it moves the focus; true if it is dealt
// with. drag(keys): the hexes that a pressed pointer passed, for painting; without it one scrolls.
import { h, said } from "./dom.mjs";
import { hexAt, hexBorders, hexBox, hexCostPlace, hexKey, hexMiddle, hexNearSide, hexPoints, hexSeats, hexSide, hexStep, hexUnder, hexWave, hexWay } from "./hex_geometry.mjs";

const HEX_SVG = "http://www.w3.org/2000/svg";
const HEX_LEAST = 0.78, HEX_MOST = 1.55; // how small and how large the picture's units may get, in pixels

// An element of the picture; text is set as text.
function shape(tag, props, ...children) {
  const el = document.createElementNS(HEX_SVG, tag);
  for (const [name, value] of Object.entries(props || {})) if (value !== false && value !== null && value !== undefined) el.setAttribute(name, value);
  for (const child of children.flat(2)) if (child || child === 0) el.append(child instanceof Node ? child : String(child));
  return el;
}
const drawText = (x, y, cls, text) => shape("text", { x: x.toFixed(1), y: y.toFixed(1), class: cls, "text-anchor": "middle" }, text);
const drawDisc = (x, y, r, cls) => shape("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r, class: cls });

const drawFigure = ({ kind, sign }, x, y) => shape("g", { class: `figure ${kind}`, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
  kind === "monster" ? shape("rect", { x: -8.5, y: -8.5, width: 17, height: 17, rx: 4, class: "body" }) : kind === "guardian" ? shape("path", { class: "body", d: "M0 -12 L12 0 L0 12 L-12 0 Z" }) : drawDisc(0, 0, kind === "familio" || kind === "token" ? 7 : 9, "body"),
  drawText(0, 3.8, "in-figure", sign));
const HEX_PEAKS = "M-21 15 L-11 -1 L-5 8 L4 -7 L21 15";
// Signs of what lies on a space, around (0, 0), about 14 wide.
const HEX_SIGN = {
  city: () => [shape("path", { class: "fill", d: "M-8 7 V-1 L-4 -5 L0 -1 V-7 H7 V7 Z" }), shape("path", { class: "hole", d: "M2 -4 h2 v2 h-2 Z M2 0 h2 v2 h-2 Z M-5 1 h2 v2 h-2 Z" })],
  place: () => [shape("path", { class: "line", d: "M-4 7 V-7" }), shape("path", { class: "fill", d: "M-4 -7 L7 -3.5 L-4 0 Z" })],
  sanctuary: () => [shape("path", { class: "fill", d: "M-1.6 8 V2 H1.6 V8 Z" }), shape("path", { class: "fill", d: "M0 -9 L7 3 H-7 Z" }), drawDisc(0, -9, 2, "fill")],
  dungeon: () => [shape("path", { class: "fill", d: "M-7 7 V-1 A7 7 0 0 1 7 -1 V7 Z" }), shape("path", { class: "hole", d: "M-3.4 7 V0 A3.4 3.4 0 0 1 3.4 0 V7 Z" })],
  pin: (text) => [shape("path", { class: "pin", d: "M0 10 L-5.6 2.4 A7.4 7.4 0 1 1 5.6 2.4 Z" }), drawText(0, 0.6, "in-pin", text)],
};

export function drawHexes(el, first, on = {}) {
  const id = `hx-${Math.random().toString(36).slice(2)}`;
  const svg = shape("svg", { role: "presentation", focusable: "false" });
  const box = h("div", { class: "hexes", role: "listbox", "aria-multiselectable": "true", tabindex: "0", "data-k": "hexes" }, svg);
  el.append(box);
  let picture = first, at = "", under = "", drawn = new Map(), keys = [], ring, hover, ahead, pressed = null;

  function draw(next) {
    picture = next;
    keys = picture.hexes.map((hex) => hex.k);
    const [left, top, width, height] = hexBox(picture.hexes);
    svg.setAttribute("viewBox", [left, top, width, height].map((n) => n.toFixed(1)).join(" "));
    svg.style.minWidth = `${Math.round(width * HEX_LEAST)}px`;
    svg.style.maxWidth = `${Math.round(width * HEX_MOST)}px`;
    box.setAttribute("aria-label", picture.label);
    drawn = new Map();
    ring = shape("polygon", { class: "ring" });
    hover = shape("polygon", { class: "hover" });
    ahead = shape("g", { class: "ahead" });
    const ground = picture.hexes.map(drawGround), deaf = { "aria-hidden": "true" };
    svg.replaceChildren(shape("g", { role: "presentation" }, ground), shape("g", { ...deaf, class: "over" },
      hexBorders(picture.hexes, (hex) => hex.territory).map(([a, b]) => shape("path", { class: "border", d: `M${a.join(" ")}L${b.join(" ")}` })),
      picture.rivers.map(drawRiver), drawLine(), ahead, picture.hexes.map(drawThings), drawStops(), hover, ring, drawFigures()));
    const there = keys.includes(at) ? at : picture.start ?? keys[Math.floor(keys.length / 2)] ?? "";
    at = "";
    move(there);
    preview(null);
  }

  function drawGround(hex) {
    const where = [hex.q, hex.r], [x, y] = hexMiddle(where), chosen = hex.k === picture.start || hex.k === picture.goal;
    const kind = [hex.terrain, hex.cost !== null && picture.reach && "reached", picture.reach && hex.cost === null && "beyond", hex.share && "ends"].filter(Boolean).join(" ");
    const option = shape("g", { role: "option", id: `${id}${hex.k.replace(",", "_")}`, "data-hex": hex.k, "aria-label": hex.words, "aria-selected": String(chosen), class: kind },
      shape("polygon", { class: "side", points: hexPoints(where, 0.975) }),
      hex.terrain === "mountain" && shape("polygon", { class: "rim", points: hexPoints(where, 0.87) }),
      hex.terrain === "mountain" && shape("path", { class: "peaks", d: HEX_PEAKS, transform: `translate(${x.toFixed(1)} ${(y + 4).toFixed(1)})` }),
      hex.share && shape("polygon", { class: "share", points: hexPoints(where, 0.9), style: `opacity:${(0.25 + 0.6 * Math.sqrt(hex.weight / 100)).toFixed(2)}` }));
    drawn.set(hex.k, option);
    return option;
  }

  function drawRiver([a, b]) {
    const way = hexWay(hexAt(a), hexAt(b));
    if (!way) return null;
    const side = hexSide(hexAt(a), way), d = hexWave(side);
    return [shape("path", { class: "bank", d }), shape("path", { class: "river", d })];
  }

  function drawThings(hex) {
    const [x, y] = hexMiddle([hex.q, hex.r]);
    const signs = [hex.sanctuary && HEX_SIGN.sanctuary(), hex.city ? HEX_SIGN.city() : hex.name && HEX_SIGN.place(), hex.dungeon && HEX_SIGN.dungeon(), hex.pin && !hex.dungeon && HEX_SIGN.pin(hex.pin)].filter(Boolean);
    const begins = hex.k === picture.start, stops = begins || picture.way.some((step) => step.k === hex.k), count = hex.share || (hex.cost !== null && !stops ? hex.cost : "");
    const below = count !== "" || stops ? (begins && hex.share ? -17 : 19) : 3, level = begins ? 24 : signs.length ? 2.5 : 4.5;
    return shape("g", { class: `things${hex.terrain === "none" ? " adrift" : ""}` },
      signs.map((sign, i) => shape("g", { class: "sign", transform: `translate(${(x + (i - (signs.length - 1) / 2) * 18).toFixed(1)} ${(y + below).toFixed(1)})` }, sign)),
      hex.arrow && drawArrow(hex), hex.name && !(begins && hex.share) && drawText(x, y - 17, hex.city ? "name city" : "name", hex.name),
      count !== "" && drawText(x, y + level, hex.share ? "count share-count" : "count", count),
      hex.dungeon && hex.pin && drawText(x + 13, y + 10, "count level", hex.pin));
  }

  function drawArrow(hex) {
    const [[ax, ay], [bx, by]] = hexSide([hex.q, hex.r], hex.arrow), [x, y] = hexMiddle([hex.q, hex.r]);
    const turn = (Math.atan2((ay + by) / 2 - y, (ax + bx) / 2 - x) * 180) / Math.PI;
    return shape("path", { class: "arrow", d: "M12 -1.6 H19 V-5.5 L28 0 L19 5.5 V1.6 H12 Z", transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${turn.toFixed(0)})` });
  }

  // The way to the target: a line, at each costly side what it costs, at each space what it has cost so far.
  const drawLine = () => shape("g", {}, picture.way.length && ["casing", "way"].map((cls) => shape("polyline", { class: cls, points: wayPoints(picture.way) })));
  function drawStops() {
    const start = picture.start && keys.includes(picture.start) ? hexMiddle(hexAt(picture.start)) : null;
    return shape("g", {}, costChips(picture.way), start && [drawDisc(...start, 10.5, "from"), drawDisc(...start, 4.5, "from-dot")],
      picture.way.map((step) => { const [x, y] = hexMiddle(hexAt(step.k)); return [drawDisc(x, y, 10.5, "stop"), drawText(x, y + 4.2, "in-stop", step.so_far)]; }));
  }
  const wayPoints = (way) => [way[0].from, ...way.map((step) => step.k)].map((k) => hexMiddle(hexAt(k)).map((n) => n.toFixed(1)).join(",")).join(" ");
  const costChips = (way) => way.filter((step) => step.steps > 1).map((step) => {
    const [x, y] = hexCostPlace(hexAt(step.from), hexAt(step.k), (at) => picture.hexes.some((hex) => hex.k === hexKey(at) && hex.name));
    return [shape("rect", { class: "chip", x: (x - 9).toFixed(1), y: (y - 6.5).toFixed(1), width: 18, height: 13, rx: 4 }), drawText(x, y + 3.6, "in-chip", `+${step.steps}`)];
  });

  // The way to the hex that is looked at, thinner than the chosen one.
  function preview(way) {
    ahead.replaceChildren(...(way?.length && way[0].from === picture.start ? [shape("polyline", { class: "try-way", points: wayPoints(way) }), ...costChips(way).flat()] : []));
  }

  function drawFigures() {
    const places = new Map();
    for (const figure of picture.figures) places.set(figure.k, [...(places.get(figure.k) ?? []), figure]);
    return shape("g", { class: "figures" }, [...places].map(([k, here]) => {
      const [x, y] = hexMiddle(hexAt(k)), seats = hexSeats(here.length);
      return here.map((figure, i) => drawFigure(figure, x + seats[i][0], y + seats[i][1]));
    }));
  }

  // Focus and pointer. -----------------------------------------------------------------------------------------
  function move(k) {
    if (!k || k === at) return;
    drawn.get(at)?.classList.remove("at");
    at = k;
    drawn.get(k).classList.add("at");
    ring.setAttribute("points", hexPoints(hexAt(k), 0.93));
    box.setAttribute("aria-activedescendant", drawn.get(k).id);
  }

  function go(k) {
    if (!drawn.has(k)) return;
    move(k);
    const mine = drawn.get(k).getBoundingClientRect(), outer = box.getBoundingClientRect(), edge = 12;
    if (mine.left < outer.left + edge) box.scrollLeft -= outer.left + edge - mine.left;
    if (mine.right > outer.right - edge) box.scrollLeft += mine.right - outer.right + edge;
    if (mine.top < outer.top + edge) box.scrollTop -= outer.top + edge - mine.top;
    if (mine.bottom > outer.bottom - edge) box.scrollTop += mine.bottom - outer.bottom + edge;
    drawn.get(k).querySelector(".side").scrollIntoView({ block: "nearest", inline: "nearest" });
    on.look?.(k);
  }

  function pointed(event) {
    const matrix = svg.getScreenCTM();
    if (!matrix) return null;
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()), where = hexUnder([spot.x, spot.y]), k = hexKey(where);
    return drawn.has(k) ? { k, side: hexNearSide(where, [spot.x, spot.y]) } : null;
  }

  function hovered(event) {
    const found = event && pointed(event), k = found?.k ?? "";
    box.style.cursor = k ? "pointer" : "";
    if (pressed && k && !pressed.includes(k)) { pressed.push(k); drawn.get(k).classList.add("pressed"); }
    on.hover?.(found);
    if (k === under) return;
    under = k;
    hover.setAttribute("points", k ? hexPoints(hexAt(k), 0.93) : "");
    on.look?.(k || at);
  }

  box.addEventListener("pointermove", (event) => hovered(event));
  box.addEventListener("pointerleave", () => { if (!pressed) hovered(null); });
  box.addEventListener("pointerdown", (event) => {
    const found = pointed(event);
    if (!found || event.button !== 0 || !on.drag || !on.drags?.()) return;
    event.preventDefault();
    box.focus({ preventScroll: true });
    box.setPointerCapture?.(event.pointerId);
    pressed = [found.k];
    drawn.get(found.k).classList.add("pressed");
  });
  for (const kind of ["pointerup", "pointercancel"]) box.addEventListener(kind, () => {
    if (!pressed) return;
    const stroke = pressed;
    pressed = null;
    for (const k of stroke) drawn.get(k)?.classList.remove("pressed");
    move(stroke.at(-1));
    if (kind === "pointerup") on.drag(stroke);
  });
  box.addEventListener("click", (event) => {
    const found = pointed(event);
    if (!found || (on.drag && on.drags?.())) return;
    move(found.k);
    on.choose?.(found.k, { side: found.side, byKey: false });
  });
  box.addEventListener("focus", () => on.look?.(at));
  box.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    if (on.key?.(event, at)) { event.preventDefault(); return; }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      on.choose?.(at, { side: null, byKey: true });
      return;
    }
    const to = hexStep(event.key, at, keys);
    if (!to) return;
    event.preventDefault();
    go(to);
  });

  draw(first);
  requestAnimationFrame(() => { // a map that is wider than its place begins where one stands
    const mine = drawn.get(at)?.getBoundingClientRect(), outer = box.getBoundingClientRect();
    if (mine && box.scrollWidth > box.clientWidth) box.scrollLeft += (mine.left + mine.right - outer.left - outer.right) / 2;
  });
  return {
    box, draw, go, preview,
    get at() { return at; },
    focus: () => box.focus({ preventScroll: true }),
    mark: (k, cls, yes = true) => drawn.get(k)?.classList.toggle(cls, yes),
    side: (k, way) => { ahead.replaceChildren(...(way ? [shape("path", { class: "next-side", d: hexWave(hexSide(hexAt(k), way)) })] : [])); },
  };
}

// What the signs mean, for under the map: those that the picture has.
export function hexLegend(picture, more = []) {
  const any = (test) => picture.hexes.some(test), sign = (kind, text) => shape("svg", { viewBox: "-11 -11 22 22", class: "key", "aria-hidden": "true" }, shape("g", { class: "sign" }, HEX_SIGN[kind](text)));
  const hexSign = (kind) => shape("svg", { viewBox: "-38 -33 76 66", class: "key", "aria-hidden": "true" }, shape("g", { class: kind }, shape("polygon", { class: "side", points: hexPoints([0, 0], 0.97) }), kind === "mountain" && [shape("polygon", { class: "rim", points: hexPoints([0, 0], 0.85) }), shape("path", { class: "peaks", d: HEX_PEAKS, transform: "translate(0 4)" })]));
  const line = (cls, d) => shape("svg", { viewBox: "0 0 26 14", class: "key", "aria-hidden": "true" }, shape("path", { class: cls, d }));
  const items = [
    any((x) => x.terrain === "plain") && [hexSign("plain"), "Plain"],
    any((x) => x.terrain === "mountain") && [hexSign("mountain"), "Mountain"],
    picture.rivers.length && [line("river", hexWave([[2, 7], [24, 7]])), "river"],
    any((x) => x.sanctuary) && [sign("sanctuary"), "Sanctuary"],
    any((x) => x.city) && [sign("city"), "city"],
    any((x) => x.name && !x.city) && [sign("place"), "place"],
    any((x) => x.dungeon) && [sign("dungeon"), "dungeon"],
    any((x) => x.pin && !x.dungeon) && [sign("pin", "2"), "Pin, from so many Heroes on"],
    any((x) => x.territory) && [line("border", "M2 7H24"), "territories meet"],
    ...picture.figures.map((figure) => [shape("svg", { viewBox: "-13 -13 26 26", class: "key", "aria-hidden": "true" }, drawFigure(figure, 0, 0)), said(figure.name)]),
    ...more,
  ].filter(Boolean);
  return h("ul", { class: "hex-legend", "aria-label": "Signs" }, items.map(([mark, words]) => h("li", {}, mark, words)));
}
