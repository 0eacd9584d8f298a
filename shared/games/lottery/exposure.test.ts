import { expect, test } from 'vitest';
import { coinOf } from '../../money/currency-steps.ts';
import { LOTTERY_VARIANTS } from '../catalogue.ts';
import { exposureOf } from './exposure.ts';
import { playTypesOf, readOrder } from './order.ts';
import { REBATES } from './rebate.ts';
import { LOTTERY_UNITS } from './stake.ts';

test('a ticket with one bet may cost the same by its number and by its draw, in every play type, unit and rebate', () => {
  const coin = coinOf('USD');
  const types = LOTTERY_VARIANTS.flatMap((variant) =>
    playTypesOf({ variant }).map(({ id, example }) => ({ variant, playType: id, example })),
  );
  const prices = LOTTERY_UNITS.flatMap((unit) => REBATES.map((rebate) => ({ unit, rebate, multiplier: 7 })));
  const orders = types.flatMap(({ variant, playType, example }) =>
    example
      .split(' ')
      .flatMap((entry) => prices.map((price) => ({ variant, order: readOrder({ variant }, { playType, entry, ...price }, coin) }))),
  );
  let checked = 0;
  for (const { variant, order } of orders) {
    if (typeof order === 'string' || order.bets.length !== 1) continue;
    const { playType, mode, bets, stake, rebate, most } = order;
    const { risks, most: ofDraw } = exposureOf({ rule: playType.rule, mode, bets, stake, rebate }, most, coin);
    expect([variant, playType.id, stake, rebate, risks]).toEqual([variant, playType.id, stake, rebate, [ofDraw]]);
    expect(ofDraw * coin).toBe(most);
    checked += 1;
  }
  expect(checked).toBeGreaterThan(500);
});
