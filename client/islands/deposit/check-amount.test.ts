import { expect, test } from 'vitest';
import { currencyView } from '../../../shared/money/amount-text.ts';
import { checkAmount } from './check-amount.ts';

const t = (key: string, parameters?: object) => (parameters ? `${key} ${JSON.stringify(parameters)}` : key);
const check = (typed: string) => checkAmount(t, typed, { minAmount: '10.0000', maxAmount: '5000.0000' }, currencyView('USD'));

test.each(['10', '10.00', ' 12.5 ', '5000'])('%j is accepted', (typed) => {
  expect(check(typed)).toBeUndefined();
});

test.each(['-5', '0', '1e3', 'NaN', '1.234', '1,000', '٣'])('%j is not an amount', (typed) => {
  expect(check(typed)).toBe('errors.amount_invalid');
});

test.each(['100.5', '25.00', '25.0000', '25.000,000', '2500.000', '0'])('%j is no amount of a currency without decimals', (typed) => {
  expect(checkAmount(t, typed, { minAmount: '10.0000', maxAmount: '50000.0000' }, currencyView('VND'))).toBe('errors.amount_not_whole');
});

test.each(['25000', '25.000', '25,000'])('%j is an amount of a currency without decimals', (typed) => {
  expect(checkAmount(t, typed, { minAmount: '25000.0000', maxAmount: '25000.0000' }, currencyView('VND'))).toBeUndefined();
});

test('the error names the limits', () => {
  expect(check('')).toBe('wallet.amountRequired');
  expect(check('9.99')).toBe('errors.amount_out_of_range {"min":"$10.00","max":"$5,000.00"}');
  expect(check('5000.01')).toContain('amount_out_of_range');
});
