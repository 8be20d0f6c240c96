// Pure helpers of the table: no page needed, tested by node.

// What a key does: the place of an action, or the name of a command; null when nothing.
export function commandOf(view, key) {
  const lower = key.length === 1 ? key.toLowerCase() : key;
  const place = view.actions.findIndex((a) => a.key && a.key === lower);
  if (place >= 0) return { do: place };
  if (lower === "u") return view.can.undo ? { undo: true } : null;
  if (lower === "r") return view.can.redo ? { redo: true } : null;
  if (view.cover && lower === "y") return { ready: view.cover.seat };
  if (view.waits && lower === "d") return { go_on: true };
  if (view.chance && lower === "d") return { roll: true };
  if (view.chance && lower === "f") return { roll_fresh: true };
  return null;
}

// Where the arrows lead in a list of n: stops at both ends.
export function arrow(key, at, n) {
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -n, End: n }[key];
  if (!step || !n) return null;
  if (at < 0) return step > 0 && key !== "End" ? 0 : n - 1;
  return Math.max(0, Math.min(n - 1, at + step));
}

// Which control has the focus after a redraw: the same one if it is a lasting one and still there, else the first choice.
export function focusAfter(before, there, choices) {
  if (before === null) return null;
  const passing = /^(act|out|draw|no|why|again|pick|ready)/.test(before);
  if (!passing && there.includes(before)) return before;
  return choices[0] ?? there.find((k) => k === "undo") ?? there[0] ?? null;
}

// A fraction that fits on a button; the whole of it is in the panel behind "?".
export function shortValue(value) {
  if (value.length <= 13 || !value.includes("/")) return value.replace("-", "−");
  const [top, bottom] = value.replace("−", "-").split("/").map((x) => BigInt(x));
  const scaled = (top * 2000000n + (top < 0n ? -bottom : bottom)) / (2n * bottom);
  const sign = scaled < 0n ? "−" : "", size = scaled < 0n ? -scaled : scaled;
  return `≈ ${sign}${size / 1000000n}.${String(size % 1000000n).padStart(6, "0")}`;
}

// A number with a real minus sign.
export const minus = (n) => (typeof n === "number" ? String(n).replace("-", "−") : n);

export const trackText = (t) => `${t.name}: ${t.value} of ${t.most}`;

// The marks of a track: true for each one that is on; null when there are too many to tell apart.
export function trackMarks(t, most = 40) {
  if (t.most > most || t.most < 1) return null;
  return Array.from({ length: t.most }, (_, i) => i < t.value);
}

export const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;

// Which outcomes are listed, in a sentence; "" when all of them are.
export function outcomeText(chance) {
  const shown = chance.outcomes.length;
  if (chance.find.trim()) {
    const rest = chance.found - shown;
    return `${plural(chance.found, "outcome")} of ${chance.count} found${rest > 0 ? `; the ${shown} likeliest are listed` : ""}`;
  }
  return chance.count > shown ? `the ${shown} likeliest of ${chance.count}; find the others by their name` : "";
}

// The actions as the page shows them, each with its place: those that stand alone, the groups by their heading, then what comes last.
export function gathered(actions) {
  const groups = new Map(), alone = [], last = [];
  actions.forEach((a, place) => {
    if (!a.group) (a.last ? last : alone).push({ title: "", actions: [[a, place]] });
    else if (groups.has(a.group)) groups.get(a.group).actions.push([a, place]);
    else groups.set(a.group, { title: a.group, actions: [[a, place]] });
  });
  return [...alone, ...groups.values(), ...last];
}

// Which actions take just the pieces picked (their places), and how many take these and more.
export function taking(actions, picked) {
  const counted = (list) => list.reduce((m, k) => m.set(k, (m.get(k) ?? 0) + 1), new Map());
  const want = counted(picked), exact = [];
  let more = 0;
  actions.forEach((a, place) => {
    const has = counted(a.pieces ?? []);
    if (![...want].every(([k, n]) => (has.get(k) ?? 0) >= n)) return;
    if (a.pieces.length === picked.length) exact.push(place);
    else more += 1;
  });
  return { exact, more };
}

// What is refused, gathered by the rule that refuses it.
export function byRule(forbidden) {
  const rules = new Map();
  for (const f of forbidden) rules.set(f.rule, [...(rules.get(f.rule) ?? []), f.label]);
  return [...rules].map(([rule, labels]) => ({ rule, labels }));
}

// What is refused, as it stands among the choices: one by one while they are few, else one line a rule.
export function refused(forbidden, few = 4) {
  if (forbidden.length <= few) return forbidden;
  return byRule(forbidden).map(({ rule, labels }) => ({ rule, label: labels.join("; ") }));
}
