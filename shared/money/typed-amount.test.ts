import { expect, test } from 'vitest';
import { CURRENCY_STEPS } from './currency-steps.ts';
import { amountProblem } from './typed-amount.ts';

const GROUPED = ['25.000', '25,000', '1.250.000', '1,250,000', '25 000', '25_000', '２５０００', '٢٥'];

test.each(Object.keys(CURRENCY_STEPS))('a grouped amount in %s is never read as another one', (currency) => {
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
