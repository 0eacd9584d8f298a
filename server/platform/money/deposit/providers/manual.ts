import { typedAmount } from '../../../base/typed-amount.ts';
import type { PaymentProvider } from './contracts.ts';

export const MANUAL_PROVIDER = 'by-hand';

/** Bank transfer without a provider: operators compare deposits with the bank statement. */
export const manualProvider: PaymentProvider = {
  code: MANUAL_PROVIDER,
  async quote(_tx, { amount, currency }) {
    return { amount: typedAmount(amount, currency), paid: false };
  },
  instruct: ({ account }) => ({ payUrl: null, scan: false, account }),
  read: () => 'BAD_SIGNATURE',
};
