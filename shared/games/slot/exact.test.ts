import { describe, expect, test } from 'vitest';
import type { streamOf } from '../fairness.ts';
import { add, type Fraction, fraction, multiply } from '../fraction.ts';
import { exactFigures } from './exact.ts';
import { lines, strips } from './models/write.ts';
import { playTable } from './play-table.ts';
import { coinsOf, type SlotTable } from './table.ts';

const two = lines('00 11');
const plain: SlotTable = {
  rows: 2,
  reading: { kind: 'lines', lines: lines('000 101') },
  pays: { wild: { 2: 5, 3: 40 }, top: { 3: 7 }, low1: { 2: 1, 3: 3 } },
  wild: {},
  base: { strips: strips('TSaTa', 'TWaS', 'aSTWT') },
};
const ways: SlotTable = {
  rows: 2,
  reading: { kind: 'ways', coins: 4 },
  pays: { top: { 2: 3 }, low1: { 2: 1, 3: 2 } },
  wild: {},
  base: { strips: strips('Taab', 'aWTb', 'aTbb') },
};
const narrow: SlotTable = {
  rows: 1,
  reading: { kind: 'lines', lines: lines('00') },
  pays: { top: { 2: 6 }, low1: { 2: 2 } },
  base: { strips: strips('TSa', 'TSaa') },
};

/** One table for every feature, small enough to enumerate all sequences of draws. */
const MACHINES: Readonly<Record<string, SlotTable>> = {
  lines: plain,
  'lines both ways': { ...plain, reading: { kind: 'lines', lines: lines('000 101'), bothWays: true } },
  'wilds that expand': { ...plain, wild: { expands: true } },
  'wilds that multiply': { ...plain, wild: { multiplier: 2 } },
  'wilds that bring respins': { ...plain, wild: { expands: true, respins: true }, base: { strips: strips('TaTa', 'TWa', 'aTW') } },
  'a drawn multiplier': { ...plain, base: { ...plain.base, multipliers: [...[[1, 3] as const, [5, 1] as const]] } },
  ways,
  'ways through wilds that count twice': { ...ways, wild: { multiplier: 2 } },
  'a cascade': { ...ways, base: { ...ways.base, ladder: [1, 2, 4] } },
  anywhere: { ...ways, reading: { kind: 'anywhere', coins: 2 }, pays: { top: { 2: 3 }, low1: { 3: 1, 4: 5 } } },
  clusters: { ...ways, reading: { kind: 'clusters', coins: 2 }, pays: { top: { 2: 3 }, low1: { 3: 1, 4: 5 } } },
  'a mystery': { ...plain, mystery: [...[['top', 1] as const, ['low1', 2] as const]], base: { strips: strips('TMa', 'TMWa', 'aMT') } },
  'scatters and free spins that can be won again': {
    ...narrow,
    scatter: { 2: 3 },
    free: { strips: strips('TSa', 'TSWa'), multipliers: [...[[2, 1] as const, [3, 1] as const]], won: { 2: 2 }, again: { 2: 1 } },
  },
  'a special symbol': {
    ...narrow,
    rows: 2,
    reading: { kind: 'lines', lines: two },
    free: { strips: strips('Taa', 'TTab'), won: { 2: 2 }, special: [...[['top', 1] as const, ['low1', 3] as const]] },
  },
  'reels that stay wild': {
    ...narrow,
    rows: 2,
    reading: { kind: 'lines', lines: two },
    wild: { expands: true },
    free: { strips: strips('TWba', 'TWab'), won: { 2: 3 }, sticky: true },
  },
  'a wheel': {
    ...narrow,
    base: { strips: strips('TBa', 'TBaa') },
    wheel: { from: 1, segments: [...[[2, 5] as const, [50, 1] as const]] },
  },
  'a hold': {
    ...narrow,
    base: { strips: strips('TCa', 'TCaa') },
    hold: { from: 1, respins: 2, oneIn: 3, values: [...[[1, 2] as const, [9, 1] as const]], full: 100 },
  },
};

describe.each(Object.entries(MACHINES))('a small table with %s', (_name, table) => {
  test('pays exactly as computed over all possible draws', () => {
    const stake = coinsOf(table);
    let [returned, square, hit, most, chance] = [fraction(0n), 0, fraction(0n), 0, fraction(0n)];
    everyPlay((draws, share) => {
      const { outcome, payout } = playTable(table, BigInt(stake), draws);
      const coins = Number(payout);
      return () => {
        const part = share();
        returned = add(returned, multiply(part, fraction(payout, BigInt(stake))));
        chance = add(chance, part);
        square += (Number(part.top) / Number(part.bottom)) * coins ** 2;
        most = Math.max(most, coins);
        const paid = outcome.spins[0]?.steps.some(({ wins }) => wins.length > 0);
        if (paid || outcome.spins.length > 1) hit = add(hit, part);
      };
    });
    const exact = exactFigures(table);
    expect(chance).toEqual(fraction(1n));
    expect(exact.returned).toEqual(returned);
    expect(exact.hit).toEqual(hit);
    expect(exact.most).toBe(most);
    const mean = Number(returned.top) / Number(returned.bottom);
    expect(exact.deviation).toBeCloseTo(Math.sqrt(square / stake ** 2 - mean ** 2), 9);
    expect(mean).toBeGreaterThan(0);
  });
});

/** Plays once for every sequence of draws; `share` returns, after the play, the probability of its sequence. */
function everyPlay(play: (draws: ReturnType<typeof streamOf>, share: () => Fraction) => () => void): void {
  const path: { value: number; bound: number }[] = [];
  for (;;) {
    let depth = 0;
    const draws = {
      below(bound: number) {
        const step = path[depth] ?? { value: 0, bound };
        path[depth] = step;
        depth += 1;
        return step.value;
      },
    };
    play(draws, () =>
      fraction(
        1n,
        path.reduce((product, { bound }) => product * BigInt(bound), 1n),
      ),
    )();
    while (path.length > 0 && (path.at(-1)?.value ?? 0) + 1 === path.at(-1)?.bound) path.pop();
    const last = path.at(-1);
    if (!last) return;
    last.value += 1;
  }
}
