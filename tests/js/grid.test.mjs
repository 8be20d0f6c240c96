// The pure helpers of the sheet editor's grid.
import assert from "node:assert/strict";
import { test } from "node:test";
import { blockOf, cellOf, countText, holds, moveOf, stateText } from "../../widgets/rulebook_widgets/static/grid.mjs";

const press = (key, more = {}) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, ...more });

test("text from a spreadsheet is rows and cells", () => {
  assert.deepEqual(blockOf("3"), [["3"]]);
  assert.deepEqual(blockOf("1\t2\r\n3\t\r\n"), [["1", "2"], ["3", ""]]);
  assert.deepEqual(blockOf(""), [[""]]);
  assert.deepEqual(blockOf('"two\nlines"\t"a ""b"""\nc'), [["two\nlines", 'a "b"'], ["c"]]);
  assert.deepEqual(blockOf('5" nail\t"x'), [['5" nail', '"x']]); // a quote that quotes nothing stays
});

test("a cell that is copied comes back as it was", () => {
  for (const text of ["Axe", "", 'the "big" axe', "two\nlines", "a\tb"]) assert.deepEqual(blockOf(cellOf(text)), [[text]]);
});

test("arrows, Home, End and Page keys stay inside the grid", () => {
  assert.deepEqual(moveOf(press("ArrowDown"), [0, 1], 3, 4), [1, 1]);
  assert.deepEqual(moveOf(press("ArrowDown"), [2, 1], 3, 4), [2, 1]);
  assert.deepEqual(moveOf(press("ArrowLeft"), [2, 0], 3, 4), [2, 0]);
  assert.deepEqual(moveOf(press("ArrowRight", { ctrlKey: true }), [1, 0], 3, 4), [1, 3]);
  assert.deepEqual(moveOf(press("Home"), [1, 2], 3, 4), [1, 0]);
  assert.deepEqual(moveOf(press("End", { ctrlKey: true }), [0, 0], 3, 4), [2, 3]);
  assert.deepEqual(moveOf(press("PageDown"), [1, 2], 146, 4), [11, 2]);
  assert.equal(moveOf(press("x"), [0, 0], 3, 4), null);
});

test("Tab goes through the cells and then out", () => {
  assert.deepEqual(moveOf(press("Tab"), [0, 3], 3, 4), [1, 0]);
  assert.deepEqual(moveOf(press("Tab", { shiftKey: true }), [1, 0], 3, 4), [0, 3]);
  assert.equal(moveOf(press("Tab"), [2, 3], 3, 4), "out");
  assert.equal(moveOf(press("Tab", { shiftKey: true }), [0, 0], 3, 4), "out");
});

test("a filter asks for every word, in any cell and any case", () => {
  assert.equal(holds(["axe", "The Axe", "quest"], "QUEST axe"), true);
  assert.equal(holds(["axe", "The Axe", "quest"], "story"), false);
  assert.equal(holds(["axe"], ""), true);
});

test("a sheet's state in words", () => {
  assert.equal(stateText({ wrong: 0 }), "in order");
  assert.equal(stateText({ wrong: 1 }), "1 problem");
  assert.equal(countText({ cards: 1, house: 2, own: 0 }), "1 card · 2 house values · 0 off your own copy");
});
