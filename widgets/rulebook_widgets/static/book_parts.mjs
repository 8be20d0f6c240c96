// The pages of the rule book: each takes a piece of the data and gives elements. `go` opens a page, `ask` sends.
import { h, said, heard } from "./dom.mjs";
import { parts } from "./parts.mjs";

const SIGNS = { new: "+ new", gone: "− gone", changed: "changed" };
const badge = (mark) => mark && h("span", { class: `mark ${mark}` }, SIGNS[mark]);
const list = (items, cls) => h("ul", { class: cls }, items.map((item) => h("li", {}, item)));
const block = (title, ...content) => h("section", {}, h("h4", {}, title), ...content);
const fold = (title, key, ...content) => h("details", {}, h("summary", { "data-k": key }, title), ...content);

// A link to a page: a button, since nothing is fetched.
function link(entry, key, go) {
  return h("button", { class: "link", "data-k": key, onclick: go }, h("span", { class: "cite" }, said(entry.id)), " ", said(entry.title, "u"));
}

// A board, its changed tracks, cards and piles marked.
function board(data, opened, key) {
  const tracks = data.tracks.map((t) => h("div", { class: t.mark && "differs" }, parts.track(t), badge(t.mark)));
  const zones = data.zones.map((z) => {
    const el = parts.zone({ ...z, title: z.title }, opened), row = el && el.querySelector(".row");
    if (!el) return null; // an empty zone that takes no room
    for (const summary of el.querySelectorAll("summary[data-k]")) summary.dataset.k = `${key}:${summary.dataset.k}`;
    z.items.forEach((item, n) => {
      if (!item.mark || !row) return;
      row.children[n].classList.add("differs", item.mark);
      (row.children[n].querySelector("summary") ?? row.children[n]).append(badge(item.mark)); // a closed pile hides all but its summary
    });
    return [z.new_row && h("span", { class: "break" }), el];
  });
  return h("div", { class: "rb-table board" }, tracks, (data.seats ?? []).length > 0 && parts.seats(data.seats), h("div", { class: "zones" }, zones), data.summary.length > 0 && parts.summary(data.summary));
}

function scenes(shown, opened) {
  return h("div", { class: `scenes n${shown.scenes.length}` }, shown.scenes.map((s, n) =>
    h("div", { class: "scene", role: "group", "aria-label": `${s.title}: ${s.words}` },
      h("p", { class: "when" }, s.title), board(s.board, opened, `scene${n}`))));
}

function changes(rows) {
  return h("table", { class: "changes" }, h("caption", { class: "vh" }, "What changed"),
    h("thead", {}, h("tr", {}, ["What changed", "Before", "After"].map((t) => h("th", { scope: "col" }, t)))),
    h("tbody", {}, rows.map((r) => h("tr", {}, h("th", { scope: "row" }, said(r.what)), h("td", {}, said(r.before)), h("td", {}, said(r.after))))));
}

function worked(rows) {
  return h("table", { class: "changes" }, h("caption", { class: "vh" }, "Worked by the rule"),
    h("thead", {}, h("tr", {}, ["Given", "The rule’s result"].map((t) => h("th", { scope: "col" }, t)))),
    h("tbody", {}, rows.map((w) => h("tr", {}, h("td", {}, said(w.inputs.join(", "))), h("td", {}, said(w.output))))));
}

// A position where the rule is at work, what was done, what changed, and which rules did it.
function example(shown, opened, page, go) {
  return h("div", { class: "shown", role: "group", "aria-label": "The rule at work", tabindex: "-1", "data-k": "shown" },
    shown.options.map((o) => h("p", { class: "hint" }, "Here the option “", said(o.name), `” is ${o.on ? "on" : "off"}.`)),
    shown.before_it.length > 0 && h("p", { class: "hint" }, "Before it: ", said(shown.before_it.join(" · "))),
    shown.move && h("p", { class: "did" }, said(shown.move)),
    shown.verdicts.map((v) => h("p", { class: `verdict ${v.ok ? "allowed" : "refused"}` }, h("b", {}, v.ok ? "✓ Allowed: " : "✗ Refused: "), said(v.label),
      !v.ok && [" ", h("span", { class: "cite" }, said(v.cite)), " ", said(v.text)])),
    shown.scenes.length > 0 && scenes(shown, opened),
    shown.result && h("p", { class: "did" }, said(shown.result)),
    shown.worked.length > 0 && worked(shown.worked),
    shown.changes.length > 0 ? changes(shown.changes) : shown.how === "move" && h("p", { class: "hint" }, "Nothing on the table changed."),
    shown.events.length > 0 && h("ol", { class: "events", "aria-label": "The rules that did it, in order" }, shown.events.map((e, n) =>
      h("li", { class: e.id === page.id && "this" }, h("button", { class: "cite", "data-k": `event:${n}`, onclick: go(page.game, e.id) }, said(e.cite)), " ", said(e.text)))));
}

function ruling(r) {
  return h("div", { class: "ruling" }, h("p", {}, h("span", { class: "cite" }, r.id), " ", said(r.text)),
    h("p", { class: "hint" }, "Why: ", said(r.why), `. Mark ${r.mark}.`),
    r.option && h("p", { class: "hint" }, "The option ", h("code", {}, said(r.option)), ` (${r.usual} as shipped) switches it.`),
    r.otherwise && h("p", { class: "hint" }, "Read otherwise by ", said(r.otherwise), "."));
}

const house = (values) => values.length > 0 && h("span", { class: "ours", title: `house values: ${values.join(", ")}` }, " house", heard(` values: ${values.join(", ")}`));

function cards(page, go) {
  return list(page.cards.map((c, n) => [h("button", { class: "chip", "data-k": `card:${n}`, onclick: go(page.game, c.id) }, said(c.name), c.text && h("small", {}, " ", said(c.text)), house(c.house))]), "chips");
}

// The heading, where it stands in print, and the way on.
function head(page, kind) {
  return [
    h("p", { class: "crumb" }, said(page.book || "The same idea, game by game")),
    h("h3", { class: "title", tabindex: "-1", "data-k": "title" }, page.is !== "card" && page.is !== "compare" && h("span", { class: "num" }, said(page.id), " "), said(page.title), kind && h("span", { class: `kind ${kind === "our ruling" ? "house" : ""}` }, kind)),
  ];
}

function rulePage(page, opened, go, ask) {
  return [
    ...head(page, page.kind === "house" ? "our ruling" : "printed"),
    h("p", { class: "says" }, said(page.text)),
    h("p", { class: "hint" }, `${page.kind === "house" ? "Our ruling on" : "In the rulebook"}: `, said(page.where), ` (${page.edition})`),
    page.can_show && h("p", { class: "do" }, h("button", { class: page.shown ? "quiet" : "main-button", "data-k": "show", "aria-expanded": String(Boolean(page.shown)), onclick: () => ask({ show_me: !page.shown }) }, page.shown ? "Hide the example" : "Show me")),
    page.shown && example(page.shown, opened, page, go),
    page.rulings.length > 0 && block(page.rulings.length === 1 ? "How we read it" : "How we read it, point by point", page.rulings.map(ruling)),
    page.related.length > 0 && block("Related rules", list(page.related.map((r, n) => link(r, `rel:${n}`, go(page.game, r.id))), "links")),
    page.concepts.length > 0 && block("The same in other games", list(page.concepts.map((c, n) => h("button", { class: "chip", "data-k": `idea:${n}`, onclick: () => ask({ compare: c.id }) }, "Compare: ", said(c.name))), "chips")),
    page.cards.length > 0 && block(`Cards it touches (${page.cards.length})`, page.cards.length > 6 ? fold("Show them", "fold:cards", cards(page, go)) : cards(page, go)),
    page.tests.length > 0 && block("How it is tested", list(page.tests.map((t) => h("span", { title: t.name }, said(t.says), ".")), "tests")),
    block("The rule as code", fold("Show the code", "fold:code", h("pre", { tabindex: "0", "aria-label": "Code of the rule" }, h("code", {}, page.code)))),
    turn(page, go),
  ];
}

function turn(page, go) {
  const to = (entry, key, arrow) => entry && h("button", { class: "quiet", "data-k": key, onclick: go(page.game, entry.id) }, key === "prev" && `${arrow} `, said(`${entry.id} ${entry.title}`), key === "next" && ` ${arrow}`);
  return h("nav", { class: "turn", "aria-label": "Neighbouring passages" }, to(page.previous, "prev", "←"), h("span", {}), to(page.next, "next", "→"));
}

function passagePage(page, go) {
  return [
    ...head(page, page.status),
    h("p", { class: "says" }, "No rule of ours stands for this passage: ", said(page.why), "."),
    h("p", { class: "hint" }, "In the rulebook: ", said(page.where), ` (${page.edition})`),
    page.related.length > 0 && block("Related passages", list(page.related.map((r, n) => link(r, `rel:${n}`, go(page.game, r.id))), "links")),
    turn(page, go),
  ];
}

function cardPage(page, go) {
  return [
    ...head(page, "card"),
    h("table", { class: "changes values" }, h("caption", { class: "vh" }, "What is on the card"),
      h("thead", {}, h("tr", {}, ["Value", "", "From"].map((t) => (t || null) && h("th", { scope: "col", colspan: t === "Value" ? 2 : null }, t)))),
      h("tbody", {}, page.values.map((v) => h("tr", {}, h("th", { scope: "row" }, said(v.name)), h("td", {}, said(v.value)), h("td", { title: v.what }, v.kind === "house" ? h("span", { class: "ours" }, "house") : v.kind))))),
    block("Rules that touch it", page.related.length ? list(page.related.map((r, n) => link(r, `rel:${n}`, go(page.game, r.id))), "links") : h("p", { class: "hint" }, "No rule names it.")),
  ];
}

function comparePage(page, go) {
  return [
    ...head(page),
    h("p", { class: "says" }, said(page.question)),
    h("div", { class: "columns" }, page.games.map((g) => h("section", { "aria-label": g.title }, h("h4", {}, said(g.title)),
      g.rules.length === 0 && h("p", { class: "hint" }, "This game has no such rule."),
      g.rules.map((r, n) => h("div", { class: "told" }, link(r, `cmp:${g.game}:${n}`, go(g.game, r.id)), h("p", {}, said(r.text)), r.kind === "house" && h("p", { class: "hint" }, "our ruling")))))),
    page.note && h("p", { class: "note" }, said(page.note)),
  ];
}

export const pagesOf = { rule: rulePage, passage: passagePage, card: cardPage, compare: comparePage };
