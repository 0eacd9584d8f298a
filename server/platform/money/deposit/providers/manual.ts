import { parseInputAmount } from '../../../../../shared/money/money.ts';
import { Refusal } from '../../../base/refusal.ts';
import type { PaymentProvider } from './contracts.ts';

export const MANUAL_PROVIDER = 'by-hand';

/** Bank transfer without a provider: operators compare deposits with the bank statement. */
export const manualProvider: PaymentProvider = {
  code: MANUAL_PROVIDER,
  async quote(_tx, { amount: enteredAmount }) {
    const amount = parseInputAmount(enteredAmount);
    if (amount === undefined || amount <= 0n) throw new Refusal('amount_invalid');
    return { amount, paid: false };
  },
  instruct: ({ account }) => ({ payUrl: null, scan: false, account }),
  read: () => 'BAD_SIGNATURE',
};
