// Numbers as learners type them: the table of numbers.json holds this parser and the one in Python to the same answers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as rational from "../../widgets/rulebook_widgets/static/rational.mjs";

const { ambiguous, exactOf, hundredth, less, numberOf, opposite, same, whole, within } = rational;
const table = JSON.parse(readFileSync(new URL("./numbers.json", import.meta.url), "utf8"));

test("each text of the common table is the number it says, or none", () => {
  for (const [text, value, rounded] of table) {
    const got = numberOf(text);
    if (value === null) assert.equal(got, null, JSON.stringify(text));
    else {
      assert.ok(got && same(got, exactOf(value)), JSON.stringify(text));
      assert.equal(got.rounded, rounded, JSON.stringify(text));
    }
  }
});

test("numbers are compared exactly, however long", () => {
  const long = "12345678901234567890123456789";
  assert.ok(same(numberOf(`${long}/${long}`), exactOf("1")));
  assert.ok(!same(numberOf(`${long}/12345678901234567890123456788`), exactOf("1")));
  assert.ok(less(exactOf("-1/2"), exactOf("1/3")));
  assert.ok(!less(exactOf("1/3"), exactOf("1/3")));
});

test("within is a closed distance, in both directions", () => {
  const near = exactOf("1/200");
  assert.ok(within(exactOf("29/200"), exactOf("7/50"), near));
  assert.ok(within(exactOf("27/200"), exactOf("7/50"), near));
  assert.ok(!within(exactOf("146/1000"), exactOf("7/50"), near));
  assert.ok(!within(exactOf("-1/2"), exactOf("1/2"), near));
});

test("parts of the opposite, of a hundred, of a whole", () => {
  assert.ok(same(opposite(exactOf("5/36")), exactOf("31/36")));
  assert.ok(same(hundredth(exactOf("25")), exactOf("1/4")));
  assert.ok(whole(exactOf("4/2")));
  assert.ok(!whole(exactOf("-1/2")));
});

test("a comma before three figures can be read in two ways, unless the number starts with 0", () => {
  for (const text of ["1,234", "-12,345", "−1,234", " 999,999 "]) assert.ok(ambiguous(text), text);
  for (const text of ["0,139", "12,5", "1,23", "1,2345", "1.234", "1234,567"]) assert.ok(!ambiguous(text), text);
});
