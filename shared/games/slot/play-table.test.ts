import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseWireAmount } from '../../money/money.ts';
import { SLOT_VARIANTS } from '../catalogue.ts';
import { fairStream } from '../fairness.ts';
import { stakeLimits } from '../rules.ts';
import { SLOT_MODELS } from './models.ts';
import { playTable } from './play-table.ts';
import { CASCADE_MOST, coinsOf, prizeFor } from './table.ts';

const CENT = 100n;
/** Longest round: the base spin, respins of three reels, a hold, and free spins that all retrigger the maximum. */
const MAX_SPINS = 200;
const MAX_DRAWS = 2_000;

test.each(SLOT_VARIANTS)(
  'a round of %s pays the sum of its wins in whole cents, the same for the same seed, in bounded draws',
  (variant) => {
    const table = SLOT_MODELS[variant];
    const { step, min, chips } = stakeLimits(variant);
    expect(step).toBe(BigInt(coinsOf(table)) * CENT);
    expect(chips.every((chip) => chip % step === 0n)).toBe(true);
    fc.assert(
      fc.property(fc.nat(1_000_000), (nonce) => {
        const stream = fairStream('0f'.repeat(32), 'property', nonce);
        let draws = 0;
        const counted = { below: (bound: number) => ++draws && stream.below(bound) };
        const { outcome, payout } = playTable(table, min, counted);
        const wins = outcome.spins.flatMap((spin) => spin.steps.flatMap((one) => one.wins));
        const paid = wins.map((win) => parseWireAmount(win.payout) ?? -1n);
        expect(paid.reduce((sum, units) => sum + units, 0n)).toBe(payout);
        expect(paid.every((units) => units > 0n && units % CENT === 0n)).toBe(true);
        expect(draws).toBeLessThan(MAX_DRAWS);
        expect(outcome.spins.length).toBeLessThan(MAX_SPINS);
        expect(outcome.spins.every((spin) => spin.steps.length <= CASCADE_MOST)).toBe(true);
        expect(playTable(table, min, fairStream('0f'.repeat(32), 'property', nonce))).toEqual({ outcome, payout });
      }),
      { numRuns: 60, seed: 36 },
    );
  },
);

test.each(SLOT_VARIANTS)('%s is valid: strips, lines and prizes are consistent', (variant) => {
  const { rows, reading, pays, wild, base, free, scatter, mystery, wheel, hold } = SLOT_MODELS[variant];
  const all = [base, ...(free ? [free] : [])];
  if (reading.kind === 'lines') {
    expect(new Set(reading.lines.map((line) => line.join())).size).toBe(reading.lines.length);
    expect(reading.lines.every((line) => line.length === base.strips.length && line.every((row) => row >= 0 && row < rows))).toBe(true);
  } else if (reading.kind === 'ways') for (const { strips } of all) expect(strips[0]).not.toContain('wild');
  const known = new Set([...Object.keys(pays), 'wild', 'scatter', 'bonus', 'coin', 'mystery']);
  for (const symbol of all.flatMap(({ strips }) => strips.flat())) expect(known).toContain(symbol);
  const displayed = new Set(all.flatMap(({ strips }) => strips.flat()));
  expect([displayed.has('wild'), displayed.has('scatter')]).toEqual([wild !== undefined, scatter !== undefined]);
  expect([displayed.has('mystery'), displayed.has('bonus'), displayed.has('coin')]).toEqual(
    [mystery, wheel, hold].map((rules) => rules !== undefined),
  );
  for (const prizes of Object.values(pays)) {
    const rising = Object.keys(prizes).map((count) => prizeFor(prizes, Number(count)));
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
  }
  // Multiplied scatters would contradict the rules, and an expanding wild cannot fall.
  if (base.multipliers) expect(scatter).toBeUndefined();
  if (base.ladder) expect(wild?.expands).toBeUndefined();
});
