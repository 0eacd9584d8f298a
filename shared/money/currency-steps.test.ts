import { expect, it } from 'vitest';
import { smallestStake } from './currency-steps.ts';

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
