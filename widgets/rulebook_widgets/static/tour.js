// The tour: captions over a table. It marks what is asked for, and sends back what was pressed. No rules here.
import { h, said, heard, popover, ruleText } from "./dom.mjs";
import { commandOf } from "./helpers.mjs";
import { judge } from "./judge.mjs";
import table from "./table.js";

const SIGNS = { right: "✓", near: "≈", no: "✗", unclear: "?" };
const WORDS = { right: "Right.", near: "Right, rounded.", no: "Not yet.", unclear: "" };

function renderTour({ model, el }) {
  const root = h("div", { class: "rb rb-tour", role: "group", "data-lm-suppress-shortcuts": "true" });
  const head = h("div", { class: "guide-head" }), caption = h("div", { class: "caption", role: "status", "aria-live": "polite", "aria-atomic": "true" });
  const asked = h("div", { class: "asked" }), extra = h("div", { class: "extra" }), nudge = h("div", { class: "nudge", role: "status", "aria-live": "polite" });
  const foot = h("div", { class: "guide-foot" }), stage = h("div", { class: "stage" });
  const guide = h("div", { class: "guide", role: "region", "aria-label": "The tour" }, h("div", { class: "words" }, caption, extra, asked, nudge), foot);
  root.append(head, h("div", { class: "both" }, guide, stage));
  const pop = popover(root), uid = `tour-${Math.random().toString(36).slice(2)}`;
  let tour = model.get("tour"), drawn = "", asking = "", nudged = tour.nudge.n, wants = false;

  const guideTo = (name, value) => model.send({ tour: name, value: value ?? null, turn: tour.turn });
  const goes = (name, value) => () => guideTo(name, value);
  const tells = (id) => (event) => pop.open(event.currentTarget, tour.rules[id].cite, ruleText(tour.rules[id]));
  const cite = (id, n, where) => h("button", { class: "cite", type: "button", "data-g": `${where}:${n}`, "aria-haspopup": "dialog", onclick: tells(id) }, said(tour.rules[id].cite));
  const key = (k) => h("kbd", { class: "k", "aria-hidden": "true" }, k);

  // The words. ------------------------------------------------------------------------------------------
  function drawHead() {
    root.setAttribute("aria-label", `${tour.title}, guided tour`);
    root.dataset.mode = tour.mode;
    head.replaceChildren(h("b", {}, said(tour.title)), h("span", { class: "chapter" }, said(tour.mode === "away" ? "Away from the tour" : tour.chapter)),
      h("span", { class: "meta" }, `${tour.step} of ${tour.steps}`, heard(" steps")),
      h("div", { class: "way", "aria-hidden": "true" }, h("i", { "--p": tour.steps > 1 ? (tour.step - 1) / (tour.steps - 1) : 1 })));
  }

  // At a move the last sentence is what to do: it stands out.
  function telling(text) {
    const [, before, last] = tour.wanted.length ? /^(.*[.!?:] )?(.+)$/s.exec(text) : [null, text, ""];
    return [before && said(before), last && h("b", {}, said(last))];
  }

  function drawWords() {
    if (tour.mode === "away") {
      caption.replaceChildren(h("p", { class: "say" }, "You have left the tour. Everything works here: choose, draw, pick what comes, undo."),
        h("p", { class: "hint" }, `Nothing you do here changes the tour: it waits at step ${tour.step}.`));
      extra.replaceChildren();
      return;
    }
    caption.replaceChildren(...[
      tour.theme && h("p", { class: "theme" }, said(tour.theme)),
      tour.happened && h("p", { class: "happened" }, h("span", { class: "tick", "aria-hidden": "true" }, "✓"), h("span", {}, said(tour.happened))),
      h("p", { class: "say" }, telling(tour.say)),
    ].filter(Boolean));
    const cites = [...tour.happened_rules.map((id, n) => cite(id, n, "then")), ...tour.say_rules.map((id, n) => cite(id, n, "say"))];
    extra.replaceChildren(...[
      cites.length > 0 && h("p", { class: "cites" }, h("span", { class: "hint" }, cites.length === 1 ? "The rule: " : "The rules: "), cites.map((c) => [c, " "])),
      tour.arranged && h("p", { class: "hint" }, said(tour.arranged)),
      tour.theme && h("p", { class: "hint" }, `About ${tour.minutes} minutes. You make every move yourself, and you may leave and come back at any step.`),
      tour.why && h("details", { class: "why" }, h("summary", { "data-g": "why" }, "Why this?"), h("p", {}, said(tour.why))),
    ].filter(Boolean));
  }

  // A question: answered in the page, kept by the kernel; the way on is open all the time. ----------------
  function drawAsked() {
    const q = tour.mode === "guided" ? tour.ask : null, now = q ? JSON.stringify([q, tour.step]) : "";
    if (now === asking) return answered(q);
    asking = now;
    asked.replaceChildren();
    if (!q) return;
    const feedback = h("div", { class: "feedback", role: "status", "aria-live": "polite" });
    if (q.kind === "exact") {
      const input = h("input", { type: "text", id: uid, "data-g": "answer", autocomplete: "off", spellcheck: "false", "aria-describedby": `${uid}-how` });
      asked.append(h("form", { onsubmit: (e) => { e.preventDefault(); guideTo("answer", input.value.slice(0, 100)); } },
        h("label", { class: "question", for: uid }, said(q.question)),
        h("div", { class: "does" }, input, h("button", { class: "check", type: "submit", "data-g": "check" }, "Check"),
          h("span", { class: "hint", id: `${uid}-how` }, q.answer.includes("/") ? "A fraction, such as 2/7." : "A number."))), feedback);
    } else {
      asked.append(h("div", { role: "group", "aria-labelledby": uid }, h("p", { class: "question", id: uid }, said(q.question)),
        h("div", { class: "options" }, q.options.map((o, n) => h("button", { class: "option", type: "button", "data-g": `option:${n}`, "aria-pressed": "false", onclick: goes("answer", n) }, h("span", { class: "sign", "aria-hidden": "true" }), said(o.text))))), feedback);
    }
    answered(q);
  }

  function answered(q) {
    if (!q || tour.given === null) return;
    const verdict = judge(q, q.kind === "exact" ? tour.given : [tour.given]), right = verdict.kind === "right";
    for (const [n, b] of [...asked.querySelectorAll(".option")].entries()) {
      b.setAttribute("aria-pressed", String(n === tour.given));
      b.dataset.is = n !== tour.given ? "" : right ? "right" : "no";
      b.querySelector(".sign").textContent = n !== tour.given ? "" : SIGNS[verdict.kind];
    }
    const input = asked.querySelector("input");
    if (input && input.value === "") input.value = tour.given;
    asked.querySelector(".feedback").replaceChildren(h("p", { class: `verdict is-${verdict.kind}` }, h("span", { "aria-hidden": "true" }, `${SIGNS[verdict.kind]} `),
      h("b", {}, WORDS[verdict.kind]), " ", said(verdict.text), right && q.why && [" ", said(q.why)],
      q.rule && verdict.kind !== "unclear" && [" ", h("button", { class: "cite", type: "button", "data-g": "law", "aria-haspopup": "dialog", onclick: (e) => pop.open(e.currentTarget, q.rule.cite, ruleText(q.rule)) }, said(q.rule.cite))]));
  }

  function drawNudge() {
    const n = tour.nudge;
    nudge.replaceChildren(...(n.text ? [h("p", {}, said(n.text)), n.do !== null && h("button", { class: "quiet", type: "button", "data-g": "try", onclick: goes("try", n.do) }, "Try “", said(n.label), "”")] : []).filter(Boolean));
  }

  // The ways on. ------------------------------------------------------------------------------------------
  const button = (name, ...content) => h("button", { type: "button", "data-g": name }, ...content);
  const ways = { back: button("back", "‹ Back ", key("u")), next: button("next", "Next › ", key("n")), leave: button("leave", "Try something else ", key("s")), skip: button("skip", "Skip to…"), restart: button("restart", "Restart") };
  ways.skip.setAttribute("aria-haspopup", "dialog");
  foot.append(ways.back, ways.next, h("span", { class: "gap" }), ways.leave, ways.skip, ways.restart);
  ways.back.onclick = () => tour.can.back && guideTo("back");
  ways.next.onclick = goes("next");
  ways.leave.onclick = () => guideTo(tour.mode === "away" ? "return" : "leave");
  ways.restart.onclick = goes("restart");
  ways.skip.onclick = () => pop.open(ways.skip, "Skip to a chapter", h("p", { class: "rt" }, h("b", {}, "Skip to…")),
    h("div", { class: "skips" }, tour.chapters.map((c) => h("button", { type: "button", "aria-current": c.here && "step", onclick: () => { pop.close(); guideTo("skip", c.step); } }, h("span", { class: "num" }, c.step), " ", said(c.title)))));

  function drawFoot() {
    const away = tour.mode === "away", free = tour.mode === "free", set = (b, name, on) => (on ? b.setAttribute(name, on) : b.removeAttribute(name));
    ways.back.hidden = ways.skip.hidden = ways.restart.hidden = away;
    ways.next.hidden = away || free;
    ways.leave.hidden = free;
    set(ways.back, "aria-disabled", !tour.can.back && "true");
    ways.next.className = tour.can.next ? "main-button" : "";
    set(ways.next, "aria-disabled", !tour.can.next && "true");
    ways.leave.replaceChildren(away ? `Return to step ${tour.step} ` : "Try something else ", key("s"));
    ways.leave.className = away ? "main-button" : "quiet";
  }

  // What is asked for, marked on the table. -----------------------------------------------------------------
  const find = (name) => [...stage.querySelectorAll("[data-k]")].find((e) => e.dataset.k === name);
  const there = () => stage.querySelector(".rb-table").dataset.turn === String(tour.turn);
  function mark() {
    watch.disconnect();
    for (const old of stage.querySelectorAll(".here")) old.remove();
    for (const old of stage.querySelectorAll(".wanted, .pointed")) old.classList.remove("wanted", "pointed");
    if (tour.mode === "guided" && there()) {
      for (const name of tour.wanted) {
        const b = find(name);
        if (!b) continue;
        b.classList.add("wanted");
        b.append(h("span", { class: "here" }, tour.wanted.length > 1 ? "one of these" : "do this"));
      }
      for (const e of stage.querySelectorAll(".zone, .track")) {
        const name = e.getAttribute("aria-label");
        if (tour.point.some((p) => name === p || name.startsWith(`${p}: `))) e.classList.add("pointed");
      }
    }
    watch.observe(stage, { childList: true, subtree: true });
    if (wants && there()) { wants = false; focus(); }
  }
  const watch = new MutationObserver(mark);

  // Where the focus goes after a step: to the marked move, or to the way on.
  function focus() {
    const move = tour.mode === "guided" && tour.wanted.length ? find(tour.wanted[0]) : null;
    const next = move ?? (tour.mode === "guided" ? ways.next : [...stage.querySelectorAll("[data-k]")].find((e) => /^(act:|draw$|again)/.test(e.dataset.k)));
    if (next) next.focus({ preventScroll: true });
    if (tour.mode === "guided") caption.scrollIntoView({ block: "nearest" }); // what is told must be seen first
  }

  function draw() {
    const had = root.contains(root.ownerDocument.activeElement), turned = tour.turn !== model.get("tour").turn, moved = tour.step !== model.get("tour").step || tour.mode !== model.get("tour").mode;
    tour = model.get("tour");
    if (turned) pop.close();
    const { nudge: _, turn: __, given: ___, ...rest } = tour, now = JSON.stringify(rest);
    if (now !== drawn) { drawn = now; drawHead(); drawWords(); drawFoot(); }
    drawAsked();
    if (tour.nudge.n !== nudged || !tour.nudge.text) { nudged = tour.nudge.n; drawNudge(); }
    if (had && moved) wants = true;
    mark();
  }

  // Keys of the tour, before the table hears them. -------------------------------------------------------------
  root.addEventListener("keydown", (event) => {
    if (pop.panel.contains(event.target) || event.target.closest?.(".pop")) return;
    const field = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName), k = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (field || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.repeat) return;
    const guided = tour.mode === "guided";
    const does = k === "s" && tour.mode !== "free" ? ways.leave : guided && (k === "n" || k === "r") ? ways.next : guided && k === "u" ? ways.back : null;
    if (does) {
      event.preventDefault();
      event.stopPropagation();
      does.click();
    } else if (!stage.contains(event.target)) {
      const command = commandOf(model.get("view"), k);
      if (command && there()) { event.preventDefault(); model.send({ ...command, turn: tour.turn }); }
    }
  }, true);
  root.addEventListener("keydown", (event) => event.stopPropagation());

  const stop = table.render({ model, el: stage });
  model.on("change:tour", draw);
  model.on("change:view", mark);
  el.append(root);
  draw();
  return () => { watch.disconnect(); model.off("change:tour", draw); model.off("change:view", mark); stop(); };
}

export default { render: renderTour };
