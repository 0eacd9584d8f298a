import { expect, it } from 'vitest';
import { CURRENCY_STEPS, offeredAmount, smallestStake } from './currency-steps.ts';
import { isPayable, toScreen } from './money.ts';

it.each([
  ['EUR', 100n],
  ['THB', 3_000n],
  ['JPY', 10_000n],
  ['VND', 2_500_000n],
  ['IDR', 1_500_000n],
  ['KRW', 100_000n],
  // Outside the table: as the euro, in coins that the currency has.
  ['ISK', 10_000n],
  ['XXX', 100n],
])('the least stake of a game in %s is one cent of a euro, payable in its coins', (currency, units) => {
  expect(smallestStake(currency)).toBe(units);
});

it.each([
  ['EUR', 25, 2_500n, '0.25'],
  ['THB', 10_000, 20_000_000n, '2,000.00'],
  ['JPY', 10, 100_000n, '10'],
  ['VND', 2_000, 4_000_000_000n, '400,000'],
  ['HUF', 2_000, 40_000_000n, '4,000'],
])('in %s %d cents of a euro are offered as a round amount', (currency, cents, units, text) => {
  expect(offeredAmount(cents, currency)).toBe(units);
  expect(toScreen(units, currency)).toBe(text);
});

it.each(Object.keys(CURRENCY_STEPS))('offered amounts in %s can be paid and are never above their amount in euros', (currency) => {
  for (const cents of [10, 50, 100, 2_000, 100_000]) {
    const units = offeredAmount(cents, currency);
    expect(isPayable(units, currency)).toBe(true);
    expect(units).toBeLessThanOrEqual(BigInt(cents) * smallestStake(currency));
  }
});
