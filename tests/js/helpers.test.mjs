// The table's pure helpers, tested by node without a page: `node --test tests/js`.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as helpers from "../../widgets/rulebook_widgets/static/helpers.mjs";

const { arrow, byRule, commandOf, focusAfter, gathered, minus, outcomeText, plural, refused, shortValue, taking, trackMarks, trackText } = helpers;
const view = (over = {}) => ({ actions: [{ key: "1" }, { key: "a" }, { key: "" }], can: { undo: true, redo: false }, chance: null, ...over });

test("a number or letter plays the action that shows it, in either case", () => {
  assert.deepEqual(commandOf(view(), "1"), { do: 0 });
  assert.deepEqual(commandOf(view(), "A"), { do: 1 });
  assert.equal(commandOf(view(), "9"), null);
});

test("u and r go back and forth only where there is a move", () => {
  assert.deepEqual(commandOf(view(), "u"), { undo: true });
  assert.equal(commandOf(view(), "r"), null);
  assert.deepEqual(commandOf(view({ can: { undo: false, redo: true } }), "r"), { redo: true });
});

test("d and f draw only while something is drawn", () => {
  assert.equal(commandOf(view(), "d"), null);
  const drawing = view({ actions: [], chance: {} });
  assert.deepEqual(commandOf(drawing, "d"), { roll: true });
  assert.deepEqual(commandOf(drawing, "f"), { roll_fresh: true });
});

test("other keys, and keys without an action, do nothing", () => {
  for (const key of ["Enter", " ", "Tab", "", "z", "Escape"]) assert.equal(commandOf(view(), key), null);
});

test("arrows walk the list and stop at its ends", () => {
  assert.equal(arrow("ArrowDown", 0, 3), 1);
  assert.equal(arrow("ArrowUp", 0, 3), 0);
  assert.equal(arrow("ArrowRight", 2, 3), 2);
  assert.equal(arrow("Home", 2, 3), 0);
  assert.equal(arrow("End", 0, 3), 2);
  assert.equal(arrow("ArrowDown", -1, 3), 0);
  assert.equal(arrow("ArrowUp", -1, 3), 2);
  assert.equal(arrow("x", 0, 3), null);
  assert.equal(arrow("ArrowDown", -1, 0), null);
});

test("after a move the focus is on the first choice; a lasting control keeps it", () => {
  const there = ["act:0", "act:1", "undo", "redo"];
  assert.equal(focusAfter("act:1", there, ["act:0", "act:1"]), "act:0");
  assert.equal(focusAfter("draw", there, ["act:0"]), "act:0");
  assert.equal(focusAfter("undo", there, ["act:0"]), "undo");
  assert.equal(focusAfter("gone", ["undo"], []), "undo");
  assert.equal(focusAfter(null, there, ["act:0"]), null);
});

test("a long fraction is shown as a decimal, marked as such; a short one as it is", () => {
  assert.equal(shortValue("223/360"), "223/360");
  assert.equal(shortValue("1234567890123/2469135780246"), "≈ 0.500000");
  for (const minus of "-−") assert.equal(shortValue(`${minus}1234567890123/3703703670369`), "≈ −0.333333");
  assert.equal(shortValue("12345678901234567890"), "12345678901234567890");
  assert.equal(shortValue("99999999999999/100000000000000"), "≈ 1.000000");
});

test("tracks show one mark a point, none when there are too many or none at all", () => {
  assert.deepEqual(trackMarks({ value: 1, most: 3 }), [true, false, false]);
  assert.deepEqual(trackMarks({ value: -1, most: 2 }), [false, false]);
  assert.equal(trackMarks({ value: 5, most: 41 }), null);
  assert.equal(trackMarks({ value: 0, most: 0 }), null);
  assert.equal(trackText({ name: "HP", value: 14, most: 20 }), "HP: 14 of 20");
});

test("what is listed of many outcomes is said", () => {
  const many = { outcomes: Array(200), count: 435, found: 435, find: "" };
  assert.equal(outcomeText(many), "the 200 likeliest of 435; find the others by their name");
  assert.equal(outcomeText({ outcomes: [1], count: 435, found: 1, find: "ship" }), "1 outcome of 435 found");
  assert.equal(outcomeText({ ...many, found: 300, find: "a" }), "300 outcomes of 435 found; the 200 likeliest are listed");
  assert.equal(outcomeText({ outcomes: [1, 2], count: 2, found: 2, find: "" }), "");
});

test("small words", () => {
  assert.equal(plural(1, "move"), "1 move");
  assert.equal(plural(2, "move"), "2 moves");
  assert.equal(minus(-1), "−1");
  assert.equal(minus("-x"), "-x");
});

test("actions that stand alone come first, then the groups, and each keeps its place", () => {
  const actions = [{ label: "a" }, { label: "b", group: "g" }, { label: "c" }, { label: "d", group: "g" }, { label: "e", group: "h" }];
  const told = gathered(actions).map((g) => [g.title, ...g.actions.map(([a, place]) => `${place}${a.label}`)]);
  assert.deepEqual(told, [["", "0a"], ["", "2c"], ["g", "1b", "3d"], ["h", "4e"]]);
});

test("what is refused stands one by one while it is little, else a line for each rule", () => {
  const no = ["a", "b", "c"].map((label, i) => ({ label, rule: i < 2 ? "1" : "2" }));
  assert.deepEqual(byRule(no), [{ rule: "1", labels: ["a", "b"] }, { rule: "2", labels: ["c"] }]);
  assert.deepEqual(refused(no), no);
  assert.deepEqual(refused(no, 2), [{ rule: "1", label: "a; b" }, { rule: "2", label: "c" }]);
});

test("y takes over a covered table, and d lets bots go on", () => {
  assert.deepEqual(commandOf(view({ actions: [], cover: { seat: 2 } }), "y"), { ready: 2 });
  assert.equal(commandOf(view({ actions: [] }), "y"), null);
  assert.deepEqual(commandOf(view({ actions: [], waits: true }), "d"), { go_on: true });
});

test("pieces that are picked name the actions that take just these, each as often as it is picked", () => {
  const actions = [{ pieces: ["a"] }, { pieces: ["a", "a"] }, { pieces: ["a", "b"] }, { pieces: [] }, { pieces: ["b", "a"] }];
  assert.deepEqual(taking(actions, ["a"]), { exact: [0], more: 3 });
  assert.deepEqual(taking(actions, ["a", "a"]), { exact: [1], more: 0 });
  assert.deepEqual(taking(actions, ["b", "a"]), { exact: [2, 4], more: 0 });
  assert.deepEqual(taking(actions, ["c"]), { exact: [], more: 0 });
});

test("what ends much stands below all groups", () => {
  const actions = [{ label: "stop", last: true }, { label: "a", group: "g" }, { label: "b", group: "g" }, { label: "c" }];
  assert.deepEqual(gathered(actions).map((g) => g.actions.map(([a]) => a.label).join()), ["c", "a,b", "stop"]);
});
