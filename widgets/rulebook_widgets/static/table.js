// The table: draws the view, sends back what was pressed. No rules here.
import { h, said, heard, popover, ruleText } from "./dom.mjs";
import { arrow, byRule, commandOf, focusAfter, gathered, outcomeText, plural, refused, taking } from "./helpers.mjs";
import { parts } from "./parts.mjs";

const unfolded = (e) => !e.parentElement.closest("details:not([open])") || e.tagName === "SUMMARY";
const PATIENCE = 80; // ms that a position waits for its odds before it is drawn without them

function render({ model, el }) {
  const root = h("div", { class: "rb rb-table", role: "group", "data-lm-suppress-shortcuts": "true" });
  const head = h("div", { class: "head" }), play = h("div", { class: "play" }), side = h("div", { class: "side" }), foot = h("div", { class: "foot" });
  const tray = h("div", { class: "tray", id: `tray-${Math.random().toString(36).slice(2)}`, hidden: true });
  const status = h("p", { class: "status", role: "status", "aria-live": "polite" });
  const news = h("p", { class: "vh", "aria-live": "polite" });
  root.append(head, h("div", { class: "main" }, play, side), status, foot, tray, news);
  const pop = popover(root), opened = new Set(), drawn = new Map(), picked = new Map(), bar = h("div", { class: "bar" });
  let view = model.get("view"), timer = 0, searching = 0;

  const send = (command) => model.send({ ...command, turn: view.turn });
  const does = (command) => () => send(command);
  const tells = (id) => (event) => pop.open(event.currentTarget, view.rules[id].cite, ruleText(view.rules[id]));

  // The regions: each is drawn anew only when its part of the view has changed. ------------------------
  function drawHead() {
    head.replaceChildren(h("b", {}, said(view.title)), parts.flow(view.flow),
      h("span", { class: "meta" }, view.note && [said(view.note), " · "], `seed ${view.seed} · move ${view.at}`));
  }

  function drawPlay() {
    const pickable = pieces();
    const zones = (low) => h("div", { class: `zones${low ? " lower" : ""}` }, view.zones.filter((z) => z.low === low).map((z) => [z.new_row && h("span", { class: "break" }), parts.zone(z, opened, pickable)]));
    play.replaceChildren(...view.tracks.map(parts.track), ...(view.seats.length ? [parts.seats(view.seats)] : []),
      zones(false));
    if (view.summary.length) play.append(parts.summary(view.summary));
    if (view.actions.some((a) => a.pieces.length)) play.append(bar);
    drawBar();
    if (view.cover) play.replaceChildren(cover(view.cover));
    else if (view.waits) play.append(...waits());
    else if (view.chance) play.append(...chance(view.chance));
    else if (view.over) play.append(over(view.over));
    else play.append(...decision());
    if (view.zones.some((z) => z.low)) play.append(zones(true));
  }

  // Pieces of the picture that moves can take: they are picked, and the bar offers the moves that take just these. ----
  function pieces() {
    const seen = new Map();
    return (item) => {
      const nth = seen.get(item.key) ?? 0;
      seen.set(item.key, nth + 1);
      const takes = view.actions.findIndex((a) => a.pieces.includes(item.key));
      if (takes < 0) return null;
      const key = `pick:${item.key}#${nth}`;
      return { key, on: picked.has(key), hold: !view.single, does: () => (view.single ? send({ do: takes }) : pick(key, item)) };
    };
  }

  function pick(key, item) {
    if (!picked.delete(key)) picked.set(key, item);
    for (const b of play.querySelectorAll("[aria-pressed]")) b.setAttribute("aria-pressed", String(picked.has(b.dataset.k)));
    drawBar();
  }

  const has = (test) => view.zones.some((z) => z.items.some(test));
  const pickWords = () => (has((i) => i.is === "mat") ? "tokens" : has((i) => i.is === "die" && i.key) ? "dice or cards" : "cards");

  function drawBar() {
    const rows = view.odds && view.odds.rows.length ? view.odds.rows : null;
    const { exact, more } = taking(view.actions, [...picked.values()].map((i) => i.key));
    const names = [...picked.values()].map((i) => i.words).join(", ");
    bar.replaceChildren(h("p", { class: "hint", role: "status" }, picked.size === 0 ? (view.single ? "Click a piece above to take it, or choose below." : `Click ${pickWords()} above to pick them, or choose below.`)
      : ["Picked: ", said(names), exact.length ? "" : `. ${more ? `Nothing takes just these; ${plural(more, "choice")} would take more with them.` : "Nothing takes these together."}`]));
    if (picked.size) bar.append(h("div", { class: "acts" }, exact.map((place, i) => parts.action({ ...view.actions[place], key: i ? "" : "g" }, `picked:${place}`, rows && rows[place], false, () => send({ do: place })))));
  }

  function cover(c) {
    return h("div", { class: "cover" }, h("p", { class: "result" }, said(c.text)), h("p", { class: "hint" }, "What is private stays hidden until then."),
      h("button", { class: "main-button", "data-k": "ready", onclick: does({ ready: c.seat }) }, h("kbd", { class: "k" }, "y"), " ", said(c.button)));
  }

  function waits() {
    return [h("div", { class: "ask" }, h("h3", {}, said(view.asked[0].toUpperCase() + view.asked.slice(1)))),
      h("div", { class: "draw" }, h("button", { class: "main-button", "data-k": "draw", onclick: does({ go_on: true }) }, h("kbd", { class: "k" }, "d"), " Go on"))];
  }

  function decision() {
    const odds = view.odds, rows = odds && odds.rows.length ? odds.rows : null;
    const goal = odds && odds.offered && odds.goals.length > 1 && h("label", { class: "goal" }, "Odds for ",
      h("select", { "data-k": "goal", onchange: (e) => send({ goal: e.target.value }) },
        odds.goals.map((g) => h("option", { value: g.name, selected: g.name === odds.goal }, g.name))));
    const aim = odds && rows && h("span", { class: "hint" }, goal ? "" : "Odds: ", said(odds.what));
    const ask = (a, i, what) => h("button", { class: "q", "data-k": `why:${i}`, "aria-haspopup": "dialog", onclick: (e) => why(e.currentTarget, a, rows && rows[i], what) },
      h("span", { "aria-hidden": "true" }, "?"), heard(`What ${what} would do`));
    const single = (a, i) => h("div", { class: "arow" }, parts.action(a, i, odds ? (rows ? rows[i] : null) : undefined, view.actions.length > 1, does({ do: i })), ask(a, i, a.label));
    const grouped = (g) => parts.group(g, rows, view.fold, opened, (i) => does({ do: i }), ask(g.actions[0][0], g.actions[0][1], g.title));
    return [
      h("div", { class: "ask" }, h("h3", {}, said(view.asked[0].toUpperCase() + view.asked.slice(1))), goal, aim),
      h("div", { class: "acts", role: "group", "aria-label": "Choices" },
        gathered(view.actions).map((g) => (g.title ? grouped(g) : single(...g.actions[0]))),
        refused(view.forbidden.filter((f) => !f.aside)).map((f, i) => h("div", { class: "arow" }, parts.forbidden(f, i, view.rules[f.rule], tells(f.rule)), h("span", { class: "q" })))),
      odds && (odds.note || odds.why) ? h("p", { class: "hint after" }, said(odds.note || odds.why)) : "",
    ].filter(Boolean);
  }

  function why(at, a, row, what) {
    pop.open(at, `What ${what} would do`, h("p", { class: "rt" }, h("b", {}, said(what)), what !== a.label && h("span", { class: "hint" }, "for one, ", said(a.short))),
      row ? h("p", {}, h("span", { class: "num" }, row.value), row.small && ` (${row.small})`, row.best && (row.tied ? ", tied best" : ", best")) : "",
      row && row.more ? h("p", { class: "hint" }, row.more) : "",
      a.why.length ? h("p", { class: "hint" }, "The rules it would apply:") : "", ...a.why.map((id) => ruleText(view.rules[id])));
  }

  function chance(c) {
    const find = c.search && h("input", { type: "search", "data-k": "find", value: c.find, placeholder: "find an outcome", "aria-label": "Find an outcome",
      oninput: (e) => { clearTimeout(searching); const text = e.target.value; searching = setTimeout(() => model.send({ find: text }), 150); } });
    return [
      h("div", { class: "ask" }, h("h3", {}, c.verb === "Draw" ? "Drawn now: " : `${c.verb}: `, said(c.what))),
      h("div", { class: "draw" },
        h("button", { class: "main-button", "data-k": "draw", onclick: does({ roll: true }) }, h("kbd", { class: "k" }, "d"), ` ${c.verb}`),
        h("button", { class: "quiet", "data-k": "draw:fresh", title: "After an undo the same draw comes again; this asks for another", onclick: does({ roll_fresh: true }) }, h("kbd", { class: "k" }, "f"), ` ${c.verb} afresh`)),
      h("div", { class: "ask low" }, h("h3", {}, "or choose what comes"), find, h("span", { class: "hint" }, outcomeText(c))),
      h("div", { class: "acts outs", role: "group", "aria-label": "Outcomes", tabindex: c.outcomes.length > 8 ? "0" : null },
        c.outcomes.map((o) => parts.outcome(o, does({ choose: o.place }))),
        c.outcomes.length === 0 && h("p", { class: "hint" }, "No outcome has these words.")),
    ];
  }

  function over(o) {
    return h("div", { class: "over" }, h("p", { class: "result" }, said(o.result)),
      h("p", {}, parts.cite(view.rules[o.rule], "end", tells(o.rule)), " ", said(o.text)),
      h("div", { class: "draw" }, h("button", { class: "main-button", "data-k": "again", onclick: does({ new_seed: o.next_seed }) }, `Play again with seed ${o.next_seed}`)));
  }

  function drawSide() {
    const list = h("div", { class: "scroll", tabindex: "0", role: "group", "aria-label": "What happened" },
      ...(view.cover ? [h("p", { class: "hint" }, "Hidden until the next player takes over.")] : parts.log(view.log, view.rules, tells, does({ log: true })).filter(Boolean)));
    side.replaceChildren(h("h3", {}, "What happened"), list);
    const down = () => { list.scrollTop = list.scrollHeight; };
    down();
    requestAnimationFrame(down); // once more when it has its size
  }

  function drawFoot() {
    const button = (key, text, ok, command) => h("button", { "data-k": key, "aria-disabled": ok ? null : "true", onclick: () => ok && send(command) }, text);
    const place = h("span", { class: "hint where" }, `${view.at} of ${view.length}`);
    const slider = h("input", { type: "range", "data-k": "time", min: 0, max: view.length, "aria-label": "Timeline",
      "aria-valuetext": `move ${view.at} of ${view.length}`, "aria-disabled": view.length ? null : "true",
      oninput: (e) => { place.textContent = `${e.target.value} of ${view.length}`; },
      onchange: (e) => send({ go_to: Number(e.target.value) }) });
    slider.value = view.at;
    const open = (key, text) => h("button", { "data-k": key, "aria-expanded": String(tray.dataset.open === key), "aria-controls": tray.id, onclick: () => toggle(key) }, text);
    foot.replaceChildren(
      button("undo", "↶ Undo", view.can.undo, { undo: true }), button("redo", "↷ Redo", view.can.redo, { redo: true }), slider, place,
      h("button", { "data-k": "whynot", "aria-haspopup": "dialog", onclick: (e) => whyNot(e.currentTarget) }, "Why not…?"), open("new", "New game"), open("files", "Save, load"));
  }

  function whyNot(at) {
    pop.open(at, "What is not allowed now, and why", h("p", { class: "rt" }, h("b", {}, "Why not…?")),
      ...byRule(view.forbidden).map((f) => h("div", { class: "no" }, f.labels.map((text) => h("p", { class: "rt" }, said(text))), ruleText(view.rules[f.rule]))),
      view.forbidden.length ? "" : h("p", {}, view.actions.length ? "Everything the rulebook speaks of here is allowed." : "Nobody chooses now, so nothing is forbidden."));
  }

  // The tray under the footer: a new seed, or a file. --------------------------------------------------
  function toggle(key) {
    const closing = tray.dataset.open === key;
    tray.dataset.open = closing ? "" : key;
    tray.hidden = closing;
    if (!closing) tray.replaceChildren(key === "new" ? seedForm() : fileForm());
    for (const b of foot.querySelectorAll("[aria-controls]")) b.setAttribute("aria-expanded", String(b.dataset.k === tray.dataset.open));
    if (!closing) tray.querySelector("input").focus();
  }

  function form(submit, ...content) {
    return h("form", { onsubmit: (e) => { e.preventDefault(); submit(); } }, ...content);
  }

  function seedForm() {
    const input = h("input", { type: "number", step: 1, "data-k": "seed", value: view.seed });
    return form(() => send({ new_seed: input.value }), h("label", {}, "Seed ", input), h("button", { "data-k": "start" }, "Start a new game"),
      h("span", { class: "hint" }, "The same seed gives the same game. Undo brings this one back."));
  }

  function fileForm() {
    const input = h("input", { type: "text", "data-k": "file", value: view.files.name, spellcheck: "false", autocomplete: "off" });
    return form(() => send({ save: input.value }), h("label", {}, "File ", input), h("button", { "data-k": "save" }, "Save"),
      h("button", { type: "button", "data-k": "load", onclick: () => send({ load: input.value }) }, "Load"),
      h("span", { class: "hint" }, "In the folder ", said(view.files.folder)));
  }

  // Drawing, and where the focus goes. ------------------------------------------------------------------
  const regions = [
    [head, drawHead, (v) => [v.title, v.flow, v.note, v.seed, v.at]],
    [play, drawPlay, (v) => [v.turn, v.odds]],
    [side, drawSide, (v) => [v.log, v.cover]],
    [foot, drawFoot, (v) => [v.at, v.length, v.can, v.forbidden.length, v.files]],
  ];

  function draw() {
    clearTimeout(timer);
    timer = 0;
    view = model.get("view");
    const active = root.contains(root.ownerDocument.activeElement) ? root.ownerDocument.activeElement : null;
    const before = active ? active.dataset.k ?? "" : null;
    const typed = active && active.tagName === "INPUT" && active.type !== "range" ? [active.value, active.selectionStart] : null;
    const turn = root.dataset.turn !== String(view.turn);
    if (turn) {
      pop.close();
      picked.clear();
    }
    if (view.cover) {
      pop.panel.replaceChildren(); // nothing of the last player's stays on the page
      news.textContent = "";
    }
    root.dataset.turn = view.turn;
    root.setAttribute("aria-label", `${view.title}, table`);
    for (const [part, drawPart, slice] of regions) {
      const now = JSON.stringify(slice(view));
      if (drawn.get(part) === now) continue;
      drawn.set(part, now);
      drawPart();
    }
    if (turn && before !== null) news.textContent = `${view.words}; ${view.asked}`;
    if (before !== null && !root.contains(root.ownerDocument.activeElement)) focus(before, typed, turn);
  }

  function focus(before, typed, turn) {
    const controls = [...root.querySelectorAll("[data-k]")].filter((e) => e.offsetParent !== null && unfolded(e));
    const there = controls.map((e) => e.dataset.k);
    const key = turn || !there.includes(before) ? focusAfter(before, there, there.filter((k) => /^(act:|draw$|again|ready)/.test(k))) : before;
    const next = controls.find((e) => e.dataset.k === key);
    if (!next) return;
    next.focus({ preventScroll: true });
    if (typed && key === before) { next.value = typed[0]; if (typed[1] !== null) next.setSelectionRange(typed[1], typed[1]); }
  }

  // Keys: inside the table and outside its inputs. ---------------------------------------------------------
  root.addEventListener("keydown", (event) => {
    if (pop.panel.contains(event.target)) return;
    const field = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
    event.stopPropagation();
    if (event.defaultPrevented) return; // a map has dealt with it
    if (field || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const list = [...play.querySelectorAll(".act, .group > summary, [data-k^='pick:']")].filter(unfolded), at = list.indexOf(event.target);
    const onScroll = side.contains(event.target);
    const to = onScroll ? null : arrow(event.key, at, list.length);
    if (to !== null && (at >= 0 || event.target.dataset.k === "draw")) { event.preventDefault(); list[to].focus(); return; }
    const go = /^g$/i.test(event.key) && !event.repeat && bar.querySelector(".act");
    if (go) { event.preventDefault(); go.click(); return; }
    const command = event.repeat ? null : commandOf(view, event.key);
    if (command) { event.preventDefault(); send(command); }
  });

  // A press that has begun ends on the control it began on: what arrives meanwhile is drawn when the finger is up.
  let held = false;
  const press = () => { held = true; };
  const release = () => {
    if (!held) return;
    held = false;
    setTimeout(onView); // after the click
  };
  root.addEventListener("pointerdown", press);
  for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release, true);

  const onView = () => {
    if (held) return;
    const pending = model.get("view").odds === null;
    if (!pending) draw();
    else if (!timer) timer = setTimeout(() => { timer = 0; if (!held) draw(); }, PATIENCE);
  };
  const onStatus = () => {
    const s = model.get("status");
    status.textContent = "";
    status.className = `status ${s.kind || ""}`;
    if (s.text) status.append(said(s.text));
  };
  const onHeight = () => {
    const height = model.get("height");
    root.style.setProperty("--most", height ? `${height}px` : "none");
  };
  model.on("change:view", onView);
  model.on("change:status", onStatus);
  model.on("change:height", onHeight);
  el.append(root);
  draw();
  onStatus();
  onHeight();
  return () => {
    for (const name of ["pointerup", "pointercancel"]) document.removeEventListener(name, release, true);
    model.off("change:view", onView); model.off("change:status", onStatus); model.off("change:height", onHeight);
  };
}

export default { render };
