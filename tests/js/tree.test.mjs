// The pure helpers of the decision tree.
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowAfter, rowsOf, rowWords, treeKey } from "../../widgets/rulebook_widgets/static/tree.mjs";

const leaf = (k, size = 0) => ({ k, size, open: false, kids: [], rest: "", label: k, next: "the end" });
const tree = { k: "", size: 3, open: true, rest: "… and 1 more outcome, together 1/3 (33.33 %)", label: "", next: "you choose", kids: [
  { ...leaf("0", 2), open: true, kids: [leaf("0.0"), leaf("0.1", 4)] }, leaf("1")] };
const keys = (rows) => rows.map((r) => r.k);

test("rows go from top to bottom, a group of hidden branches last, and folded ones are left out", () => {
  const rows = rowsOf(tree, new Set());
  assert.deepEqual(keys(rows), ["", "0", "0.0", "0.1", "1", "+"]);
  assert.deepEqual(rows.map((r) => r.level), [1, 2, 3, 3, 2, 2]);
  assert.deepEqual([rows[4].place, rows[4].of], [2, 3]);
  assert.deepEqual(keys(rowsOf(tree, new Set(["0"]))), ["", "0", "1", "+"]);
  assert.deepEqual(keys(rowsOf(tree, new Set([""]))), [""]);
});

test("the arrows walk, open, close and climb as in any tree", () => {
  const rows = rowsOf(tree, new Set());
  assert.deepEqual(treeKey("ArrowDown", rows, 5), { to: 5 });
  assert.deepEqual(treeKey("ArrowUp", rows, 0), { to: 0 });
  assert.deepEqual([treeKey("Home", rows, 3), treeKey("End", rows, 0)], [{ to: 0 }, { to: 5 }]);
  assert.deepEqual(treeKey("ArrowRight", rows, 1), { to: 2 });
  assert.deepEqual(treeKey("ArrowRight", rows, 3), { unfold: "0.1" });
  assert.equal(treeKey("ArrowRight", rows, 2), null);
  assert.deepEqual(treeKey("ArrowLeft", rows, 1), { fold: "0" });
  assert.deepEqual(treeKey("ArrowLeft", rows, 3), { to: 1 });
  assert.deepEqual(treeKey("ArrowLeft", rows, 5), { to: 0 });
  assert.deepEqual([treeKey("Enter", rows, 0), treeKey(" ", rows, 3)], [{ fold: "" }, { unfold: "0.1" }]);
  assert.deepEqual([treeKey("Enter", rows, 5), treeKey("ArrowRight", rows, 5)], [{ more: "" }, { more: "" }]);
  assert.equal(treeKey("x", rows, 0), null);
  assert.equal(treeKey("Enter", rows, 2), null);
});

test("the focus stays on its branch, or climbs to one that is still in sight", () => {
  const rows = rowsOf(tree, new Set(["0"]));
  assert.equal(rowAfter("1", rows), 2);
  assert.equal(rowAfter("0.1", rows), 1);
  assert.equal(rowAfter("0.1.2", rows), 1);
  assert.equal(rowAfter("0.1+", rows), 1);
  assert.equal(rowAfter("7", rows), 0);
});

test("a row is read with its chance, whether it is best, its value and what comes next", () => {
  const node = { ...leaf("0"), label: "stand", chance: null, best: true, tied: false, value: { value: "2/9", small: "22.22 %" }, behind: "" };
  assert.equal(rowWords({ node }), "stand; best; value 2/9, 22.22 %; then: the end");
  const drawn = { ...node, best: false, label: "a 2", chance: { value: "1/3", percent: "33.33 %" }, value: null };
  assert.equal(rowWords({ node: drawn }), "a 2; with 1/3, 33.33 %; then: the end");
  assert.match(rowWords({ rest: tree.rest }), /^1 more outcome, together 1\/3 .*press Enter/);
});
