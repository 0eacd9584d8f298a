import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCY_STEPS } from './currency-steps.ts';
import { parseInputAmount } from './money.ts';
import { paidDecimals } from './paid-decimals.ts';
import { amountProblem, plainAmount, typedProblem, typedUnits } from './typed-amount.ts';

const GROUPED = ['25.000', '25,000', '1.250.000', '1,250,000', '25 000', '25_000', '２５０００', '٢٥'];

test.each(Object.keys(CURRENCY_STEPS))('a grouped amount in a call in %s is refused', (currency) => {
  for (const text of GROUPED) expect(amountProblem(text, currency), text).toBeDefined();
});

test.each([
  ['VND', '25000', undefined],
  ['VND', '25000.00', undefined],
  ['VND', '25.000', 'amount_not_whole'],
  ['VND', '25,000', 'amount_not_whole'],
  ['JPY', '100.5', 'amount_not_whole'],
  ['JPY', '100.50', 'amount_not_whole'],
  ['JPY', '0', 'amount_not_whole'],
  ['IDR', '150000.25', 'amount_not_whole'],
  ['EUR', '100.5', undefined],
  ['EUR', '0.01', undefined],
  ['EUR', '1.234', 'amount_invalid'],
  ['EUR', '1,234', 'amount_invalid'],
  ['EUR', '-1', 'amount_invalid'],
  ['THB', undefined, 'amount_invalid'],
])('in %s, %j gives %s', (currency, text, code) => expect(amountProblem(text, currency)).toBe(code));

test.each([
  ['VND', '300.000', 300_000n],
  ['VND', '300,000', 300_000n],
  ['VND', ' 1.250.000 ', 1_250_000n],
  ['IDR', '12,500,000', 12_500_000n],
  ['JPY', '1.000', 1_000n],
  ['VND', '300000', 300_000n],
  ['EUR', '1000', 1_000n],
])('typed in %s, %j is %s', (currency, typed, whole) => expect(typedUnits(typed, currency)).toBe(whole * 10_000n));

test.each([
  ...[
    '1.5',
    '300.00',
    '300.0',
    '1.250.00',
    '1.250,000',
    '1.2500',
    '1250.000',
    '0.300',
    '000.300',
    '.300',
    '300.',
    '300 000',
    '-300.000',
    '3e5',
    '',
  ].map((typed) => ['VND', typed, 'amount_not_whole']),
  ...['1.000', '1,000', '1,50', '1.000.000', '1,000.00', '1.000,00', '0'].map((typed) => ['USD', typed, 'amount_invalid']),
])('typed in %s, %j is refused', (currency = '', typed = '', code) => {
  expect(typedProblem(typed, currency)).toBe(code);
  expect(typedUnits(typed, currency)).toBeUndefined();
});

test('an accepted text has the digits of the amount and is sent as the call reads it', () => {
  const typed = fc.oneof(fc.stringMatching(/^[\d.,]{1,16}$/), fc.stringMatching(/^\d{1,3}([.,]\d{3}){0,4}$/));
  fc.assert(
    fc.property(typed, fc.constantFrom('VND', 'IDR', 'JPY', 'USD', 'THB', ''), (text, currency) => {
      const units = typedUnits(text, currency);
      if (units === undefined) return;
      const sent = plainAmount(text, currency);
      expect(amountProblem(sent, currency)).toBeUndefined();
      expect(parseInputAmount(sent)).toBe(units);
      if (paidDecimals(currency) === 0) expect(units / 10_000n).toBe(BigInt(text.replaceAll(/\D/g, '')));
      else expect(sent).toBe(text);
    }),
  );
});
