// The parts of a table: each takes a piece of the view and gives an element.
import { h, said, heard } from "./dom.mjs";
import { minus, plural, shortValue, trackMarks, trackText } from "./helpers.mjs";

function flow(steps) {
  return h("ol", { class: "flow", "aria-label": "Steps of the turn" },
    steps.map((s) => h("li", { "aria-current": s.active && "step" }, said(s.name))));
}

function track(t) {
  const marks = trackMarks(t);
  return h("div", { class: `track ${t.kind}`, role: "img", "aria-label": trackText(t) },
    h("span", { class: "hint" }, said(t.name), ` ${minus(t.value)}`, !marks && ` of ${t.most}`),
    marks ? marks.map((on) => h("i", { class: on && "on" }))
      : h("span", { class: "bar" }, h("b", { "--p": Math.max(0, Math.min(1, t.value / t.most)) })));
}

// A skull: its shape is in the style sheet, so that no font is needed.
const skull = () => h("i", { class: "skull" });

// So many skulls; a number beside one where they are too many to draw.
const skulls = (n, most = 4) => (n > most ? [h("b", {}, n), skull()] : Array.from({ length: n }, skull));

// A die. `pick`: what a click on it does, where moves can take it; without it the die is a picture.
function die(d, pick) {
  const face = d.marks === null ? h("b", {}, d.count === 1 ? d.colour[0].toUpperCase() : d.count) : skulls(d.marks);
  const look = `die ${d.colour}${d.dim ? " dim" : ""}${d.marks === null ? " still" : ""} m${Math.min(d.marks ?? 0, 5)}`;
  if (!pick) return h("li", { class: look, title: d.words }, heard(d.words), h("span", { class: "face", "aria-hidden": "true" }, face));
  return h("li", {}, h("button", { class: look, title: d.words, "data-k": pick.key, "aria-pressed": pick.hold ? String(pick.on) : null, onclick: pick.does },
    heard(d.words), h("span", { class: "face", "aria-hidden": "true" }, face)));
}

// A space of a row: its number and what is printed there, the card on it, the pieces on it.
function space(s) {
  const state = `space${s.small ? " small" : ""}${s.now ? " now" : ""}${s.done ? " done" : ""}`;
  return h("li", { class: state, title: s.words }, heard(s.words),
    h("span", { class: "where", "aria-hidden": "true" }, h("b", {}, said(s.title)), s.notes.map((n) => h("span", {}, said(n))), s.done && h("span", { class: "ok" }, "✓")),
    s.card ? h("div", { class: "on", "aria-hidden": "true" }, cardBody(s.card, "div")) : h("div", { class: "on none", "aria-hidden": "true" }),
    s.tokens.length > 0 && h("span", { class: "tokens", "aria-hidden": "true" }, s.tokens.map((t) => h("span", {}, said(t)))));
}

// The players and what lies openly before each.
function seats(list) {
  const mini = (s) => ["white", "red", "black"].map((c) => [c, s.dice.filter((d) => d.colour === c).length]).filter(([, n]) => n > 0);
  return h("ul", { class: "seats", "aria-label": "Players" }, list.map((s) =>
    h("li", { class: `seat${s.turn ? " turn" : ""}${s.title ? " titled" : ""}` }, heard(s.words), h("div", { "aria-hidden": "true" },
      h("p", { class: "who" }, h("b", {}, `Player ${s.number + 1}`), s.title && h("span", {}, said(s.title)), s.who && h("span", { class: "hint" }, said(s.who))),
      h("dl", {}, s.facts.map(([what, value]) => h("div", {}, h("dt", {}, said(what)), h("dd", {}, said(value))))),
      s.dice.length > 0 && h("p", { class: "minis" }, mini(s).map(([c, n]) => h("span", {}, h("i", { class: `mini ${c}` }), `${n} ${c}`))),
      s.mark && h("p", { class: "mark" }, said(s.mark))))));
}

function card(c, pick, key, opened) {
  if (c.side) return twoSided(c, pick, key, opened);
  if (!pick) return cardBody(c, "li");
  return h("li", {}, cardBody(c, "button", pressed(pick)));
}

const pressed = (pick) => ({ "data-k": pick.key, "aria-pressed": pick.hold ? String(pick.on) : null, onclick: pick.does });

// A card with two sides; where the other one is known, a button below turns it over to look.
function twoSided(c, pick, key, opened) {
  const place = h("div", { class: "face" }), turned = () => c.other !== null && opened.has(key);
  const show = () => place.replaceChildren(sideBody(turned() ? c.other : c, turned(), pick ? "button" : "div", pick ? pressed(pick) : {}));
  const turn = c.other && h("button", { class: "flip", "data-k": key, "aria-pressed": String(turned()), onclick: () => {
    if (!opened.delete(key)) opened.add(key);
    turn.setAttribute("aria-pressed", String(turned()));
    show();
  } }, h("span", { "aria-hidden": "true" }, "⟲ turn over"), heard(`Look at the other side of ${c.name}`));
  show();
  return h("li", { class: "two" }, place, turn);
}

// One side of a card, its print line by line.
function sideBody(c, over, tag, more) {
  const foot = [c.note, c.house.length > 0 && "house"].filter(Boolean).join(" · ");
  const number = c.kind === "move" ? glyph(c.number) : c.number === null ? null : [minus(c.number), c.kind === "damage" && h("small", {}, " damage")];
  return h(tag, { ...more, class: `card sided ${c.side.toLowerCase().replace(/[^a-z]+/g, "-")}${over ? " over" : ""}`, title: c.words },
    heard(`${over ? "turned over: " : ""}${c.words}${c.house.length ? `, house values: ${c.house.join(", ")}` : ""}`),
    h("span", { class: "print", "aria-hidden": "true" },
      h("span", { class: "band" }, h("span", {}, said(c.side)), c.badge && h("b", {}, said(c.badge))),
      h("span", { class: "name" }, said(c.name)),
      number !== null && h("span", { class: `n ${c.kind}` }, c.kind === "cost" && h("small", {}, "costs "), number),
      c.lines.map(([what, text]) => h("span", { class: "said" }, what && h("small", {}, said(what), " "), said(text))),
      h("span", { class: "low" },
        h("span", {}, c.count > 1 ? `${c.count} cards` : "", c.corner && [c.count > 1 ? " · " : "", "other side ", glyph(c.corner)]), foot && h("span", {}, said(foot)))));
}

// A move of a combat: an arrow or a letter; any other word as it is.
const ARROWS = { left: "←", right: "→", up: "↑", down: "↓" };
const pad = (move, on) => h("i", { class: `pad${ARROWS[move] ? "" : " round"}${on ? " on" : ""}` }, ARROWS[move] ?? move);
const glyph = (text) => (/^(left|right|up|down|A|B)$/.test(text) ? pad(text) : said(text));

// Moves that deal damage together; those that are there are filled.
function combo(c) {
  const state = c.state.startsWith("made") ? " made" : c.state ? " ready" : "";
  return h("li", { class: `combo${state}`, title: c.words }, heard(c.words), h("span", { class: "how", "aria-hidden": "true" },
    h("span", { class: "name" }, said(c.name), " ", h("b", {}, c.damage), h("small", {}, " damage")),
    h("span", { class: "moves" }, c.moves.map((m, i) => pad(m, c.have[i]))),
    c.state && h("span", { class: "tag" }, c.state.startsWith("made") ? "✓ " : "★ ", said(c.state))));
}

function cardBody(c, tag, more) {
  const show = (cls, text) => text !== "" && text !== null && h("span", { class: cls, "aria-hidden": "true" }, said(text));
  const foot = [c.used && "used", c.down && "face down", c.note, c.house.length > 0 && "house"].filter(Boolean).join(" · ");
  return h(tag, { ...more, class: `card ${c.kind}${c.used ? " used" : ""}${c.down ? " down" : ""}${c.grades.length || c.box ? " wide" : ""}`, title: c.words },
    heard(c.words + (c.house.length ? `, house values: ${c.house.join(", ")}` : "")),
    c.kind === "skulls" ? h("span", { class: "n", "aria-hidden": "true" }, skulls(c.number)) : show("n", minus(c.number)), show("badge", c.badge), show("box", c.box), show("name", c.name), grades(c.grades), show("ab", c.text),
    h("span", { class: "low", "aria-hidden": "true" },
      h("span", {}, c.count > 1 ? `${c.count} cards` : ""), h("span", {}, said(foot))));
}

// The values a card has by turns, the one that counts marked.
function grades(list) {
  return list.length > 0 && h("span", { class: "grades", "aria-hidden": "true" },
    list.map((g) => h("span", { class: `grade ${g.tint}${g.now ? " now" : ""}` }, said(g.name), " ", h("b", {}, minus(g.value)))));
}

// What is opened stays open when it is drawn anew. Noted at the click: the toggle comes later, perhaps after a redraw.
function remembers(details, key, opened) {
  details.querySelector("summary").addEventListener("click", () => (details.open ? opened.delete(key) : opened.add(key)));
}

// A card known to be in a pile.
function known(c) {
  return h("li", { title: c.words }, heard(c.words), h("span", { class: `num ${c.kind}`, "aria-hidden": "true" }, minus(c.number)),
    h("span", { "aria-hidden": "true" }, said(c.name), c.count > 1 && h("b", {}, ` ×${c.count}`), c.text && h("small", {}, " ", said(c.text))));
}

function pile(p, key, opened) {
  const look = `pile${p.face_down ? " down" : ""}${p.count ? "" : " none"}`;
  const size = [h("span", { "aria-hidden": "true", class: "size" }, p.count), heard(`${p.name}: ${p.count} cards${p.face_down ? ", face down" : ""}`)];
  if (!p.cards.length) return h("div", { class: "pilebox" }, h("div", { class: look }, size), p.text && h("span", { class: "hint" }, said(p.text)));
  const layers = p.layers.length ? p.layers : [{ title: "", cards: p.cards }];
  const details = h("details", { class: p.text ? null : "pilebox", open: opened.has(key) },
    h("summary", { class: look, "data-k": key, title: "What is in it" }, size, h("span", { class: "peek", "aria-hidden": "true" }, p.face_down ? "what is in it" : "look")),
    h("div", { class: "inside" }, layers.map((l) => [l.title && h("p", { class: "hint" }, said(l.title)), h("ul", {}, l.cards.map(known))])));
  remembers(details, key, opened);
  return p.text ? h("div", { class: "pilebox" }, details, h("span", { class: "hint" }, said(p.text))) : details;
}

function zone(z, opened, pickable = () => null) {
  if (z.slim && z.items.length === 0) return null;
  const piles = z.items.every((i) => i.is === "pile");
  return h("div", { role: "group", "aria-label": z.title, class: `zone${z.new_row ? " new" : ""}` }, h("h3", {}, said(z.title)),
    z.items.length === 0 ? h("p", { class: "empty" }, said(z.empty))
      : piles ? h("div", { class: "row" }, z.items.map((p) => pile(p, `pile:${z.title}:${p.name}`, opened)))
        : h("ul", { class: `row${z.items.every((i) => i.is === "space") ? " spaces" : ""}${z.tight ? " tight" : ""}`, "--n": z.items.length }, z.items.map((i, n) => drawn(i, n, z, opened, pickable))));
}

// Kinds of pieces that another file draws: kind -> (piece, pickable) => element.
export const drawers = {};

function drawn(i, n, z, opened, pickable) {
  if (drawers[i.is]) return drawers[i.is](i, pickable);
  if (i.is === "pile") return h("li", {}, pile(i, `pile:${z.title}:${i.name}`, opened));
  if (i.is === "space" || i.is === "combo") return (i.is === "space" ? space : combo)(i);
  const pick = i.key ? pickable(i) : null;
  return i.is === "die" ? die(i, pick) : card(i, pick, `turn:${z.title}:${n}:${i.name}`, opened);
}

function summary(pieces) {
  return h("p", { class: "sum" }, pieces.map((m) => (m.kind === "need" ? h("em", {}, m.text) : m.kind ? h("b", {}, m.text) : said(m.text))));
}

// One button for a legal action; `odds` is its row, null when there is none, undefined while it is reckoned.
function action(a, place, odds, many, does) {
  return h("button", { class: `act${odds && odds.best && many ? " best" : ""}`, "data-k": `act:${place}`, "--p": odds ? odds.p : 0, onclick: does, title: odds && odds.more },
    a.key && h("kbd", { class: "k" }, a.key), a.whole ? [h("span", { class: "t", "aria-hidden": "true" }, said(a.label)), heard(a.whole)] : h("span", { class: "t" }, said(a.label)),
    odds && odds.best && many && h("span", { class: "tag" }, odds.tied ? "tied best" : "best"),
    odds === undefined ? h("span", { class: "o hint" }, "reckoning…")
      : odds && h("span", { class: "o" }, h("span", { title: odds.value }, shortValue(odds.value)), " ", odds.small && h("small", {}, odds.small)));
}

// Several actions under one heading, each a small button; `rows` are their odds as for `action`. Where there are
// very many choices, a group is folded until it is opened.
function group(g, rows, fold, opened, does, ask) {
  const chips = h("div", { class: "chips" }, g.actions.map(([a, place]) => action({ ...a, label: a.short, whole: a.label }, place, rows && rows[place], true, does(place))));
  if (!fold) return h("div", { class: "group", role: "group", "aria-label": g.title }, h("div", { class: "arow" }, h("h4", {}, said(g.title)), ask), chips);
  const key = `group:${g.title}`, best = rows && g.actions.some(([, place]) => rows[place].best);
  const details = h("details", { class: "group", open: opened.has(key) },
    h("summary", { "data-k": key }, h("span", { class: "t" }, said(g.title)), best && h("span", { class: "tag" }, "best"), h("span", { class: "o hint" }, plural(g.actions.length, "way"))),
    h("div", { class: "arow" }, chips, ask));
  remembers(details, key, opened);
  return details;
}

function forbidden(f, place, rule, tells) {
  return h("button", { class: "act", "aria-disabled": "true", "data-k": `no:${place}`, onclick: tells },
    h("span", { class: "t" }, said(f.label)), h("span", { class: "o" }, h("span", { class: "cite" }, said(rule.cite))));
}

function outcome(o, does) {
  return h("button", { class: "act slim", "data-k": `out:${o.place}`, "--p": o.p, onclick: does },
    h("span", { class: "t" }, said(o.label)), h("span", { class: "o" }, h("span", { title: o.value }, shortValue(o.value)), " ", h("small", {}, o.percent)));
}

function cite(rule, key, tells) {
  return h("button", { class: "cite", "data-k": key, "aria-haspopup": "dialog", title: rule.title, onclick: tells },
    rule.id, rule.kind === "house" ? " ruling" : "", heard(` ${rule.title}`));
}

function log(data, rules, tells, all) {
  const last = data.moves.length - 1;
  return [
    data.earlier > 0 && h("button", { class: "quiet", "data-k": "log", onclick: all }, `Show ${data.earlier} earlier`),
    h("ol", { class: "log", "aria-label": "Moves, the newest last" }, data.moves.map((m, i) =>
      h("li", { "aria-current": i === last && "true" }, !(m.drawn && m.events.length) && h("div", { class: "mv" }, `${m.n} · `, h("b", {}, said(m.label))),
        m.events.map((e, j) => h("p", {}, m.drawn && j === 0 && h("span", { class: "mv" }, `${m.n} · `), cite(rules[e.rule], `log:${m.n}:${j}`, tells(e.rule)), " ", said(e.text)))))),
    last < 0 && h("p", { class: "hint" }, "Nothing yet: every move will stand here with the rules that did it."),
  ];
}

export const parts = { flow, track, seats, zone, summary, action, group, forbidden, outcome, cite, log };
