// Pure helpers of the charts and the what-if panel: no page needed, tested by node.

import { shortValue } from "./helpers.mjs";

const TOPS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8];

// Where the bars' scale ends: a round share that holds the longest bar, ghost and interval.
export function scaleOf(rows) {
  const longest = Math.max(0, ...rows.flatMap((r) => [r.p, r.high ?? 0, r.other ? r.other.p : 0, (r.other && r.other.high) ?? 0]));
  return TOPS.find((top) => longest <= top) ?? 1;
}

// The marks of a scale: none, half, all of it.
export const ticks = (top) => [0, top / 2, top].map((x) => `${Math.round(x * 1000) / 10} %`);

// A share of the scale as a CSS length; what can happen is never too small to see.
export const lengthOf = (p, top) => (p <= 0 ? "0px" : `max(2px, ${Math.min(100, Math.round((p / top) * 1e4) / 100)}%)`);

// A fraction that fits beside a bar; the whole of it is in the table.
export const shortFraction = (value) => (value.startsWith("≈") ? value : shortValue(value));

// The same for a change, which has a sign: "+1/36", or "≈ +0.027778".
export function shortChange(change) {
  const short = change.length > 14 && change.includes("/") ? shortValue(change.slice(1)) : "";
  return short.startsWith("≈ ") ? `≈ ${change[0]}${short.slice(2)}` : change;
}

// A change for eyes: an arrow for its sign, and as much of it as fits.
export const arrowed = (change) => (change === "" ? "" : `${change.startsWith("−") ? "▼" : "▲"} ${shortChange(change)}`);

// A text in which what stands on both sides of an arrow is kept on one line.
export const together = (text) => text.replaceAll(" → ", "\u00a0→\u00a0");

// Requests one at a time: while one is under way only the newest wish is kept, and sent when the answer is there.
export function oneAtATime(send, prefix = "") {
  let flying = "", wanted = null, n = 0;
  function fly(wish) {
    flying = `${prefix}${++n}`;
    send(wish, flying);
  }
  return {
    want(wish) {
      if (flying) wanted = { wish };
      else fly(wish);
    },
    answered(token) {
      if (!flying || token !== flying) return false;
      flying = "";
      if (wanted) {
        const { wish } = wanted;
        wanted = null;
        fly(wish);
      }
      return true;
    },
    giveUp() { flying = ""; wanted = null; },
    get busy() { return flying !== ""; },
  };
}
