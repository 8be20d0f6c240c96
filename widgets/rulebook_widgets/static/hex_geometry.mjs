// How hexes lie on the page: pure helpers of the island's map, tested by node. Flat-top hexes, axial [q, r].
// Directions go clockwise from north, as in the kernel; y grows downwards.

export const HEX_SIZE = 36; // from the centre to a corner, in the picture's own units
const HEX_HALF = (Math.sqrt(3) / 2) * HEX_SIZE;
export const HEX_WAYS = { N: [0, -1], NE: [1, -1], SE: [1, 0], S: [0, 1], SW: [-1, 1], NW: [-1, 0] };
const HEX_CORNERS = { N: [4, 5], NE: [5, 0], SE: [0, 1], S: [1, 2], SW: [2, 3], NW: [3, 4] }; // of each side, clockwise

export const hexKey = ([q, r]) => `${q},${r}`;
export const hexAt = (k) => k.split(",").map(Number);

// The middle of a hex.
export const hexMiddle = ([q, r]) => [1.5 * HEX_SIZE * q, 2 * HEX_HALF * (r + q / 2)];

// A corner of a hex: 0 is east, then clockwise; `scale` draws a smaller hex inside.
export function hexCorner(at, i, scale = 1) {
  const [x, y] = hexMiddle(at), turn = (Math.PI / 3) * i;
  return [x + HEX_SIZE * scale * Math.cos(turn), y + HEX_SIZE * scale * Math.sin(turn)];
}

const hexPoint = ([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`;
export const hexPoints = (at, scale = 1) => [0, 1, 2, 3, 4, 5].map((i) => hexPoint(hexCorner(at, i, scale))).join(" ");

export const hexBeside = ([q, r], way) => [q + HEX_WAYS[way][0], r + HEX_WAYS[way][1]];

// The direction from a hex to one that touches it; null where they do not touch.
export function hexWay([q, r], [s, t]) {
  return Object.keys(HEX_WAYS).find((way) => HEX_WAYS[way][0] === s - q && HEX_WAYS[way][1] === t - r) ?? null;
}

// The two ends of a hex's side.
export const hexSide = (at, way) => HEX_CORNERS[way].map((i) => hexCorner(at, i));

// Where the sign of a step's cost stands: on the middle of the side, or below the name of the lower hex, beside its edge.
export function hexCostPlace(a, b, named) {
  const [[ax, ay], [bx, by]] = [hexMiddle(a), hexMiddle(b)], x = (ax + bx) / 2, y = (ay + by) / 2;
  const [lower, lx, upper] = ay > by ? [a, ax, bx] : [b, bx, ax];
  return lx !== upper && named(lower) ? [x + 12 * Math.sign(upper - lx), y + 5.6] : [x, y];
}

// The hex that a point of the picture lies in.
export function hexUnder([x, y]) {
  const q = x / (1.5 * HEX_SIZE), r = y / (2 * HEX_HALF) - q / 2, s = -q - r;
  let [a, b, c] = [q, r, s].map(Math.round);
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c - s)];
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  return [a + 0, b + 0]; // no −0
}

// The side of a hex that a point is nearest to.
export function hexNearSide(at, [x, y]) {
  const [mx, my] = hexMiddle(at), far = (way) => {
    const [[ax, ay], [bx, by]] = hexSide(at, way);
    return Math.hypot(x - (ax + bx) / 2, y - (ay + by) / 2);
  };
  return x === mx && y === my ? "N" : Object.keys(HEX_WAYS).reduce((best, way) => (far(way) < far(best) ? way : best));
}

// A river along a side: a wavy line, as a path.
export function hexWave([[ax, ay], [bx, by]], waves = 3, height = 2.6) {
  const dx = (bx - ax) / waves, dy = (by - ay) / waves, long = Math.hypot(dx, dy), nx = (-dy / long) * height, ny = (dx / long) * height;
  let path = `M${hexPoint([ax, ay])}`;
  for (let i = 0; i < waves; i++) {
    const up = i % 2 ? -2 : 2;
    path += `Q${hexPoint([ax + dx * (i + 0.5) + nx * up, ay + dy * (i + 0.5) + ny * up])} ${hexPoint([ax + dx * (i + 1), ay + dy * (i + 1)])}`;
  }
  return path;
}

// The box around all hexes: left, top, width, height.
export function hexBox(hexes, edge = 6) {
  const all = hexes.map(({ q, r }) => hexMiddle([q, r]));
  if (!all.length) return [-HEX_SIZE, -HEX_HALF, 2 * HEX_SIZE, 2 * HEX_HALF];
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  const left = Math.min(...xs) - HEX_SIZE - edge, top = Math.min(...ys) - HEX_HALF - edge;
  return [left, top, Math.max(...xs) + HEX_SIZE + edge - left, Math.max(...ys) + HEX_HALF + edge - top];
}

// The sides between hexes of two groups (territories), each once; the sea has no group.
export function hexBorders(hexes, group) {
  const of = new Map(hexes.map((hex) => [hex.k, group(hex)])), found = [];
  for (const { k } of hexes) for (const way of ["N", "NE", "SE"]) {
    const [here, there] = [of.get(k), of.get(hexKey(hexBeside(hexAt(k), way)))];
    if (here && there && here !== there) found.push(hexSide(hexAt(k), way));
  }
  return found;
}

// Which way a key leads: on a keyboard Q W E lie over A S D as the six sides lie around a hex.
const HEX_LETTERS = { w: "N", e: "NE", d: "SE", s: "S", a: "SW", q: "NW", ArrowUp: "N", ArrowDown: "S" };
export const hexWayOf = (key) => HEX_LETTERS[key.length === 1 ? key.toLowerCase() : key] ?? null;

// Where a key leads from a hex, among those that are there (keys in the order one reads them); null for other keys.
// Left and right keep to the row as well as they can; Home and End lead to the first and the last hex, Page Up and Page
// Down to the ends of the column. Where nothing lies that way, one stays.
export function hexStep(key, k, keys) {
  const there = new Set(keys), at = hexAt(k), [x, y] = hexMiddle(at), way = hexWayOf(key);
  if (way) {
    let to = at;
    for (let n = 0; n < 60; n++) {
      to = hexBeside(to, way);
      if (there.has(hexKey(to))) return hexKey(to);
    }
    return k;
  }
  const nearest = (wanted, far) => keys.filter((other) => wanted(hexMiddle(hexAt(other)))).reduce((best, other) => (best === null || far(hexMiddle(hexAt(other))) < far(hexMiddle(hexAt(best))) ? other : best), null) ?? k;
  const side = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
  // an even column leans down and an odd one up, so that there and back is the same row
  if (side) return nearest(([ox]) => (ox - x) * side > 1, ([ox, oy]) => Math.abs(ox - x) * 9 + Math.abs(oy - y - (at[0] % 2 === 0 ? 1 : -1)));
  if (key === "Home") return keys[0] ?? k;
  if (key === "End") return keys.at(-1) ?? k;
  if (key === "PageUp") return nearest(([ox]) => Math.abs(ox - x) < 1, ([, oy]) => oy);
  if (key === "PageDown") return nearest(([ox]) => Math.abs(ox - x) < 1, ([, oy]) => -oy);
  return null;
}

// Where the discs of n figures stand around the middle of a hex: beside it, then above and below.
export function hexSeats(n) {
  if (n === 1) return [[-HEX_SIZE * 0.63, 0]];
  const seats = [[-0.63, 0], [0.63, 0], [-0.32, -0.5], [0.32, -0.5], [-0.32, 0.5], [0.32, 0.5]];
  return Array.from({ length: n }, (_, i) => seats[i % seats.length].map((part) => part * HEX_SIZE + 3 * Math.floor(i / seats.length)));
}
