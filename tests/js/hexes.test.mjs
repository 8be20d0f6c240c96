// How hexes lie on the page: the pure helpers of the island's map.
import assert from "node:assert/strict";
import { test } from "node:test";
import { HEX_SIZE, HEX_WAYS, hexAt, hexBeside, hexBorders, hexBox, hexCostPlace, hexKey, hexMiddle, hexNearSide, hexPoints, hexSeats, hexSide, hexStep, hexUnder, hexWave, hexWay, hexWayOf } from "../../widgets/rulebook_widgets/static/hex_geometry.mjs";

const disc = (n) => {
  const found = [];
  for (let q = -n; q <= n; q++) for (let r = -n; r <= n; r++) if (Math.abs(q + r) <= n) found.push([q, r]);
  return found.sort(([a, b], [c, d]) => 2 * b + a - 2 * d - c || a - c);
};
const far = ([a, b], [c, d]) => Math.hypot(a - c, b - d);

test("six neighbours lie around a hex, all equally far, clockwise from north", () => {
  const turns = Object.keys(HEX_WAYS).map((way) => {
    const [x, y] = hexMiddle(hexBeside([2, -1], way)), [mx, my] = hexMiddle([2, -1]);
    assert.ok(Math.abs(Math.hypot(x - mx, y - my) - Math.sqrt(3) * HEX_SIZE) < 1e-9);
    return Math.round((Math.atan2(x - mx, my - y) * 180) / Math.PI + 360) % 360;
  });
  assert.deepEqual(turns, [0, 60, 120, 180, 240, 300]);
});

test("a side is shared by the two hexes that touch there", () => {
  for (const [way, back] of [["N", "S"], ["NE", "SW"], ["SE", "NW"]]) {
    const mine = hexSide([1, 1], way), its = hexSide(hexBeside([1, 1], way), back);
    assert.ok(far(mine[0], its[1]) < 1e-9 && far(mine[1], its[0]) < 1e-9, way);
    assert.equal(hexWay([1, 1], hexBeside([1, 1], way)), way);
  }
  assert.equal(hexWay([0, 0], [2, 0]), null);
});

test("what a step costs is told on its side, but not over the name of the hex below", () => {
  const [x, y] = hexMiddle([3, 1]), place = (to, named) => {
    const there = hexCostPlace([3, 1], to, (at) => hexKey(at) === named);
    assert.deepEqual(hexCostPlace(to, [3, 1], (at) => hexKey(at) === named), there); // the same on the way back
    return [there[0] - x, there[1] - y].map(Math.round);
  };
  assert.deepEqual(place(hexBeside([3, 1], "NW"), ""), [-27, -16]);
  assert.deepEqual(place(hexBeside([3, 1], "NW"), "3,1"), [-39, -10]); // below the name, left of it
  assert.deepEqual(place(hexBeside([3, 1], "NE"), "3,1"), [39, -10]);
  assert.deepEqual(place(hexBeside([3, 1], "NW"), "2,1"), [-27, -16]); // there the name is far
  assert.deepEqual(place(hexBeside([3, 1], "SW"), "3,1"), [-27, 16]);
  assert.deepEqual(place(hexBeside([3, 1], "N"), "3,1"), [0, -31]);
});

test("every hex is found under its middle, and near each of its corners", () => {
  for (const at of disc(4)) {
    const [x, y] = hexMiddle(at);
    assert.deepEqual(hexUnder([x, y]), at);
    for (const point of hexPoints(at, 0.95).split(" ")) assert.deepEqual(hexUnder(point.split(",").map(Number)), at);
  }
  assert.deepEqual(hexAt(hexKey([-3, 2])), [-3, 2]);
});

test("the side nearest to a point is the one it lies towards", () => {
  const [x, y] = hexMiddle([0, 0]);
  for (const way of Object.keys(HEX_WAYS)) {
    const [tx, ty] = hexMiddle(hexBeside([0, 0], way));
    assert.equal(hexNearSide([0, 0], [x + (tx - x) * 0.3, y + (ty - y) * 0.3]), way);
  }
});

test("the letters around S lead to the six neighbours, the arrows up and down the column", () => {
  assert.deepEqual(["w", "E", "d", "s", "a", "Q", "ArrowUp", "ArrowDown"].map(hexWayOf), ["N", "NE", "SE", "S", "SW", "NW", "N", "S"]);
  assert.equal(hexWayOf("x"), null);
  const keys = disc(2).map(hexKey);
  assert.equal(hexStep("e", "0,0", keys), "1,-1");
  assert.equal(hexStep("ArrowUp", "0,-2", keys), "0,-2"); // the edge
});

test("left and right keep to the row, there and back", () => {
  const keys = disc(4).map(hexKey);
  let at = "-4,2";
  const row = [at];
  while (hexStep("ArrowRight", at, keys) !== at) row.push((at = hexStep("ArrowRight", at, keys)));
  assert.equal(row.length, 9);
  const heights = row.map((k) => hexMiddle(hexAt(k))[1]);
  assert.ok(Math.max(...heights) - Math.min(...heights) <= Math.sqrt(3) * HEX_SIZE * 0.5 + 1e-9);
  for (const k of row.slice(0, -1).reverse()) assert.equal((at = hexStep("ArrowLeft", at, keys)), k);
});

test("a gap in the island is stepped over", () => {
  assert.equal(hexStep("s", "0,0", ["0,0", "0,3"]), "0,3");
  assert.equal(hexStep("ArrowRight", "0,0", ["0,0", "3,0"]), "3,0");
});

test("Home and End lead to the first and last space, Page Up and Page Down along the column", () => {
  const keys = disc(3).map(hexKey);
  assert.deepEqual([hexStep("Home", "1,0", keys), hexStep("End", "1,0", keys)], [keys[0], keys.at(-1)]);
  assert.deepEqual([hexStep("PageUp", "1,0", keys), hexStep("PageDown", "1,0", keys)], ["1,-3", "1,2"]);
  assert.equal(hexStep("x", "1,0", keys), null);
});

test("every space of an island can be reached with the keys", () => {
  const keys = disc(3).map(hexKey), seen = new Set(["0,0"]), open = ["0,0"];
  while (open.length) {
    const at = open.pop();
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      const to = hexStep(key, at, keys);
      if (!seen.has(to)) { seen.add(to); open.push(to); }
    }
  }
  assert.equal(seen.size, keys.length);
});

test("the box holds every corner", () => {
  const hexes = disc(2).map(([q, r]) => ({ k: hexKey([q, r]), q, r })), [left, top, width, height] = hexBox(hexes);
  for (const { q, r } of hexes) for (const point of hexPoints([q, r]).split(" ")) {
    const [x, y] = point.split(",").map(Number);
    assert.ok(x >= left && y >= top && x <= left + width && y <= top + height);
  }
  assert.equal(hexBox([]).length, 4);
});

test("territories are parted by each side once, and by none towards the sea", () => {
  const hexes = [["0,0", "A"], ["0,1", "A"], ["1,0", "B"], ["-1,1", ""]].map(([k, t]) => ({ k, t }));
  assert.equal(hexBorders(hexes, (hex) => hex.t).length, 2);
});

test("a river begins and ends at the corners of its side", () => {
  assert.match(hexWave([[0, 0], [30, 0]]), /^M0\.0,0\.0Q.* 30\.0,0\.0$/);
});

test("figures on one space do not cover each other", () => {
  const seats = hexSeats(5);
  for (let i = 0; i < 5; i++) for (let j = 0; j < i; j++) assert.ok(far(seats[i], seats[j]) > 18);
});
