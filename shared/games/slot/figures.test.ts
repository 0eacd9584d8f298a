import { expect, test } from 'vitest';
import { SLOT_VARIANTS } from '../catalogue.ts';
import { toPercent } from '../fraction.ts';
import { simulationStream } from '../simulation-stream.ts';
import { exactFigures } from './exact.ts';
import stored from './figures.json' with { type: 'json' };
import { slotFacts, slotReturn, volatilityOf } from './figures.ts';
import { SLOT_MODELS } from './models.ts';
import { playTable } from './play-table.ts';
import { sliceOf } from './slice.ts';
import { coinsOf, waysOf } from './table.ts';

const ROUNDS = 5_000;

test.each(SLOT_VARIANTS)('the stored figures of %s belong to its current table', (variant) => {
  expect(sliceOf(SLOT_MODELS[variant])).toBe(stored[variant].slice);
});

test.each(['orchard', 'sevens'] as const)('the stored figures of %s are those of all its stops', (variant) => {
  const { returned, deviation, hit } = exactFigures(SLOT_MODELS[variant]);
  expect(returned).toEqual(slotReturn(variant));
  expect([deviation.toFixed(2), toPercent(hit)]).toEqual([stored[variant].deviation, stored[variant].hit]);
});

/**
 * Values from an earlier calculation, line by line from the chances of symbols; the enumeration of all stops gives the same
 * fractions.
 */
test.each([
  ['harbour', '16132331/16777216'],
  ['lantern', '32425753/33750000'],
  ['gems', '52491711/54925000'],
] as const)('the return of %s is the one that its lines have', (variant, returned) => {
  expect(stored[variant].returned).toBe(returned);
});

test.each(SLOT_VARIANTS)('%s returns 94 to 96.6 %, and a simulation agrees within four standard errors', (variant) => {
  const { top, bottom } = slotReturn(variant);
  const exact = Number((top * 10n ** 15n) / bottom) / 1e15;
  expect(exact).toBeGreaterThan(0.94);
  expect(exact).toBeLessThan(0.966);
  const table = SLOT_MODELS[variant];
  const stream = simulationStream(20_261);
  const stake = coinsOf(table);
  let sum = 0;
  for (let round = 0; round < ROUNDS; round++) sum += Number(playTable(table, BigInt(stake), stream).payout) / stake;
  expect(Math.abs(sum / ROUNDS - exact)).toBeLessThan((4 * Number(slotFacts(variant).deviation)) / Math.sqrt(ROUNDS));
});

test('the models differ in evaluation, volatility and hit rate', () => {
  const shapes = SLOT_VARIANTS.map((variant) => {
    const { rows, base, reading, ...rest } = SLOT_MODELS[variant];
    return [
      rows,
      base.strips.length,
      reading.kind,
      waysOf(SLOT_MODELS[variant]),
      Object.keys(rest).sort().join('+'),
      Object.keys(base).join('+'),
    ].join(' ');
  });
  expect(new Set(shapes).size).toBeGreaterThanOrEqual(15);
  const classes = SLOT_VARIANTS.map((variant) => slotFacts(variant).volatility);
  const count = (wanted: string) => classes.filter((volatility) => volatility === wanted).length;
  expect(['low', 'medium', 'high', 'very_high'].map(count)).toEqual([4, 6, 5, 3]);
  expect([3, 3.01, 6, 6.01, 12, 12.01].map(volatilityOf)).toEqual(['low', 'medium', 'medium', 'high', 'high', 'very_high']);
});
