import { describe, expect, test } from 'vitest';
import { DIGITS_VARIANTS, DUEL_VARIANTS, type Engine, FISH_VARIANTS, type Variant } from './catalogue.ts';
import { DICE_MAX_CHANCE, DICE_MIN_CHANCE, diceChance, diceMultiplier, diceReturn, lowestDiceReturn } from './dice.ts';
import { DIGITS, digitsKinds, digitsLength, digitsReturn, lowestDigitsReturn } from './digits.ts';
import { DUELS, type DuelEnd, duelChances, duelReturn, lowestDuelReturn, rankOf } from './duel.ts';
import { type FairStream, streamOf } from './fairness.ts';
import { fishChance, fishMultiplier, WATERS } from './fish.ts';
import { add, type Fraction, fraction, isLess, multiply, toPercent } from './fraction.ts';
import { KENO_TENTHS, kenoChance, kenoReturn } from './keno.ts';
import type { EngineBet } from './protocol.ts';
import { POCKETS, pocketColour, ROULETTE_SPOTS, spotReturn, WHEEL } from './roulette.ts';
import { exactReturn, playRound, publishedReturn, validateBet } from './rules.ts';
import { simulationStream } from './simulation-stream.ts';

const percent = (value: Fraction) => (Number(value.top) / Number(value.bottom)) * 100;

test('the published returns', () => {
  expect(publishedReturn('slot', 'harbour')).toBe('96.16');
  expect(publishedReturn('slot', 'lantern')).toBe('96.08');
  expect(publishedReturn('slot', 'gems')).toBe('95.57');
  expect(publishedReturn('roulette', 'european')).toBe('97.30');
  expect(publishedReturn('dice', 'classic')).toBe(toPercent(lowestDiceReturn()));
  expect(publishedReturn('keno', 'twenty')).toBe('94.59');
  expect(FISH_VARIANTS.map((variant) => publishedReturn('fish', variant))).toEqual(['97.00', '97.00', '97.00']);
  expect(DUEL_VARIANTS.map((variant) => publishedReturn('duel', variant))).toEqual(['97.06', '97.06', '97.59']);
  expect(DIGITS_VARIANTS.map((variant) => publishedReturn('digits', variant))).toEqual(['95.00', '94.98', '94.99']);
});

describe('roulette', () => {
  test('has every bet of a single-zero table, each at the same return', () => {
    const count = (kind: string) => ROULETTE_SPOTS.filter((spot) => spot.kind === kind).length;
    expect(['straight', 'split', 'street', 'corner', 'line', 'dozen', 'column', 'even-money'].map(count)).toEqual([
      37, 60, 14, 23, 11, 3, 3, 6,
    ]);
    expect(new Set(ROULETTE_SPOTS.map((spot) => spot.id)).size).toBe(ROULETTE_SPOTS.length);
    for (const spot of ROULETTE_SPOTS) expect([spot.id, spotReturn(spot)]).toEqual([spot.id, fraction(36n, 37n)]);
    for (const { numbers } of ROULETTE_SPOTS)
      expect(new Set(numbers.filter((number) => number >= 0 && number < POCKETS)).size).toBe(numbers.length);
    expect(new Set(WHEEL).size).toBe(POCKETS);
    expect(WHEEL.slice(1).map(pocketColour)).toEqual(WHEEL.slice(1).map((_, index) => (index % 2 === 0 ? 'red' : 'black')));
  });

  test('pays every spot correctly for every pocket', () => {
    for (const spot of ROULETTE_SPOTS) {
      const bet: EngineBet = { engine: 'roulette', chips: [{ spot: spot.id, stake: '1.0000' }] };
      let paid = 0n;
      for (let pocket = 0; pocket < POCKETS; pocket++) paid += playRound('roulette', 'european', bet, scripted([pocket])).payout;
      expect([spot.id, paid]).toEqual([spot.id, 36n * 10_000n]);
    }
  });
});

describe('dice', () => {
  test('no target returns more than 99 % or less than the published return', () => {
    const lowest = lowestDiceReturn();
    for (let chance = DICE_MIN_CHANCE; chance <= DICE_MAX_CHANCE; chance++) {
      const value = diceReturn(chance);
      expect(isLess(fraction(99n, 100n), value) || isLess(value, lowest)).toBe(false);
    }
    expect(percent(lowest)).toBeGreaterThan(98);
    expect(diceReturn(4950)).toEqual(fraction(99n, 100n));
  });

  test('over wins above the target, under below it, a roll equal to the target loses', () => {
    const roll = (over: boolean, target: number, rolled: number) =>
      playRound('dice', 'classic', { engine: 'dice', stake: '1.0000', over, target }, scripted([rolled]));
    expect(diceChance(true, 50.49)).toBe(4950);
    expect(diceMultiplier(4950)).toBe('2.00');
    expect(roll(true, 50.49, 5050)).toEqual({ outcome: { engine: 'dice', roll: 50.5, multiplier: '2.00' }, payout: 20_000n });
    expect(roll(true, 50.49, 5049)).toEqual({ outcome: { engine: 'dice', roll: 50.49, multiplier: '0.00' }, payout: 0n });
    expect(roll(false, 49.5, 4949).payout).toBe(20_000n);
    expect(roll(false, 49.5, 4950).payout).toBe(0n);
    expect(diceChance(true, 50.495)).toBeUndefined();
    expect(diceChance(false, Number.NaN)).toBeUndefined();
  });

  test('the stated number of winning rolls is the actual one', () => {
    for (const [over, target] of [
      [true, 4.99],
      [false, 0.29 + 0.71],
      [true, 98.99],
      [false, 95],
    ] as const) {
      let wins = 0;
      for (let rolled = 0; rolled < 10_000; rolled++) {
        if (playRound('dice', 'classic', { engine: 'dice', stake: '1.0000', over, target }, scripted([rolled])).payout > 0n) wins += 1;
      }
      expect(wins).toBe(diceChance(over, target));
    }
  });
});

describe('keno', () => {
  test.each(Object.keys(KENO_TENTHS).map(Number))('%i picks return 94 to 96 %; chances sum to one', (picks) => {
    expect(percent(kenoReturn(picks))).toBeGreaterThan(94);
    expect(percent(kenoReturn(picks))).toBeLessThan(96);
    const chances = Array.from({ length: picks + 1 }, (_, hits) => kenoChance(picks, hits));
    expect(chances.reduce(add, fraction(0n))).toEqual(fraction(1n));
  });

  test('hits are the picks among the drawn numbers, and pay by the table', () => {
    const bet: EngineBet = { engine: 'keno', stake: '0.5000', picks: [20, 1, 2, 77] };
    const { outcome, payout } = playRound('keno', 'twenty', bet, scripted(new Array(20).fill(0)));
    expect(outcome).toEqual({ engine: 'keno', drawn: Array.from({ length: 20 }, (_, i) => i + 1), hits: [1, 2, 20], multiplier: '8.0' });
    expect(payout).toBe(40_000n);
  });
});

describe('fish', () => {
  test.each(FISH_VARIANTS)('every target of %s has the published return, and a hit always pays more than the stake', (variant) => {
    for (const [target, multiplier] of Object.entries(WATERS[variant])) {
      expect([target, multiply(fishChance(multiplier), fraction(BigInt(multiplier)))]).toEqual([target, exactReturn('fish', variant)]);
      expect(multiplier).toBeGreaterThan(1);
    }
    expect(fishMultiplier(variant, 'constructor')).toBeUndefined();
  });

  test('hits on exactly the stated share of draws', () => {
    const shoot = (drawn: number) =>
      playRound('fish', 'reef', { engine: 'fish', stake: '0.1000', target: 'sardine' }, scripted([drawn])).payout;
    let hits = 0;
    for (let drawn = 0; drawn < 20_000; drawn++) hits += Number(shoot(drawn) === 2_000n);
    expect(fraction(BigInt(hits), 20_000n)).toEqual(fishChance(2));
    expect([shoot(9_699), shoot(9_700)]).toEqual([2_000n, 0n]);
  });
});

describe('duel', () => {
  test.each(DUEL_VARIANTS)('the results of %s are complete, and no side is favoured', (variant) => {
    for (const side of DUELS[variant].sides) {
      expect(Object.values(duelChances(variant, side)).reduce(add, fraction(0n))).toEqual(fraction(1n));
      expect(isLess(duelReturn(variant, side), lowestDuelReturn(variant))).toBe(false);
    }
  });

  test('one pair pays correctly for every pair of cards', () => {
    for (const side of ['one', 'other', 'tie'] as const) {
      let paid = 0n;
      for (let one = 0; one < 52; one++)
        for (let other = 0; other < 51; other++)
          paid += playRound('duel', 'pick', { engine: 'duel', stake: '1.0000', side }, scripted([one, other])).payout;
      expect([side, fraction(paid, 52n * 51n * 10_000n)]).toEqual([side, fraction(33n, 34n)]);
    }
  });

  test('three pairs end as often as in all orders of the deck', () => {
    const chances = duelChances('best', 'one');
    const simulated: Partial<Record<DuelEnd, number>> = {};
    const stream = simulationStream(7);
    const ends: Readonly<Record<string, DuelEnd>> = { '3.00': 'sweep', '1.75': 'won', '0.50': 'level', '0.00': 'lost' };
    for (let round = 0; round < 12_000; round++) {
      const { outcome } = playRound('duel', 'best', { engine: 'duel', stake: '0.2000', side: 'one' }, stream);
      if (outcome.engine !== 'duel') throw new Error('another engine');
      const steps = outcome.one.map((card, index) => Math.sign(rankOf(card) - rankOf(outcome.other[index] ?? 0)));
      const sum = steps.reduce((total, step) => total + step, 0);
      expect(outcome.winner).toBe(sum > 0 ? 'one' : sum < 0 ? 'other' : 'tie');
      expect(new Set([...outcome.one, ...outcome.other]).size).toBe(6);
      const end = ends[outcome.multiplier] ?? 'tie';
      simulated[end] = (simulated[end] ?? 0) + 1;
    }
    for (const [end, chance] of Object.entries(chances)) {
      const share = Number(chance.top) / Number(chance.bottom);
      expect(Math.abs((simulated[end as DuelEnd] ?? 0) / 12_000 - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / 12_000));
    }
  });
});

describe('digits', () => {
  test.each(DIGITS_VARIANTS)('every bet on %s has its stated return over all draws', (variant) => {
    const numbers = { pair: ['07', '00'], triple: ['123', '677', '555'], quad: ['0123', '0012', '0011', '9998', '1111'] }[variant];
    for (const kind of digitsKinds(variant)) {
      for (const number of numbers.map((full) => full.slice(-digitsLength(variant, kind)))) {
        let paid = 0n;
        for (let drawn = 0; drawn < 10 ** DIGITS[variant]; drawn++) {
          const draw = scripted([...String(drawn).padStart(DIGITS[variant], '0')].map(Number));
          paid += playRound('digits', variant, { engine: 'digits', stake: '0.1000', kind, number }, draw).payout;
        }
        const paidBack = fraction(paid, BigInt(10 ** DIGITS[variant]) * 1_000n);
        expect([kind, number, paidBack]).toEqual([kind, number, digitsReturn(kind, number)]);
        expect(isLess(fraction(95n, 100n), paidBack) || isLess(paidBack, lowestDigitsReturn(variant))).toBe(false);
      }
    }
  });
});

describe('bets that the rules refuse', () => {
  const stake = '1.0000';
  test.each<[Engine, Variant, EngineBet]>([
    ['fish', 'reef', { engine: 'fish', stake, target: 'dragon' }],
    ['fish', 'reef', { engine: 'fish', stake, target: 'toString' }],
    ['duel', 'war', { engine: 'duel', stake, side: 'tie' }],
    ['duel', 'best', { engine: 'duel', stake, side: 'other' }],
    ['digits', 'pair', { engine: 'digits', stake, kind: 'last', number: '12' }],
    ['digits', 'triple', { engine: 'digits', stake, kind: 'straight', number: '12' }],
    ['digits', 'triple', { engine: 'digits', stake, kind: 'last', number: '123' }],
    ['digits', 'quad', { engine: 'digits', stake, kind: 'box', number: '12a4' }],
    ['digits', 'quad', { engine: 'digits', stake, kind: 'box', number: '١٢٣٤' }],
  ])('%s %s %o', (engine, variant, bet) => {
    expect(validateBet(engine, variant, bet)).toEqual({ error: 'bet_invalid' });
  });
});

describe('simulated returns lie within four standard errors of the computed ones', () => {
  test.each<[Engine, Variant, EngineBet, number]>([
    ['roulette', 'european', { engine: 'roulette', chips: [{ spot: 'corner-16', stake: '1.0000' }] }, 200_000],
    ['keno', 'twenty', { engine: 'keno', stake: '1.0000', picks: [1, 2, 3, 4, 5, 6] }, 80_000],
    ['fish', 'reef', { engine: 'fish', stake: '1.0000', target: 'jelly' }, 80_000],
    ['duel', 'best', { engine: 'duel', stake: '1.0000', side: 'one' }, 12_000],
    ['digits', 'quad', { engine: 'digits', stake: '1.0000', kind: 'last', number: '47' }, 80_000],
  ])('%s %s', (engine, variant, bet, rounds) => {
    const stream = simulationStream(20_260);
    const stake = 10_000;
    let [sum, squares] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      const ratio = Number(playRound(engine, variant, bet, stream).payout) / stake;
      sum += ratio;
      squares += ratio * ratio;
    }
    const mean = sum / rounds;
    const deviation = Math.sqrt(squares / rounds - mean * mean);
    const exact = percent(exactReturn(engine, variant)) / 100;
    expect(Math.abs(mean - exact)).toBeLessThan((4 * deviation) / Math.sqrt(rounds));
  });
});

/** A stream of the given numbers, then zeros. */
function scripted(numbers: readonly number[]): FairStream {
  const left = [...numbers];
  return streamOf(() => left.shift() ?? 0);
}
