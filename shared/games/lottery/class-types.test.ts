import { describe, expect, test } from 'vitest';
import { playDraw } from '../events/draw.ts';
import { add, type Fraction, fraction, isLess, multiply } from '../fraction.ts';
import { simulationStream } from '../simulation-stream.ts';
import { lotteryDraws } from './draws.ts';
import { parseEntry } from './entry.ts';
import { playTypesOf } from './order.ts';
import { maxStakeFor, priceKey, priceOf, pricesOf } from './prices.ts';
import type { ClassRule } from './rules.ts';
import { maxPayout, settleTicket, stakesIn, ticketCost } from './settle.ts';

const WHOLE = 10_000n;
const TYPES = playTypesOf({ variant: 'sea4' }).flatMap(({ id, rule, example }): [string, ClassRule, string][] =>
  rule.kind === 'classes' ? [[id, rule, example]] : [],
);
const NUMBERS = Array.from({ length: 10_000 }, (_, n) => String(n).padStart(4, '0'));
/** Of each class its first and its last place in the draw, from 1. */
const PLACES = { first: [1, 1], second: [2, 2], third: [3, 3], starter: [4, 13], consolation: [14, 23] } as const;
type Class = keyof typeof PLACES;

/** Whether a bet stands for a number, by the words of the rules page. */
function standsFor(id: string, bet: string, number: string): boolean {
  if (/Straight$/.test(id)) return bet === number;
  if (/Roll$/.test(id)) return [...bet].filter((digit, place) => digit !== number[place]).join('') === '*' || bet === number;
  return [...bet].toSorted().join('') === [...number].toSorted().join('');
}

const classesOf = (id: string): readonly Class[] =>
  id.startsWith('small') ? ['first', 'second', 'third'] : ['first', 'second', 'third', 'starter', 'consolation'];

function hitsByWords(id: string, bet: string, draw: readonly string[]) {
  return classesOf(id).flatMap((prize) => {
    const times = draw.slice(PLACES[prize][0] - 1, PLACES[prize][1]).filter((number) => standsFor(id, bet, number)).length;
    return times > 0 ? [{ bet, prize, times }] : [];
  });
}

/** One bet of each kind of digits: 24, 12, 6, 4 and 1 orders. */
const betsOf = (id: string) => (/Roll$/.test(id) ? ['*123', '1*11', '00*0', '987*'] : ['1234', '1123', '1122', '1112', '1111', '0000']);

test('eight ways of betting: big and small, each straight, box, ibox and roll', () => {
  expect(TYPES.map(([id]) => id)).toEqual(
    ['big', 'small'].flatMap((pays) => ['Straight', 'Box', 'Ibox', 'Roll'].map((bets) => pays + bets)),
  );
});

describe.each(TYPES)('%s', (id, rule, example) => {
  test('its exact return is that of all numbers, counted one by one', () => {
    for (const bet of betsOf(id)) {
      const price = priceOf(rule, 'SEA', priceKey(rule, bet));
      const covered = BigInt(NUMBERS.filter((number) => standsFor(id, bet, number)).length);
      const stakes = BigInt(stakesIn({ rule, bets: [bet] }));
      expect(stakes).toBe(/Box$|Roll$/.test(id) ? covered : 1n);
      // Each place of a class is every number once in ten thousand draws.
      const paid = price.tiers
        .map(({ key, odds }) => {
          const [from, to] = PLACES[key as Class];
          return fraction(odds * covered * BigInt(to - from + 1), 100n * 10_000n * stakes);
        })
        .reduce(add, fraction(0n));
      expect(price.return).toEqual(paid);
      expect(isLess(fraction(95n, 100n), paid)).toBe(false);
      expect(isLess(paid, fraction(949n, 1000n))).toBe(false);
    }
  });

  test('is settled as described, on random draws, on draws with its numbers and on draws of one number', () => {
    const { terms } = lotteryDraws({ variant: 'sea4' }) ?? { terms: { mode: 'digits', count: 4 } };
    const stream = simulationStream(id.length * 7 + 1);
    const { bets } = parseEntry(rule, [...betsOf(id), example].join(' '));
    let hits = 0;
    for (let round = 0; round < 80; round++) {
      const drawn = playDraw(terms, (round + 5).toString(16).padStart(64, '7'), `class-${id}-${round}`);
      const own = NUMBERS.filter((number) => bets.some((bet) => standsFor(id, bet, number)));
      const draw = drawn.map((number) => {
        const picked = own[stream.below(own.length)] ?? '';
        return round === 0 ? '1111' : stream.below(3) === 0 ? picked : number;
      });
      const settled = settleTicket({ rule, mode: 'SEA', bets, stake: WHOLE }, draw);
      const expected = bets.flatMap((bet) => hitsByWords(id, bet, draw));
      expect(settled.hits.map(({ bet, prize, times }) => ({ bet, prize, times }))).toEqual(expected);
      const hundredths = expected.reduce((sum, { bet, prize, times }) => {
        const tier = priceOf(rule, 'SEA', priceKey(rule, bet)).tiers.find(({ key }) => key === prize);
        return sum + (tier?.odds ?? 0n) * BigInt(times);
      }, 0n);
      expect(settled.paid).toBe((WHOLE * hundredths) / 100n);
      expect(settled.paid).toBeLessThanOrEqual(maxPayout({ rule, mode: 'SEA', bets, stake: WHOLE }));
      hits += expected.length;
    }
    expect(hits).toBeGreaterThan(0);
  });

  test('the largest win is that of a draw in which all prizes are one number', () => {
    const { bets } = parseEntry(rule, `${betsOf(id).join(' ')} ${example}`);
    const ticket = { rule, mode: 'SEA', bets, stake: WHOLE } as const;
    const best = NUMBERS.reduce((most, number) => {
      const { paid } = settleTicket(
        ticket,
        Array.from({ length: 23 }, () => number),
      );
      return paid > most ? paid : most;
    }, 0n);
    expect(maxPayout(ticket)).toBe(best);
    for (const price of pricesOf(rule, 'SEA')) expect((maxStakeFor(price) * price.top) / 100n).toBeLessThanOrEqual(100_000n * WHOLE);
  });

  test('wins nothing on a draw of four digits, as it was drawn before', () => {
    expect(settleTicket({ rule, mode: 'SEA', bets: betsOf(id), stake: WHOLE }, ['1', '1', '1', '1']).paid).toBe(0n);
  });
});

test('a box costs and wins what its numbers would straight, an ibox a share of one stake', () => {
  const ruleOf = (bets: ClassRule['bets']): ClassRule => ({ kind: 'classes', pays: 'big', bets });
  for (const bet of betsOf('bigBox')) {
    const numbers = NUMBERS.filter((number) => standsFor('bigBox', bet, number));
    const [box, straight, ibox] = (['box', 'straight', 'ibox'] as const).map((bets) => {
      const [entry] = parseEntry(ruleOf(bets), bet).bets;
      return { rule: ruleOf(bets), mode: 'SEA' as const, bets: bets === 'straight' ? numbers : [entry ?? ''], stake: WHOLE };
    });
    if (!box || !straight || !ibox) throw new Error('three tickets');
    expect(ticketCost(box)).toBe(ticketCost(straight));
    expect(ticketCost(ibox)).toBe(WHOLE);
    for (const number of numbers) {
      const draw = Array.from({ length: 23 }, (_, place) => (place % 4 === 0 ? number : '9999'));
      expect(settleTicket(box, draw).paid).toBe(settleTicket(straight, draw).paid);
      const { paid } = settleTicket(ibox, draw);
      // Rounded down to the hundredth at each prize, so slightly less than the share.
      const share = settleTicket({ ...straight, bets: [number] }, draw).paid / BigInt(numbers.length);
      expect(paid).toBeLessThanOrEqual(share + 23n * 100n);
      expect(paid).toBeGreaterThan(share - 23n * 100n);
    }
  }
});

test('a bet on small pays the first three prizes more than one on big', () => {
  const [big, small] = (['big', 'small'] as const).map((pays) => priceOf({ kind: 'classes', pays, bets: 'straight' }, 'SEA', 'all'));
  expect(big?.tiers.map(({ key, odds }) => [key, odds])).toEqual([
    ['first', 288_315n],
    ['second', 144_157n],
    ['third', 70_637n],
    ['starter', 36_039n],
    ['consolation', 8_649n],
  ]);
  expect(small?.tiers.map(({ key, odds }) => [key, odds])).toEqual([
    ['first', 491_379n],
    ['second', 327_586n],
    ['third', 131_034n],
  ]);
});

test('the bets on four digits are those on the first prize, on draws of either kind', () => {
  const digits = playTypesOf({ variant: 'sea4' }).filter(({ rule }) => rule.kind !== 'classes');
  const rest = Array.from({ length: 22 }, (_, n) => NUMBERS[(n * 977 + 13) % NUMBERS.length] ?? '');
  for (const { rule, example, about } of digits) {
    expect(about).toEqual({ key: 'about_firstPrize' });
    const { bets } = parseEntry(rule, example);
    for (const number of ['4072', '2704', '0000', '9981']) {
      const ticket = { rule, mode: 'SEA', bets, stake: WHOLE } as const;
      expect(settleTicket(ticket, [number, ...rest])).toEqual(settleTicket(ticket, [...number]));
    }
  }
});

test('chances are those of one place', () => {
  const chance = (rule: ClassRule, key: string): Fraction => priceOf(rule, 'SEA', key).tiers[0]?.chance ?? fraction(0n);
  const box = chance({ kind: 'classes', pays: 'big', bets: 'box' }, 'all');
  expect(multiply(box, fraction(24n))).toEqual(chance({ kind: 'classes', pays: 'big', bets: 'ibox' }, '24'));
});
