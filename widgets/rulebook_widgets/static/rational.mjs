// Numbers as a learner types them, exactly: the same texts are accepted as by selfcheck.py (tests/js/numbers.json holds both to it).

export const LONGEST = 60; // characters of a typed answer
const FRACTION = /^([-−]?[0-9]+)[ \t\n\r\f\v]*\/[ \t\n\r\f\v]*([0-9]+)$/;
const DECIMAL = /^([-−]?)([0-9]*)[.,]?([0-9]+)[ \t\n\r\f\v]*(%?)$/;
const POINT = /[.,]/;

// {top, bottom, rounded}: the number, and whether it was written as a decimal or a percentage; null for what is no number.
export function numberOf(text) {
  if ([...text].length > LONGEST) return null;
  const t = text.trim();
  let m = FRACTION.exec(t);
  if (m) return BigInt(m[2]) === 0n ? null : { top: BigInt(m[1].replace("−", "-")), bottom: BigInt(m[2]), rounded: false };
  m = DECIMAL.exec(t);
  if (!m) return null;
  const places = POINT.test(t) ? m[3].length : 0, share = m[4] === "%";
  const top = BigInt((m[2] || "") + m[3]), scale = 10n ** BigInt(places);
  return { top: m[1] ? -top : top, bottom: share ? scale * 100n : scale, rounded: share || top % scale !== 0n };
}

// An exact number as Python writes it: "5/36", "-3".
export function exactOf(text) {
  const [top, bottom] = text.split("/");
  return { top: BigInt(top), bottom: BigInt(bottom ?? "1") };
}

export const same = (a, b) => a.top * b.bottom === b.top * a.bottom;
export const less = (a, b) => a.top * b.bottom < b.top * a.bottom;
export const whole = (a) => a.top % a.bottom === 0n;
export const opposite = (a) => ({ top: a.bottom - a.top, bottom: a.bottom });
export const hundredth = (a) => ({ top: a.top, bottom: a.bottom * 100n });

// Whether two numbers lie no further apart than a third one.
export function within(a, b, near) {
  const gap = a.top * b.bottom - b.top * a.bottom;
  return (gap < 0n ? -gap : gap) * near.bottom <= near.top * a.bottom * b.bottom;
}

// "1,234" is one number to some and another to others; "0,139" and "12,5" are not.
export const ambiguous = (text) => /^[-−]?[1-9][0-9]{0,2},[0-9]{3}$/.test(text.trim());
