import { expect, test } from 'vitest';
import { type WireAmount, wireToInput } from '../../../shared/money/money.ts';
import { zonedMinute } from '../../../shared/time.ts';
import { costOf, maxAmountOf, restOf, shownFee, turnoverPercent } from './amounts.ts';

const fee = { fixed: '1.5000', basisPoints: 33 } as const;
const limits = {
  currency: 'USD',
  minAmount: '1.0000',
  maxAmount: '1000.0000',
  available: '500.0000',
  today: { count: 0, maxCount: 3, amount: '0.0000', maxAmount: '2000.0000' },
} as const;

test.each([
  ['123.45', { fee: '1.9000', net: '121.5500' }],
  [' 20 ', { fee: '1.5600', net: '18.4400' }],
  ['1.50', undefined],
  ['0', undefined],
  ['-3', undefined],
  ['1,000', undefined],
  ['', undefined],
])('a withdrawal of %j costs %j', (typed, cost) => {
  expect(costOf(typed, { fee, ...limits })).toEqual(cost);
});

test('without a fee the full amount arrives', () => {
  expect(costOf('20', { ...limits, fee: { fixed: '0.0000', basisPoints: 0 } })).toEqual({ fee: '0.0000', net: '20.0000' });
  expect(costOf('100', { ...limits, fee, feeFree: { perMonth: 3, left: 1 } })).toEqual({ fee: '0.0000', net: '100.0000' });
  expect(shownFee({ ...limits, fee, feeFree: { perMonth: 3, left: 1 } })).toBe('0.0000 0');
  expect(shownFee({ ...limits, fee, feeFree: { perMonth: 3, left: 0 } })).toBe('1.5000 33');
});

test.each<
  [
    string,
    string,
    Partial<Record<'minAmount' | 'maxAmount', WireAmount>> & {
      readonly today?: Omit<typeof limits.today, 'amount'> & { readonly amount: WireAmount };
    },
  ]
>([
  ['above the available money', '500.01', {}],
  ['above the limit per withdrawal', '100.01', { maxAmount: '100.0000' }],
  ['above the rest of the day', '200.01', { today: { ...limits.today, amount: '1800.0000' } }],
  ['below the minimum', '19.99', { minAmount: '20.0000' }],
  ['with parts of a cent', '20.001', {}],
])('an amount %s is refused, so nothing arrives', (_name, typed, more) => {
  expect(costOf(typed, { fee, ...limits, ...more })).toBeUndefined();
});

test.each([
  ['500.1299', '1000.0000', '0.0000', 5_001_200n],
  ['500.0000', '100.0000', '0.0000', 1_000_000n],
  ['500.0000', '1000.0000', '1900.0000', 1_000_000n],
  ['0.0000', '1000.0000', '0.0000', 0n],
  ['500.0000', '1000.0000', '2100.0000', 0n],
])('with %s available, a limit of %s and %s used today, the maximum is %s', (available, maxAmount, amount, max) => {
  const today = { count: 0, maxCount: 3, amount, maxAmount: '2000.0000' };
  expect(maxAmountOf({ available, maxAmount, today } as Parameters<typeof maxAmountOf>[0])).toBe(max);
});

test.each([
  ['500.0000', '0.0000', 'USD', []],
  ['500.0050', '0.0000', 'USD', [['Fraction', '0.0050']]],
  [
    '500.5000',
    '20.0000',
    'VND',
    [
      ['Locked', '20.0000'],
      ['Fraction', '0.5000'],
    ],
  ],
  ['1500.5000', '0.0000', 'VND', [['Limit', '500.5000']]],
])('with %s available and %s locked in %s, the rest that stays is %j', (available, locked, currency, rest) => {
  const given = { ...limits, available, locked, currency } as Parameters<typeof restOf>[0];
  expect(restOf(given).map(({ reason, amount }) => [reason, amount])).toEqual(rest);
});

test('amounts, percentages and times are formatted', () => {
  expect([wireToInput('1250.0000'), wireToInput('1250.5000')]).toEqual(['1250', '1250.50']);
  expect(turnoverPercent({ turnover: { left: '25.0000', required: '100.0000' } })).toBe(75);
  expect(turnoverPercent({ turnover: { left: '0.0000', required: '0.0000' } })).toBe(100);
  expect(zonedMinute('2026-11-21T17:43:31.000Z', 'Asia/Bangkok')).toBe('2026-11-22 00:43');
});
