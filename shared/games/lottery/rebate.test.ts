import { describe, expect, test } from 'vitest';
import { LOTTERY_VARIANTS } from '../catalogue.ts';
import { playDraw } from '../events/draw.ts';
import { add, fraction, isLess } from '../fraction.ts';
import { STUDIO_GAMES } from '../games.ts';
import { simulationStream } from '../simulation-stream.ts';
import { readChase } from './chase.ts';
import { lotteryDraws } from './draws.ts';
import { parseEntry } from './entry.ts';
import { playTypesOf, readOrder } from './order.ts';
import { priceKey, priceOf, pricesOf } from './prices.ts';
import { hasRebate, REBATES } from './rebate.ts';
import { maxPayout, rebateOf, rebateShare, settleTicket, stakesIn } from './settle.ts';

const CENT = 100n;
const NO_TERMS = { mode: 'digits', count: 1 } as const;
const KINDS = LOTTERY_VARIANTS.flatMap((variant) => {
  const mode = lotteryDraws({ variant })?.mode;
  return mode && hasRebate(mode) ? [[variant, mode] as const] : [];
});
const gameOf = (variant: (typeof LOTTERY_VARIANTS)[number]) => {
  const game = STUDIO_GAMES.find((one) => one.variant === variant);
  if (!game) throw new Error(variant);
  return game;
};

test('the families of Vietnam and of the fast lotteries have a rebate, others have none', () => {
  expect(new Set(KINDS.map(([, mode]) => mode))).toEqual(new Set(['Lott', 'ZY']));
  expect(hasRebate('SEA')).toBe(false);
  expect(hasRebate('Elott')).toBe(false);
});

describe.each(KINDS)('%s', (variant, mode) => {
  test('rebate and prizes together return exactly the same at each step', () => {
    for (const { rule } of playTypesOf({ variant }))
      for (const full of pricesOf(rule, mode)) {
        let before = full;
        for (const rebate of REBATES) {
          const price = priceOf(rule, mode, full.key, rebate);
          // Counted again from the odds, without the function that computed the rebate.
          const prizes = price.tiers
            .map(({ chance, odds, places }) => fraction(chance.top * odds * BigInt(places), chance.bottom * 100n))
            .reduce(add, fraction(0n));
          expect(add(prizes, price.rebate)).toEqual(full.return);
          expect(price.return).toEqual(full.return);
          // Within a hundredth of the odds of what its name says, and never above the odds of the step before.
          const named = fraction(BigInt(rebate), 1000n);
          const step = price.tiers
            .map(({ chance, places }) => fraction(chance.top * BigInt(places), chance.bottom * 100n))
            .reduce(add, fraction(0n));
          expect(isLess(add(named, step), price.rebate)).toBe(false);
          expect(isLess(add(price.rebate, step), named)).toBe(false);
          for (const [index, { odds }] of price.tiers.entries()) {
            expect(odds <= (before.tiers[index]?.odds ?? 0n)).toBe(true);
            expect(odds > 100n).toBe(true);
          }
          before = price;
        }
      }
  });

  test('the rebate of a ticket is the sum of its bets, rounded down to the coin once', () => {
    const stream = simulationStream(variant.length * 17);
    for (const { rule, example } of playTypesOf({ variant }))
      for (let round = 0; round < 8; round++) {
        const { bets } = parseEntry(rule, example);
        const rebate = REBATES[stream.below(REBATES.length)] ?? 0;
        const stake = BigInt(1 + stream.below(900)) * CENT;
        const exact = bets
          .map((bet) => {
            const { top, bottom } = priceOf(rule, mode, priceKey(rule, bet), rebate).rebate;
            return fraction(top * stake * BigInt(stakesIn({ rule, bets: [bet] })), bottom);
          })
          .reduce(add, fraction(0n));
        const returned = rebateOf(rebateShare({ rule, mode, bets, rebate }), stake, CENT);
        expect(returned).toBe((exact.top / exact.bottom / CENT) * CENT);
        if (rebate === 0) expect(returned).toBe(0n);
      }
  });

  test('an order is debited without its rebate, keeps its odds, and wins what they say', () => {
    const game = gameOf(variant);
    for (const { id, rule, example } of playTypesOf({ variant })) {
      const wanted = { playType: id, entry: example, unit: '0.1', multiplier: 3 } as const;
      const plain = readOrder(game, wanted, CENT);
      const order = readOrder(game, { ...wanted, rebate: 50 }, CENT);
      if (typeof plain === 'string' || typeof order === 'string') throw new Error(`${id}: ${String(plain)} ${String(order)}`);
      expect(order.price).toBe(plain.cost);
      expect(order.cost).toBe(order.price - order.returned);
      expect(order.most).toBe(maxPayout({ rule, mode, bets: order.bets, stake: order.stake, rebate: 50 }));
      expect(order.most).toBeLessThan(plain.most);
      const draw = playDraw(lotteryDraws({ variant })?.terms ?? NO_TERMS, '5e'.repeat(32), `${variant}-${id}`);
      const ticket = { rule, mode, bets: order.bets, stake: order.stake };
      expect(settleTicket({ ...ticket, odds: order.odds }, draw)).toEqual(settleTicket({ ...ticket, rebate: 50 }, draw));
    }
  });
});

test.each([-5, 1, 55, 2.5, Number.NaN, Number.POSITIVE_INFINITY])('a rebate of %d tenths is refused', (rebate) => {
  const wanted = { playType: 'digit1', entry: '4', unit: '1', multiplier: 1, rebate } as const;
  expect(readOrder(gameOf('five1'), wanted, CENT)).toBe('bet_invalid');
});

test('a lottery without rebates refuses one', () => {
  const wanted = { playType: 'digit1', entry: '4', unit: '1', multiplier: 1 } as const;
  expect(readOrder(gameOf('sea3'), { ...wanted, rebate: 5 }, CENT)).toBe('bet_invalid');
  expect(readOrder(gameOf('sea3'), { ...wanted, rebate: 0 }, CENT)).toMatchObject({ rebate: 0, returned: 0n });
});

test('a chase costs what its tickets cost one by one', () => {
  const game = gameOf('five1');
  for (const rebate of REBATES)
    for (const step of [0, 1, 7]) {
      const wanted = { playType: 'total', entry: '20 21 40', unit: '0.01', multiplier: 3, rebate } as const;
      const chase = readChase(game, wanted, { draws: 9, step, stopOnWin: true }, CENT);
      if (typeof chase === 'string') throw new Error(chase);
      const each = Array.from({ length: 9 }, (_, nr) => readOrder(game, { ...wanted, multiplier: 3 + step * nr }, CENT));
      expect(chase.tickets.map(({ cost, most }) => [cost, most])).toEqual(
        each.map((order) => (typeof order === 'string' ? order : [order.cost, order.most])),
      );
      expect(chase.cost).toBe(each.reduce((sum, order) => sum + (typeof order === 'string' ? 0n : order.cost), 0n));
    }
});
