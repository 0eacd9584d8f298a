import { expect, test } from 'vitest';
import { callById } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import { refusedAmount } from './form-input.ts';

test.each(['deposit.create', 'withdrawal.request', 'transfer.upline', 'transfer.downline', 'wallet.transfer'])(
  'an amount in the form of %s that cannot be paid is refused before the call',
  (id) => {
    const call = callById(id) as AnyCall;
    expect(call, id).toBeDefined();
    expect(refusedAmount(call, { amount: '25.000' }, 'VND')).toBe('amount_not_whole');
    expect(refusedAmount(call, { amount: '100.5' }, 'JPY')).toBe('amount_not_whole');
    expect(refusedAmount(call, { amount: '25.000' }, 'EUR')).toBe('amount_invalid');
    expect(refusedAmount(call, { amount: '25000' }, 'VND')).toBeUndefined();
    expect(refusedAmount(call, { amount: '100.5' }, 'EUR')).toBeUndefined();
    expect(refusedAmount(call, { amount: '' }, 'VND')).toBeUndefined();
    expect(refusedAmount(call, { amount: '25.000' }, '')).toBeUndefined();
  },
);
