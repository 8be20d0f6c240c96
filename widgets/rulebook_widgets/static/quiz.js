// The quiz: asks, checks in the page, and keeps what was answered. The kernel is asked only to draw another question.
import { h, said, heard, popover, ruleText } from "./dom.mjs";
import { parts } from "./parts.mjs";
import { done, entryOf, judge, scoreText, tried } from "./judge.mjs";

const PATIENCE = 4000; // ms that another question may take before we say what it needs
const NO_KERNEL = "No kernel has answered yet. Another question is drawn by the rules code, so it needs a running kernel: run this cell again. All other questions work without one.";
const WORDS = { right: "Right.", near: "Right, rounded.", no: "Not yet.", unclear: "" };
const SIGNS = { right: "✓", near: "≈", no: "✗", unclear: "?" };

function render({ model, el }) {
  const root = h("div", { class: "rb rb-quiz", role: "group", "data-lm-suppress-shortcuts": "true" });
  const head = h("div", { class: "head" }), list = h("ol", { class: "asked" }), foot = h("div", { class: "foot" });
  root.append(head, list, foot);
  const pop = popover(root), uid = `quiz-${Math.random().toString(36).slice(2)}`;
  let items = [];

  const questions = () => model.get("questions");
  const entries = () => questions().map((q, i) => entryOf(model.get("progress")[i], q.number));
  function keep(place, entry) {
    model.set("progress", entries().map((old, i) => (i === place ? entry : old)));
    try { model.save_changes(); } catch { /* no kernel: the page keeps it */ }
  }
  const tells = (rule) => (event) => pop.open(event.currentTarget, rule.cite, ruleText(rule));
  const cite = (rule) => h("button", { class: "cite", type: "button", "aria-haspopup": "dialog", onclick: tells(rule) }, said(rule.cite));

  // The head and the foot. ------------------------------------------------------------------------------
  function drawHead() {
    const all = entries(), title = model.get("title");
    head.hidden = !title && all.length < 2;
    root.setAttribute("aria-label", title ? `Quiz: ${title}` : "Quiz");
    head.replaceChildren(h("b", {}, said(title || "Questions")),
      h("span", { class: "pips", "aria-hidden": "true" }, all.map((e) => h("i", { class: done(e) ? "on" : e.shown ? "half" : "" }))),
      h("span", { class: "meta" }, scoreText(all)));
    const tries = all.reduce((sum, e) => sum + e.tries, 0), whole = all.every(done);
    foot.hidden = !all.some((e) => e.given !== null || e.shown || e.before);
    if (foot.childElementCount === 0) foot.append(h("span", { class: "hint" }), h("button", { class: "quiet", type: "button", onclick: again }, "Start again"));
    foot.firstChild.textContent = whole && all.length > 1 ? `All ${all.length} solved, with ${tries} tries.` : "";
  }

  function again() {
    const first = root.querySelector(".asked input");
    model.set("progress", questions().map((q) => ({ ...entryOf(null, q.number) })));
    try { model.save_changes(); } catch { /* no kernel */ }
    items.forEach((item) => item.empty());
    if (first) first.focus();
  }

  // One question. -----------------------------------------------------------------------------------------
  function asked(place) {
    const q = questions()[place], id = `${uid}-${place}-${q.number}`;
    const feedback = h("div", { class: "feedback", id: `${id}-says`, role: "status", "aria-live": "polite", "aria-atomic": "true" });
    const show = h("button", { class: "quiet", type: "button", hidden: true, onclick: () => { keep(place, { ...entry(), shown: true }); answer.focus(); } }, "Show the answer");
    const another = q.drawn && h("button", { class: "quiet", type: "button", onclick: () => draws() }, "Another one");
    const note = q.drawn && h("span", { class: "hint note" }, `No. ${q.number} drawn with seed ${q.seed}`);
    const answer = h("div", { class: "answer", tabindex: "-1", "aria-live": "polite" });
    const fields = q.kind === "exact" ? number(q, id) : options(q, id);
    const waiting = h("p", { class: "hint waiting", role: "status", "aria-live": "polite" });
    const form = h("form", { novalidate: true, onsubmit: (e) => { e.preventDefault(); check(); } },
      fields.body, h("div", { class: "does" }, fields.beside, h("button", { class: "main-button", type: "submit" }, "Check"), show, another, note),
      fields.after, feedback, answer, waiting);
    const item = h("li", {}, questions().length > 1 && h("span", { class: "no-of", "aria-hidden": "true" }, place + 1), form);
    let timer = 0;

    const entry = () => entryOf(model.get("progress")[place], q.number);
    function check() {
      const given = fields.given();
      keep(place, tried(entry(), typeof given === "string" ? given.slice(0, 100) : given, judge(q, given).kind));
    }
    function draws() {
      waiting.textContent = "Drawing…";
      clearTimeout(timer);
      timer = setTimeout(() => { waiting.textContent = NO_KERNEL; }, PATIENCE);
      try { model.send({ another: place, after: q.number }); } catch { clearTimeout(timer); waiting.textContent = NO_KERNEL; }
    }
    function trouble(text) { clearTimeout(timer); waiting.textContent = text; }

    // Draws what was answered: the same words on every page, for they follow from the question and the answer alone.
    let last = null;
    function update() {
      const now = entry(), key = JSON.stringify([now.given, now.shown, now.tries, now.solved]);
      const verdict = now.given === null ? null : judge(q, now.given), out = now.shown || verdict?.kind === "right";
      show.hidden = out || (now.tries < model.get("show_after") && verdict?.kind !== "near");
      if (key === last) return;
      last = key;
      item.dataset.kind = verdict ? verdict.kind : "";
      feedback.replaceChildren(...(verdict ? [h("p", { class: `verdict is-${verdict.kind}` }, h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[verdict.kind]),
        h("span", {}, h("b", {}, WORDS[verdict.kind]), WORDS[verdict.kind] && verdict.text ? " " : "", said(verdict.text)))] : []));
      const because = out && q.why, law = q.rule && (out || (verdict && verdict.kind !== "unclear"));
      answer.replaceChildren(...[now.shown && h("p", {}, h("b", {}, "The answer: "), said(q.shown)), because && h("p", { class: "why" }, said(q.why)),
        law && h("p", { class: "law" }, h("span", { class: "hint" }, out ? "The rule: " : "Look at "), cite(q.rule))].filter(Boolean));
      fields.update(now, verdict, out);
    }
    update();
    return { item, update, trouble, empty: () => { fields.empty(); update(); }, stop: () => clearTimeout(timer), first: () => form.querySelector("input"), data: JSON.stringify(q) };
  }

  // A number to type.
  function number(q, id) {
    const input = h("input", { type: "text", id, autocomplete: "off", spellcheck: "false", autocapitalize: "off", "aria-describedby": `${id}-how ${id}-says` });
    const taken = q.near === "0" ? "" : `; a decimal or a percentage is taken within ${q.near_text}`;
    return {
      body: h("label", { class: "question", for: id }, said(q.question)), beside: input,
      after: h("p", { class: "hint", id: `${id}-how` }, q.answer.includes("/") || taken ? `A fraction${taken}.` : "A number."),
      given: () => input.value,
      empty: () => { input.value = ""; },
      update: (now, verdict) => {
        if (document.activeElement !== input && now.given !== null) input.value = now.given;
        if (verdict && (verdict.kind === "no" || verdict.kind === "unclear")) input.setAttribute("aria-invalid", "true");
        else input.removeAttribute("aria-invalid");
      },
    };
  }

  // Options to choose from, actions or cards of a table among them.
  function options(q, id) {
    const type = q.every ? "checkbox" : "radio", inputs = [], rows = [];
    const input = (place, label) => (inputs[place] = h("input", { type, name: id, value: place, "aria-label": label }));
    const board = q.board && h("div", { class: "rb-table board", role: "group", "aria-label": `The table: ${q.board.words}` }, table(q));
    if (q.kind === "card") [...board.querySelectorAll(".zones .card")].forEach((card, place) => {
      const label = h("label", {}, ...card.childNodes);
      label.prepend(input(place, null));
      card.classList.add("pickable");
      card.replaceChildren(label);
      rows[place] = card;
    });
    else q.options.forEach((o, place) => {
      rows[place] = h("label", { class: q.kind === "action" ? "opt act-of" : "opt", "--p": 0 }, input(place, null), h("span", { class: "t" }, said(o.text)), h("span", { class: "o" }));
    });
    const body = h("fieldset", { "aria-describedby": `${id}-says` }, h("legend", { class: "question" }, said(q.question)),
      q.aim && h("p", { class: "hint" }, "The aim: ", said(q.aim), "."), board,
      q.every && h("p", { class: "hint" }, "Mark all of them."), q.kind !== "card" && h("div", { class: "opts" }, rows));
    return {
      body, beside: null, after: null,
      given: () => inputs.flatMap((i, place) => (i.checked ? [place] : [])),
      empty: () => inputs.forEach((i) => { i.checked = false; }),
      update: (now, verdict, out) => {
        if (now.given !== null) inputs.forEach((i, place) => { i.checked = now.given.includes(place); });
        rows.forEach((row, place) => {
          const good = out && q.right.includes(place);
          row.classList.toggle("best", good);
          if (q.kind === "card") return;
          const o = q.options[place], notes = row.querySelector(".o");
          row.style.setProperty("--p", out && o.p ? o.p : 0);
          notes.replaceChildren(...(out ? [good && h("span", { class: "tag" }, q.aim ? (q.right.length > 1 ? "tied best" : "best") : "right"), o.note && h("span", { class: "num" }, o.note), o.rule && cite(o.rule)] : []).filter(Boolean));
        });
      },
    };
  }

  // A table to look at, drawn as every table is.
  function table(q) {
    const b = q.board, open = new Set();
    return [h("p", { class: "hint" }, said(q.title)), ...b.tracks.map(parts.track),
      h("div", { class: "zones" }, b.zones.map((z) => [z.new_row && h("span", { class: "break" }), parts.zone(z, open)])),
      b.summary.length > 0 && parts.summary(b.summary)].filter(Boolean);
  }

  // Drawing: a question is built anew only when another one stands in its place. ---------------------------------
  function draw() {
    const all = questions();
    items.slice(all.length).forEach((item) => { item.stop(); item.item.remove(); });
    items = all.map((q, place) => {
      const old = items[place];
      if (old && old.data === JSON.stringify(q)) return old;
      const made = asked(place);
      if (!old) { list.append(made.item); return made; }
      const focused = old.item.contains(document.activeElement);
      old.stop();
      old.item.replaceWith(made.item);
      if (focused && made.first()) made.first().focus({ preventScroll: true });
      return made;
    });
    update();
  }
  function update() {
    items.forEach((item) => item.update());
    drawHead();
  }
  function onStatus() {
    const s = model.get("status");
    if (s.text && items[s.place]) items[s.place].trouble(s.text);
  }

  // Keys stay inside: the notebook's shortcuts must not hear them.
  root.addEventListener("keydown", (event) => event.stopPropagation());
  const listeners = { "change:questions": draw, "change:progress": update, "change:title": drawHead, "change:show_after": update, "change:status": onStatus };
  for (const [name, does] of Object.entries(listeners)) model.on(name, does);
  el.append(root);
  draw();
  return () => { items.forEach((item) => item.stop()); for (const [name, does] of Object.entries(listeners)) model.off(name, does); };
}

export default { render };
