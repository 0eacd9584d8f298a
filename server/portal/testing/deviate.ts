/** Deterministic dice for a seed: 0 to 99. */
export function diceOf(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let value = Math.imul(state ^ (state >>> 15), 1 | state);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) % 100;
  };
}

/**
 * Applies the small differences that a remote platform may have: numbers as text and text as numbers, booleans as numbers and words,
 * another case, null or missing values. `omittedPercent`: percentage of missing values.
 */
export function deviate(value: unknown, dice: () => number, omittedPercent = 3): unknown {
  const roll = dice();
  if (roll < omittedPercent) return roll % 2 === 0 ? null : undefined;
  if (typeof value === 'number') return roll < 40 ? String(value) : value;
  if (typeof value === 'string') return varyText(value, roll);
  if (typeof value === 'boolean') return roll < 30 ? Number(value) : roll < 60 ? String(value) : value;
  if (Array.isArray(value)) return value.map((entry) => deviate(entry, dice, omittedPercent));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, deviate(entry, dice, omittedPercent)]));
}

function varyText(value: string, roll: number): unknown {
  if (roll < 15) return value.toUpperCase();
  return roll < 40 && /^\d{1,9}(?:\.\d*[1-9])?$/.test(value) ? Number(value) : value;
}
