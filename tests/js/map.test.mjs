// The pure helpers of the policy map.
import assert from "node:assert/strict";
import { test } from "node:test";
import { backgroundOf, cellKey, cellWords, edgesOf, lettersOf, paintOf } from "../../widgets/rulebook_widgets/static/map.mjs";

test("the seventh action shares the first one's tint and is striped", () => {
  assert.deepEqual([paintOf(0), paintOf(6)], [{ tint: 0, striped: false }, { tint: 0, striped: true }]);
});

test("ties share a cell: a band and a letter each", () => {
  assert.equal(backgroundOf([]), "none");
  assert.equal(backgroundOf([1]), "var(--tint1)");
  assert.equal(backgroundOf([0, 1]), "linear-gradient(135deg, var(--tint0) 0.0% 50.0%, var(--tint1) 50.0% 100.0%)");
  assert.deepEqual([lettersOf(["D"]), lettersOf(["D", "C", "U"]), lettersOf(["D", "C", "U", "S"])], ["D", "DCU", "DC+2"]);
});

test("the arrows walk the grid, up is up, and stop at the edges", () => {
  assert.deepEqual(cellKey("ArrowUp", [0, 0], 3, 2), [0, 1]);
  assert.deepEqual(cellKey("ArrowDown", [0, 0], 3, 2), [0, 0]);
  assert.deepEqual([cellKey("End", [0, 1], 3, 2), cellKey("Home", [2, 1], 3, 2)], [[2, 1], [0, 1]]);
  assert.deepEqual([cellKey("PageUp", [1, 0], 3, 2), cellKey("PageDown", [1, 1], 3, 2)], [[1, 1], [1, 0]]);
  assert.equal(cellKey("a", [0, 0], 3, 2), null);
});

test("a line is drawn where the rule changes its mind, and nowhere beside a cell without one", () => {
  const rows = [[{ rule: "D" }, { rule: "C" }], [{ rule: "D" }, null]]; // the lowest row first
  assert.deepEqual(edgesOf(rows, 0, 0), { right: true, below: false });
  assert.deepEqual(edgesOf(rows, 0, 1), { right: false, below: false });
  assert.deepEqual(edgesOf([[{ rule: "C" }], [{ rule: "D" }]], 0, 1), { right: false, below: true });
});

test("a cell is read with all tied actions, its value, the rule and its price", () => {
  const words = { D: "declare", C: "courage" }, cell = { best: ["D", "C"], note: "", value: "2/5", small: "40.00 %", rule: "C", agrees: true };
  assert.equal(cellWords("HP 1", cell, words), "HP 1: declare or courage; tied; 2/5, 40.00 %; the rule agrees");
  assert.equal(cellWords("HP 1", { ...cell, best: ["D"], agrees: false, price: "1/9" }, words), "HP 1: declare; 2/5, 40.00 %; the rule says courage; price 1/9");
  assert.equal(cellWords("HP 1", null, words), "HP 1: not answered yet");
  assert.equal(cellWords("HP 1", { best: [], note: "impossible" }, words), "HP 1: impossible");
});
