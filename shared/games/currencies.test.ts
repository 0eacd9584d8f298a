import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CENT, CURRENCY_STEPS, coinOf } from '../money/currency-steps.ts';
import { payableUnit, toWire, type Units } from '../money/money.ts';
import type { Engine, Variant } from './catalogue.ts';
import { flightPayout, HIGHEST_TARGET, highestTarget, isTarget, LOWEST_TARGET } from './crash/flight.ts';
import { slipPayout } from './events/slip.ts';
import { WATERS } from './fish.ts';
import { STUDIO_GAMES } from './games.ts';
import { playTableRound, tablePayout, tableRules } from './live/table.ts';
import { TABLE_GAMES } from './live/table-games.ts';
import type { EngineBet } from './protocol.ts';
import { RAKE_CAP, ROOM_LEVELS, rakeOf, roomStake } from './rooms/levels.ts';
import { ROULETTE_SPOTS } from './roulette.ts';
import { isStake, playRound, printedRules, rulesHash, stakeLimits, validateBet } from './rules.ts';
import { limitsUnder } from './session-limits.ts';
import { simulationStream } from './simulation-stream.ts';

const CURRENCIES = Object.keys(CURRENCY_STEPS);
const GAMES = [...new Map(STUDIO_GAMES.map((game) => [game.variant, game])).values()];
const RUNS = { numRuns: 12 };

/** Any bet of an engine with this stake; undefined for games whose result comes from an event. */
function betOf(engine: Engine, variant: Variant, stake: string, seed: number): EngineBet | undefined {
  switch (engine) {
    case 'slot':
      return { engine, stake };
    case 'roulette':
      return { engine, chips: [{ spot: ROULETTE_SPOTS[seed % ROULETTE_SPOTS.length]?.id ?? '', stake }] };
    case 'dice':
      return { engine, stake, over: false, target: 2 + (seed % 9_000) / 100 };
    case 'keno':
      return { engine, stake, picks: Array.from({ length: 1 + (seed % 10) }, (_, index) => index + 1) };
    case 'fish': {
      const targets = Object.keys(WATERS[variant as keyof typeof WATERS]);
      return { engine, stake, target: targets[seed % targets.length] ?? '' };
    }
    case 'duel':
      return { engine, stake, side: 'one' };
    case 'digits':
      return { engine, stake, kind: 'straight', number: '0123'.slice(0, { pair: 2, triple: 3, quad: 4 }[variant as 'pair']) };
    default:
      return undefined;
  }
}

/** A stake of the game in a currency, below an optional maximum stake. */
function stakesOf(variant: Variant, currency: string, ceiling: Units | null = null): fc.Arbitrary<Units> {
  const { step, min, max } = limitsUnder(stakeLimits(variant, coinOf(currency)), ceiling);
  return fc.bigInt({ min: 0n, max: (max - min) / step }).map((steps) => min + steps * step);
}

describe.each(CURRENCIES)('in %s', (currency) => {
  const coin = coinOf(currency);

  test('limits, chips, levels and caps are whole coins, which the currency can pay out', () => {
    expect(coin % payableUnit(currency)).toBe(0n);
    for (const { variant } of GAMES) {
      const { step, min, max, chips } = stakeLimits(variant, coin);
      for (const amount of [step, min, max, ...chips, ...Object.keys(ROOM_LEVELS).map((level) => roomStake(level, coin) ?? 0n)])
        expect([variant, amount % coin]).toEqual([variant, 0n]);
      expect(step).toBeGreaterThanOrEqual(coin);
      expect(min % step).toBe(0n);
      expect(min).toBeLessThanOrEqual(max);
      expect(chips.every((chip, index) => isStake(variant, [chip], chip, coin) && chip > (chips[index - 1] ?? 0n))).toBe(true);
      expect(isStake(variant, [min - step], min - step, coin) || isStake(variant, [max + step], max + step, coin)).toBe(false);
    }
  });

  test('every allowed stake pays whole coins, also below a maximum stake', () => {
    for (const { engine, variant } of GAMES) {
      const { min, max } = stakeLimits(variant, coin);
      for (const ceiling of [null, (min + max) / 3n < min ? min : (min + max) / 3n])
        fc.assert(
          fc.property(stakesOf(variant, currency, ceiling), fc.nat(1e6), (stake, seed) => {
            expect(ceiling === null || stake <= ceiling).toBe(true);
            const bet = betOf(engine, variant, toWire(stake), seed);
            if (!bet) return;
            expect([variant, validateBet(engine, variant, bet, coin)]).toEqual([variant, { stake }]);
            expect([variant, playRound(engine, variant, bet, simulationStream(seed), coin).payout % coin]).toEqual([variant, 0n]);
          }),
          RUNS,
        );
    }
  });

  test('flights, slips, tables and pots pay whole coins, within the scaled caps', () => {
    const odds = fc.array(fc.integer({ min: 101, max: 5_000 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(stakesOf('flight', currency), fc.integer({ min: LOWEST_TARGET, max: HIGHEST_TARGET }), odds, (stake, target, legs) => {
        const most = highestTarget(stake, coin);
        expect(most).toBe(highestTarget((stake / coin) * CENT));
        if (isTarget(target, stake, coin))
          expect(flightPayout(stake, target, coin)).toBe((flightPayout((stake / coin) * CENT, target) / CENT) * coin);
        const open = legs.map((one) => ({ odds: one, state: 'open' as const }));
        expect(slipPayout(stake, open, coin)).toBe((slipPayout((stake / coin) * CENT, open) / CENT) * coin);
      }),
      RUNS,
    );
    for (const game of TABLE_GAMES)
      fc.assert(
        fc.property(stakesOf(game, currency), fc.nat(999), (stake, seed) => {
          const spots = tableRules(game).spots;
          const outcome = playTableRound(game, seed.toString(16).padStart(64, '0'), 'event');
          expect(tablePayout(outcome, [{ spot: spots[seed % spots.length]?.id ?? '', stake }]) % coin).toBe(0n);
        }),
        RUNS,
      );
    for (const level of Object.keys(ROOM_LEVELS))
      for (const players of [2n, 3n, 4n]) {
        const rake = rakeOf((roomStake(level, coin) ?? 0n) * players, coin);
        expect(rake % coin).toBe(0n);
        expect(rake).toBe((rakeOf((ROOM_LEVELS[level] ?? 0n) * players) / CENT) * coin);
        expect(rake).toBeLessThanOrEqual((RAKE_CAP / CENT) * coin);
      }
  });

  test('the printed rules name the coin exactly where it is no cent', () => {
    for (const { engine, variant } of GAMES) {
      const printed = printedRules(engine, variant, coin);
      expect(printed.includes(`"coin":"${coin}"`)).toBe(coin !== CENT);
      expect(rulesHash(engine, variant, coin) === rulesHash(engine, variant)).toBe(coin === CENT);
    }
  });
});

test('a stake of earlier versions, which is no whole number of coins, is rounded to cents', () => {
  expect(flightPayout(5_0000n, 251, coinOf('VND'))).toBe(flightPayout(5_0000n, 251));
  expect(slipPayout(5_0000n, [{ odds: 251, state: 'won' }], coinOf('VND'))).toBe(slipPayout(5_0000n, [{ odds: 251, state: 'won' }]));
  expect(rakeOf(40_0000n, coinOf('VND'))).toBe(rakeOf(40_0000n));
});

test.each([
  ['THB', '0.2000'],
  ['VND', '200.0000'],
  ['IDR', '100.0000'],
  ['JPY', '1.0000'],
  ['EUR', '0.0100'],
  ['USD', '0.0100'],
])('one cent is in %s %s', (currency, coin) => expect(toWire(coinOf(currency))).toBe(coin));

test('prizes rounded to cents are amounts that a currency of large coins cannot pay out', () => {
  // A whole stake is 100 coins, which every multiplier pays exactly.
  const coin = coinOf('VND');
  const stake = stakeLimits('classic', coin).min + coin;
  const bet: EngineBet = { engine: 'dice', stake: toWire(stake), over: false, target: 66.67 };
  const payouts = Array.from({ length: 50 }, (_, seed) => playRound('dice', 'classic', bet, simulationStream(seed)).payout);
  expect(payouts.some((payout) => payout % coin !== 0n)).toBe(true);
  expect(flightPayout(stake, 333) % coin).not.toBe(0n);
  expect(slipPayout(stake, [{ odds: 333, state: 'won' }]) % coin).not.toBe(0n);
});
