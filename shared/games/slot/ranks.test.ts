import { expect, test } from 'vitest';
import { SLOT_MODELS } from './models.ts';
import { PAYING_RANKS } from './ranks.ts';

/** Symbols of one group may have equal prizes; symbols of a higher group pay more. */
test.each(Object.entries(SLOT_MODELS))('no symbol of %s pays less than one below it', (_name, { pays }) => {
  const ranks = PAYING_RANKS.filter((rank) => pays[rank]);
  for (const [index, rank] of ranks.entries()) {
    const [better, below] = [pays[rank] ?? {}, pays[ranks[index + 1] ?? rank] ?? {}];
    const counts = Object.keys(below).map(Number);
    const both = counts.filter((count) => better[count] !== undefined);
    for (const count of both) expect(better[count], `${rank} ${count}`).toBeGreaterThanOrEqual(below[count] ?? 0);
    const most = Math.max(...both);
    if (rank.startsWith('low') || rank === ranks.at(-1)) continue;
    expect(better[most], `${rank} ${most}`).toBeGreaterThan(below[most] ?? 0);
  }
});
