// What a quiz says to an answer. Pure: a question and what was given in, a verdict out; tested by node without a page.
import { ambiguous, exactOf, hundredth, less, numberOf, opposite, same, whole, within } from "./rational.mjs";

const EMPTY = { number: 1, tries: 0, solved: false, shown: false, given: null, before: 0 };
const SHOWN = 40; // characters of an answer that are repeated

// kind: "right", "near" (taken, and the fraction is asked for), "no", or "unclear" (no try was used up).
const verdict = (kind, text = "") => ({ kind, text });
const quoted = (text) => { const t = text.trim(); return [...t].length > SHOWN ? `${[...t].slice(0, SHOWN).join("")}…` : t; };

export function judge(question, given) {
  return question.kind === "exact" ? judgeNumber(question, String(given)) : judgeOptions(question, given);
}

function judgeNumber(q, text) {
  const told = quoted(text), got = numberOf(text), want = exactOf(q.answer), near = exactOf(q.near);
  if (told === "") return verdict("unclear", "Write an answer first.");
  if (ambiguous(text)) return verdict("unclear", `“${told}” can be read in two ways: write ${told.replace(",", "")} or ${told.replace(",", ".")}.`);
  if (!got) return verdict("unclear", `“${told}” is not a number: write ${q.example}.`);
  if (same(got, want)) return verdict("right", rightText(q, told, got));
  const close = (a, b) => same(a, b) || (got.rounded && !whole(a) && within(a, b, near));
  const hint = q.hints.find((h) => same(got, exactOf(h[0])));
  if (hint) return verdict("no", hint[1]);
  if (close(got, want)) return verdict("near", `${told} is taken: it lies within ${q.near_text}. Which fraction is it exactly?`);
  const nearHint = q.hints.find((h) => close(got, exactOf(h[0])));
  if (nearHint) return verdict("no", nearHint[1]);
  const share = hundredth(got);
  if (!text.includes("%") && !text.includes("/") && (same(share, want) || (!whole(share) && within(share, want, near))))
    return verdict("unclear", `Do you mean ${told} %?`);
  if (less({ top: 0n, bottom: 1n }, want) && less(want, { top: 1n, bottom: 1n }) && close(got, opposite(want)))
    return verdict("no", "Is that not the chance of the opposite?");
  if (within(got, want, near)) return verdict("no", `${told} is very close, but not it.`);
  return verdict("no", `${told} is too ${less(got, want) ? "small" : "large"}.`);
}

function rightText(q, told, got) {
  if (told === q.answer) return told === q.shown ? "" : `${q.shown}.`;
  if (got.rounded || !told.includes("/")) return `${told} is exactly ${q.answer}.`;
  return `${told} it is; in lowest terms ${q.shown}.`;
}

function judgeOptions(q, given) {
  const picked = [...new Set(given)].filter((p) => q.options[p]);
  if (!picked.length) return verdict("unclear", q.every ? "Mark at least one first." : "Choose one first.");
  const hint = (places) => q.hints.find((h) => places.includes(h[0]))?.[1];
  if (!q.every) {
    if (picked.length === 1 && q.right.includes(picked[0])) return verdict("right", q.right.length > 1 && q.aim ? `${q.right.length} actions are tied.` : "");
    return verdict("no", hint(picked) ?? "Not that one.");
  }
  const extra = picked.filter((p) => !q.right.includes(p)), missing = q.right.filter((p) => !picked.includes(p));
  if (!extra.length && !missing.length) return verdict("right");
  const counts = [missing.length && `${missing.length} ${missing.length === 1 ? "is" : "are"} missing`, extra.length && `${extra.length} too many`];
  const text = `${counts.filter(Boolean).join(", ")}.`;
  return verdict("no", [text[0].toUpperCase() + text.slice(1), hint(extra)].filter(Boolean).join(" "));
}

// How far a question is: its entry of `progress`, begun anew when another one was drawn in its place.
export function entryOf(entry, number) {
  if (!entry) return { ...EMPTY, number };
  return entry.number === number ? entry : { ...EMPTY, number, before: entry.before + (entry.solved ? 1 : 0) };
}

// The entry after a check.
export function tried(entry, given, kind) {
  const counts = kind !== "unclear" && !entry.solved;
  return { ...entry, given, tries: entry.tries + (counts ? 1 : 0), solved: entry.solved || ((kind === "right" || kind === "near") && !entry.shown) };
}

export const done = (entry) => entry.solved || entry.before > 0;

export function scoreText(entries) {
  return `${entries.filter(done).length} of ${entries.length} solved`;
}
