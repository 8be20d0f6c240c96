// The pure helpers of the charts and the what-if panel.
import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowed, lengthOf, oneAtATime, scaleOf, shortChange, shortFraction, ticks, together } from "../../widgets/rulebook_widgets/static/odds.mjs";

test("the scale ends at a round share that holds every bar, ghost and interval", () => {
  assert.equal(scaleOf([{ p: 0.28 }, { p: 0.1 }]), 0.3);
  assert.equal(scaleOf([{ p: 0.28, other: { p: 0.55 } }]), 0.6);
  assert.equal(scaleOf([{ p: 0.1, high: 0.41 }]), 0.5);
  assert.equal(scaleOf([{ p: 0.1, other: { p: 0.1, high: 0.9 } }]), 1);
  assert.equal(scaleOf([{ p: 1 }]), 1);
  assert.equal(scaleOf([{ p: 0.000001 }]), 0.01);
  assert.equal(scaleOf([]), 0.01);
});

test("the marks of a scale are none, half and all of it", () => {
  assert.deepEqual(ticks(1), ["0 %", "50 %", "100 %"]);
  assert.deepEqual(ticks(0.3), ["0 %", "15 %", "30 %"]);
  assert.deepEqual(ticks(0.05), ["0 %", "2.5 %", "5 %"]);
});

test("what can happen has a bar that is seen, what cannot has none", () => {
  assert.equal(lengthOf(0, 1), "0px");
  assert.equal(lengthOf(0.25, 0.5), "max(2px, 50%)");
  assert.equal(lengthOf(0.000001, 1), "max(2px, 0%)");
  assert.equal(lengthOf(0.7, 0.5), "max(2px, 100%)");
});

test("a change has an arrow for its sign; no change has none", () => {
  assert.equal(arrowed("+1/36"), "▲ +1/36");
  assert.equal(arrowed("−1/36"), "▼ −1/36");
  assert.equal(arrowed(""), "");
  assert.equal(together("HP 3 → 4"), "HP 3\u00a0→\u00a04");
});

test("long fractions and changes are shortened, and say so", () => {
  assert.equal(shortFraction("5/36"), "5/36");
  assert.equal(shortFraction("≈ 0.000000001"), "≈ 0.000000001");
  assert.equal(shortFraction("1234567890123/2469135780246"), "≈ 0.500000");
  assert.equal(shortChange("−1234567890123/2469135780246"), "≈ −0.500000");
  assert.equal(arrowed("−1234567890123/2469135780246"), "▼ ≈ −0.500000");
  assert.equal(arrowed("+0.5"), "▲ +0.5");
});

test("one request at a time, the newest wish next, none in between", () => {
  const sent = [], requests = oneAtATime((wish, token) => sent.push([wish, token]), "a");
  for (const wish of [1, 2, 3, 4]) requests.want(wish);
  assert.deepEqual(sent, [[1, "a1"]]);
  assert.ok(requests.busy);
  assert.equal(requests.answered("b1"), false);
  assert.equal(requests.answered("a1"), true);
  assert.deepEqual(sent, [[1, "a1"], [4, "a2"]]);
  assert.equal(requests.answered("a1"), false);
  assert.equal(requests.answered("a2"), true);
  assert.ok(!requests.busy);
  assert.equal(sent.length, 2);
});

test("a request that was given up makes way for the next; its late answer is not mistaken for that one's", () => {
  const sent = [], requests = oneAtATime((wish, token) => sent.push([wish, token]));
  requests.want("lost");
  requests.want("forgotten");
  requests.giveUp();
  assert.ok(!requests.busy);
  requests.want("new");
  assert.deepEqual(sent, [["lost", "1"], ["new", "2"]]);
  assert.equal(requests.answered("1"), false);
  assert.equal(requests.answered(""), false);
  assert.ok(requests.busy);
});
