/** Numbers from 0 to 1 (not included) that depend on the text only, so that every demo has the same history. */
export type Random = () => number;

/** FNV-1a of the text as the state of a mulberry32 generator. */
export function randomOf(text: string): Random {
  let state = 0x811c9dc5;
  for (const character of text) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}
