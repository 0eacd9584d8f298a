/** Numbers from 0 up to 1; the same seed gives the same numbers on every machine. */
export type Random = () => number;

/** 32-bit generator keyed on a text: FNV-1a for the key, then an additive walk with a multiply-xor finish. */
export function seededRandom(seed: string): Random {
  let state = 2166136261;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export function pick<T>(random: Random, choices: readonly [T, ...T[]]): T {
  return choices[Math.floor(random() * choices.length)] ?? choices[0];
}

/** A number from `low` up to `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + random() * (high - low);
}
