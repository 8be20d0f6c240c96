// Pure helpers of the policy map: no page needed, tested by node.

const TINTS = 6;

// How an action is painted: one of six tints; from the seventh action on with stripes as well.
export const paintOf = (place) => ({ tint: place % TINTS, striped: place >= TINTS });

// The background of a cell: one tint, or slanted bands of all tied ones.
export function backgroundOf(places) {
  const one = (p) => `var(--tint${paintOf(p).tint})`;
  if (!places.length) return "none";
  if (places.length === 1) return one(places[0]);
  const share = 100 / places.length;
  return `linear-gradient(135deg, ${places.map((p, i) => `${one(p)} ${(i * share).toFixed(1)}% ${((i + 1) * share).toFixed(1)}%`).join(", ")})`;
}

// The letters in a cell: all tied ones, as long as they fit.
export function lettersOf(best, most = 3) {
  return best.length <= most ? best.join("") : `${best.slice(0, most - 1).join("")}+${best.length - most + 1}`;
}

// Where the arrows lead in the grid: [column, row], the rows counted from the bottom; null for other keys.
export function cellKey(key, [i, j], columns, rows) {
  const clamp = (n, most) => Math.max(0, Math.min(most - 1, n));
  switch (key) {
    case "ArrowRight": return [clamp(i + 1, columns), j];
    case "ArrowLeft": return [clamp(i - 1, columns), j];
    case "ArrowUp": return [i, clamp(j + 1, rows)];
    case "ArrowDown": return [i, clamp(j - 1, rows)];
    case "Home": return [0, j];
    case "End": return [columns - 1, j];
    case "PageUp": return [i, rows - 1];
    case "PageDown": return [i, 0];
  }
  return null;
}

// On which sides of a cell the rule of thumb changes its mind: toward the next column, and toward the row below.
export function edgesOf(rows, i, j) {
  const rule = (a, b) => rows[b]?.[a]?.rule ?? null, here = rule(i, j);
  const differs = (other) => here !== null && other !== null && here !== other;
  return { right: differs(rule(i + 1, j)), below: differs(rule(i, j - 1)) };
}

// A cell in words, for ears.
export function cellWords(where, cell, words) {
  if (!cell) return `${where}: not answered yet`;
  if (cell.note) return `${where}: ${cell.note}`;
  const best = cell.best.map((l) => words[l]).join(" or ");
  const value = [cell.value, cell.small].filter(Boolean).join(", ");
  const rule = cell.rule && (cell.agrees ? "the rule agrees" : `the rule says ${words[cell.rule]}`);
  return [`${where}: ${best}`, cell.best.length > 1 && "tied", value, rule, cell.price && `price ${cell.price}`].filter(Boolean).join("; ");
}
