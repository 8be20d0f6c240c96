// What a quiz says to an answer, tested without a page.
import assert from "node:assert/strict";
import { test } from "node:test";
import { done, entryOf, judge, scoreText, tried } from "../../widgets/rulebook_widgets/static/judge.mjs";

const six = {
  kind: "exact", answer: "5/36", shown: "5/36 (13.89 %)", near: "1/200", near_text: "0.005", example: "3/8, 0.375 or 37.5 %",
  hints: [["1/11", "Eleven sums, but not equally likely."], ["5/18", "Is (1, 5) counted twice?"]],
};
const kind = (text, question = six) => judge(question, text).kind;
const text = (answer, question = six) => judge(question, answer).text;

test("any writing of the exact number is right, and says its lowest terms", () => {
  for (const answer of ["5/36", "10/72", " 50 / 360 "]) assert.equal(kind(answer), "right", answer);
  assert.equal(text("10/72"), "10/72 it is; in lowest terms 5/36 (13.89 %).");
  assert.equal(text("5/36"), "5/36 (13.89 %).");
  const quarter = { ...six, answer: "1/4", shown: "1/4 (25.00 %)" };
  for (const answer of ["0.25", "25 %", "0,25"]) assert.equal(text(answer, quarter), `${answer} is exactly 1/4.`);
});

test("a decimal or a percentage within the tolerance is taken, and the fraction asked for without being told", () => {
  for (const answer of ["0.14", "0,139", "13.9 %", "14%", ".1389"]) {
    assert.equal(kind(answer), "near", answer);
    assert.match(text(answer), /lies within 0\.005.*Which fraction/);
    assert.doesNotMatch(text(answer), /5\/36/);
  }
  assert.equal(kind("0.145"), "no");
  assert.equal(kind("0.14", { ...six, near: "0" }), "no");
});

test("a fraction that is close is not taken; nor is 0 % or 100 % for what is neither", () => {
  assert.equal(text("14/100"), "14/100 is very close, but not it.");
  assert.equal(kind("0 %", { ...six, answer: "1/300", near: "1/200", hints: [] }), "no");
  assert.equal(kind("100 %", { ...six, answer: "299/300", near: "1/200", hints: [] }), "no");
});

test("hints are found by their number, in any writing", () => {
  for (const answer of ["1/11", "2/22", "0.0909", "9.1 %"]) assert.equal(text(answer), "Eleven sums, but not equally likely.", answer);
  assert.equal(text("10/36"), "Is (1, 5) counted twice?");
});

test("other wrong answers get a direction, the opposite or a missing % sign noticed", () => {
  assert.equal(text("1/36"), "1/36 is too small.");
  assert.equal(text("2"), "2 is too large.");
  assert.equal(text("-1/2"), "-1/2 is too small.");
  for (const answer of ["31/36", "0.86", "86 %"]) assert.equal(text(answer), "Is that not the chance of the opposite?", answer);
  for (const answer of ["13.9", "14"]) assert.deepEqual(judge(six, answer), { kind: "unclear", text: `Do you mean ${answer} %?` });
});

test("nonsense is named and costs no try; the example is never the answer", () => {
  for (const answer of ["five", "5/0", "<img src=x>", "1 1/2"]) assert.equal(text(answer), `“${answer}” is not a number: write 3/8, 0.375 or 37.5 %.`);
  assert.equal(text("  "), "Write an answer first.");
  assert.equal(text("1,234"), "“1,234” can be read in two ways: write 1234 or 1.234.");
  assert.ok(text("x".repeat(5000)).length < 120);
  for (const answer of ["five", "", "1,234"]) assert.equal(kind(answer), "unclear");
});

const choice = (over) => ({ kind: "choice", options: [{ text: "a" }, { text: "b" }, { text: "c" }], right: [1], every: false, hints: [[0, "Not a."]], aim: "", ...over });

test("one of the right options is enough, unless all are asked for", () => {
  assert.deepEqual(judge(choice(), [1]), { kind: "right", text: "" });
  assert.deepEqual(judge(choice(), [0]), { kind: "no", text: "Not a." });
  assert.deepEqual(judge(choice(), [2]), { kind: "no", text: "Not that one." });
  assert.equal(judge(choice({ right: [1, 2] }), [2]).kind, "right");
  assert.equal(judge(choice({ right: [1, 2], aim: "to win" }), [2]).text, "2 actions are tied.");
  assert.equal(judge(choice(), []).kind, "unclear");
  assert.equal(judge(choice(), [7]).kind, "unclear");
});

test("where all are asked for, it is said how many are missing or too many", () => {
  const all = choice({ right: [1, 2], every: true });
  assert.equal(judge(all, [1, 2]).kind, "right");
  assert.equal(judge(all, [2, 1, 1]).kind, "right");
  assert.equal(judge(all, [1]).text, "1 is missing.");
  assert.equal(judge(all, [0]).text, "2 are missing, 1 too many. Not a.");
  assert.equal(judge(all, [0, 1, 2]).text, "1 too many. Not a.");
});

test("tries are counted up to the right answer; what cannot be read is none", () => {
  let entry = entryOf(undefined, 1);
  entry = tried(entry, "five", "unclear");
  assert.equal(entry.tries, 0);
  entry = tried(tried(entry, "1/11", "no"), "0.14", "near");
  assert.deepEqual([entry.tries, entry.solved, entry.given], [2, true, "0.14"]);
  entry = tried(entry, "1/2", "no");
  assert.deepEqual([entry.tries, entry.solved], [2, true]);
});

test("an answer given after it was shown solves nothing", () => {
  const entry = tried({ ...entryOf(undefined, 1), shown: true }, "5/36", "right");
  assert.equal(entry.solved, false);
});

test("another question begins anew and remembers how many were solved before", () => {
  const first = tried(entryOf(undefined, 1), "5/36", "right"), second = entryOf(first, 2);
  assert.deepEqual(second, { number: 2, tries: 0, solved: false, shown: false, given: null, before: 1 });
  assert.ok(done(second));
  assert.equal(entryOf(second, 2), second);
  assert.equal(scoreText([first, second, entryOf(undefined, 1)]), "2 of 3 solved");
});
