// The rule book: draws contents, hits and the open page; sends back what was asked for. No rules here.
import { h, said, heard } from "./dom.mjs";
import { arrow } from "./helpers.mjs";
import { pagesOf } from "./book_parts.mjs";

const PAUSE = 60; // ms between two letters before they are searched for

function render({ model, el }) {
  const root = h("div", { class: "rb rb-book", role: "group", "data-lm-suppress-shortcuts": "true" });
  const book = model.get("book"), many = book.games.length > 1;
  const name = many ? "Rule books" : book.games[0].title;
  const box = h("input", { type: "search", "data-k": "find", placeholder: many ? "Search all rules, or type “karen 3.2”" : "Search, or type a number", "aria-label": "Search the rules", autocomplete: "off", spellcheck: "false", maxlength: 200 });
  const left = h("div", { class: "left" }), right = h("div", { class: "right" });
  const status = h("p", { class: "status", role: "status", "aria-live": "polite" }), news = h("p", { class: "vh", "aria-live": "polite" });
  root.append(h("div", { class: "head" }, h("b", {}, said(name)), h("span", { class: "hint" }, many ? `${book.games.length} games` : said(book.games[0].edition)), h("div", { class: "seek", role: "search" }, box)),
    h("div", { class: "main" }, h("div", { class: "shelf" }, left), right), status, news);
  root.setAttribute("aria-label", `${name}, rule book`);
  let timer = 0, from = "", pending = null, closed = new Set(), opened = new Set();

  const ask = (command) => model.send(command);
  const go = (game, id) => () => { pending = "title"; ask({ go: [game, id] }); };
  const page = () => model.get("page");

  // The left side: contents, or what was found. -----------------------------------------------------
  function entry(game, e) {
    const here = page().game === game && page().id === e.id && page().is !== "compare";
    return h("li", { class: `${e.left_out ? "out" : ""}${e.sub ? " sub" : ""}` },
      h("button", { class: "line", "data-k": `at:${game}:${e.id}`, tabindex: "-1", "aria-current": here && "page", onclick: opens(game, e.id) },
        h("span", { class: "num" }, said(e.id)), h("span", { class: "t" }, said(e.title), e.left_out && h("small", {}, "not modelled: ", said(e.why)), e.kind === "house" && h("small", {}, "our ruling"))));
  }

  const opens = (game, id) => (event) => { from = event.currentTarget.dataset.k; go(game, id)(); };

  function chapter(game) {
    const groups = game.groups.map((g) => h("div", { role: "group", "aria-label": g.title }, h("h4", {}, said(g.title)), h("ul", {}, g.entries.map((e) => entry(game.game, e)))));
    if (!many) return groups;
    const details = h("details", { open: !closed.has(game.game) }, h("summary", { "data-k": `game:${game.game}` }, said(game.title), h("small", {}, ` ${game.rules} rules`)), groups);
    details.addEventListener("toggle", () => (details.open ? closed.delete(game.game) : closed.add(game.game)));
    return details;
  }

  function ideas() {
    if (!book.concepts.length) return null;
    return h("div", { role: "group", "aria-label": "Compare" }, h("h4", {}, "Compare the games"), h("ul", {}, book.concepts.map((c) =>
      h("li", {}, h("button", { class: "line", "data-k": `cmp:${c.id}`, tabindex: "-1", "aria-current": page().is === "compare" && page().id === c.id && "page", onclick: (e) => { from = e.currentTarget.dataset.k; pending = "title"; ask({ compare: c.id }); } }, h("span", { class: "t" }, said(c.name)))))));
  }

  function hit(x, n) {
    const kind = { ruling: "ruling", passage: "not modelled", card: "card" }[x.kind];
    return h("li", {}, h("button", { class: "line hit", "data-k": `hit:${n}`, tabindex: "-1", onclick: opens(...x.go) },
      h("span", { class: "t" }, h("b", {}, x.kind !== "card" && [said(x.id), " "], said(x.title)), (many || kind) && h("small", {}, [many && x.book, kind].filter(Boolean).join(" · ")), h("span", { class: "snip" }, said(x.text)))));
  }

  function drawLeft() {
    const { hits, query } = model.get("found"), top = left.scrollTop, active = focusKey(left);
    const searching = hits !== null && box.value.trim() !== "";
    left.replaceChildren(searching
      ? h("nav", { "aria-label": "What was found" }, h("h4", {}, hits.length ? `${hits.length === 12 ? "The best " : ""}${hits.length} for “` : "Nothing found for “", said(query), "”"), h("ul", {}, hits.map(hit)))
      : h("nav", { "aria-label": "Contents" }, ...[...book.games.map(chapter), ideas()].flat().filter(Boolean)));
    const lines = linesOf(), current = lines.find((l) => l.hasAttribute("aria-current"));
    if (lines.length) (lines.find((l) => l.dataset.k === active) ?? current ?? lines[0]).tabIndex = 0;
    left.scrollTop = searching ? 0 : top;
    if (active) lines.find((l) => l.dataset.k === active)?.focus({ preventScroll: true });
    if (!searching && current) inSight(current);
  }

  function inSight(line) {
    const a = line.getBoundingClientRect(), b = left.getBoundingClientRect();
    if (a.top < b.top || a.bottom > b.bottom) left.scrollTop += a.top - b.top - b.height / 3;
  }

  const linesOf = () => [...left.querySelectorAll(".line")].filter((l) => l.offsetParent !== null || !root.isConnected);
  const focusKey = (part) => (part.contains(root.ownerDocument.activeElement) ? root.ownerDocument.activeElement.dataset.k ?? "" : "");

  // The right side: the open page. --------------------------------------------------------------------
  function welcome() {
    return [h("h3", { class: "title", tabindex: "-1", "data-k": "title" }, said(name)),
      h("p", { class: "says" }, "Every passage of the printed rulebook in its order, in our words. Pick one, or search."),
      h("ul", { class: "tips" },
        h("li", {}, h("b", {}, "Show me"), " sets up a position where a rule is at work, and marks what changes."),
        h("li", {}, "Where the print is silent, a page says how we read it, why, and which option reads it otherwise."),
        many && h("li", {}, h("b", {}, "Compare"), " lays the same idea in all games side by side."),
        h("li", {}, h("kbd", { class: "k" }, "/"), " search · ", h("kbd", { class: "k" }, "↑"), " ", h("kbd", { class: "k" }, "↓"), " and ", h("kbd", { class: "k" }, "Enter"), " in the lists · ", h("kbd", { class: "k" }, "Esc"), " back")),
      many && h("section", {}, h("h4", {}, "Compare the games"), h("ul", { class: "chips" }, book.concepts.map((c, n) => h("li", {}, h("button", { class: "chip", "data-k": `idea:${n}`, onclick: () => { pending = "title"; ask({ compare: c.id }); } }, said(c.name))))))];
  }

  function drawRight() {
    const p = page(), kept = focusKey(right), same = right.dataset.at === `${p.is}:${p.game}:${p.id}`;
    right.dataset.at = `${p.is}:${p.game}:${p.id}`;
    const content = { contents: welcome, rule: () => pagesOf.rule(p, opened, go, ask), passage: () => pagesOf.passage(p, go), card: () => pagesOf.card(p, go), compare: () => pagesOf.compare(p, go) }[p.is];
    const folds = same ? new Set([...right.querySelectorAll("details[open] > summary")].map((s) => s.dataset.k)) : new Set();
    if (!same) opened.clear();
    right.replaceChildren(...content().flat().filter(Boolean));
    for (const s of right.querySelectorAll("details > summary")) if (folds.has(s.dataset.k)) s.parentElement.open = true;
    if (!same) right.scrollTop = 0;
    const wanted = pending ?? (kept || null);
    pending = null;
    if (wanted) (right.querySelector(`[data-k="${CSS.escape(wanted)}"]`) ?? right.querySelector("[data-k=title]"))?.focus({ preventScroll: same });
    if (same && p.shown) news.textContent = `The rule at work: ${p.shown.scenes.map((s) => `${s.title}: ${s.words}`).join(". ")}`;
  }

  // Typing, keys. ----------------------------------------------------------------------------------------
  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => ask({ find: box.value }), box.value.trim() ? PAUSE : 0);
  });

  function clear() {
    clearTimeout(timer);
    box.value = "";
    ask({ find: "" });
    drawLeft();
  }

  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const lines = linesOf(), at = lines.indexOf(event.target);
    if (event.target === box) {
      if (event.key === "ArrowDown" && lines.length) { event.preventDefault(); move(lines, 0); }
      if (event.key === "Enter") { event.preventDefault(); if (model.get("found").query === box.value && model.get("found").hits?.length) lines[0].click(); else { pending = "first"; clearTimeout(timer); ask({ find: box.value }); } }
      if (event.key === "Escape" && box.value) { event.preventDefault(); clear(); }
      return;
    }
    if (event.key === "/") { event.preventDefault(); box.focus(); box.select(); return; }
    if (event.key === "Escape") { event.preventDefault(); back(); return; }
    if (at < 0) return;
    const to = /^Arrow(Up|Down)$|^Home$|^End$/.test(event.key) ? arrow(event.key, at, lines.length) : null;
    if (to === null) return;
    event.preventDefault();
    if (event.key === "ArrowUp" && at === 0) box.focus();
    else move(lines, to);
  });

  function move(lines, to) {
    for (const line of lines) line.tabIndex = -1;
    lines[to].tabIndex = 0;
    lines[to].focus();
  }

  // Esc: from the page to the line it was opened from, from a list to the search box, which it empties.
  function back() {
    const lines = linesOf(), line = lines.find((l) => l.dataset.k === from) ?? lines.find((l) => l.hasAttribute("aria-current")) ?? lines[0];
    if (right.contains(root.ownerDocument.activeElement) && line) { move(lines, lines.indexOf(line)); return; }
    if (box.value) clear();
    box.focus();
  }

  const onFound = () => {
    drawLeft();
    const { hits } = model.get("found");
    if (hits) news.textContent = hits.length ? `${hits.length} found; first: ${hits[0].id} ${hits[0].title}` : "Nothing found";
    if (pending === "first" && hits?.length) { pending = null; linesOf()[0].click(); }
  };
  const onPage = () => { drawRight(); drawLeft(); };
  const onStatus = () => {
    status.textContent = "";
    if (model.get("status").text) status.append(said(model.get("status").text));
  };
  const onHeight = () => root.style.setProperty("--most", model.get("height") ? `${model.get("height")}px` : "100000px");
  const watched = { found: onFound, page: onPage, status: onStatus, height: onHeight };
  for (const [trait, does] of Object.entries(watched)) model.on(`change:${trait}`, does);
  el.append(root);
  box.value = model.get("found").query;
  for (const does of [onHeight, drawRight, drawLeft, onStatus]) does();
  return () => { for (const [trait, does] of Object.entries(watched)) model.off(`change:${trait}`, does); };
}

export default { render };
