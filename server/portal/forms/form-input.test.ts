import { expect, test } from 'vitest';
import { callById } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { plainAmounts, refusedAmount } from './form-input.ts';

test.each(['deposit.create', 'withdrawal.request', 'transfer.upline', 'transfer.downline', 'wallet.transfer'])(
  'an amount in the form of %s that cannot be paid is refused before the call',
  (id) => {
    const call = callById(id) as AnyCall;
    expect(call, id).toBeDefined();
    expect(refusedAmount(call, { amount: '25.00' }, 'VND')).toBe('amount_not_whole');
    expect(refusedAmount(call, { amount: '25.000' }, 'VND')).toBeUndefined();
    expect(plainAmounts(call, { amount: '25.000', reference: '1.000' }, 'VND')).toEqual({ amount: '25000', reference: '1.000' });
    expect(plainAmounts(call, { amount: '25.000' }, 'EUR')).toEqual({ amount: '25.000' });
    expect(plainAmounts(call, { amount: '25.000' }, '')).toEqual({ amount: '25.000' });
    expect(refusedAmount(call, { amount: '100.5' }, 'JPY')).toBe('amount_not_whole');
    expect(refusedAmount(call, { amount: '25.000' }, 'EUR')).toBe('amount_invalid');
    expect(refusedAmount(call, { amount: '25000' }, 'VND')).toBeUndefined();
    expect(refusedAmount(call, { amount: '100.5' }, 'EUR')).toBeUndefined();
    expect(refusedAmount(call, { amount: '' }, 'VND')).toBeUndefined();
    expect(refusedAmount(call, { amount: '25.000' }, '')).toBeUndefined();
  },
);

test('a limit that cannot be read in the currency is refused before the call, minutes are left to the platform', () => {
  const call = callById('protection.setLimit') as AnyCall;
  const limit = (value: string, currency: string, kind = 'deposit') => refusedAmount(call, { kind, period: 'day', value }, currency);
  expect(limit('25.00', 'VND')).toBe('amount_not_whole');
  expect(limit('25.000', 'VND')).toBeUndefined();
  expect(plainAmounts(call, { kind: 'deposit', value: '25.000' }, 'VND')).toEqual({ kind: 'deposit', value: '25000' });
  expect(plainAmounts(call, { kind: 'session', value: '25.000' }, 'VND')).toEqual({ kind: 'session', value: '25.000' });
  expect(limit('100.5', 'JPY')).toBe('amount_not_whole');
  expect(limit('25.000', 'EUR')).toBe('limit_invalid');
  expect(limit('100.5', 'EUR')).toBeUndefined();
  expect(limit('25000', 'VND')).toBeUndefined();
  expect(limit('60', 'VND', 'session')).toBeUndefined();
  expect(limit('1.5', 'VND', 'session')).toBeUndefined();
});
