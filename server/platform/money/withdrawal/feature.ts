import './tables.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import type { Executor } from '../../base/db/index.ts';
import { defineFeature } from '../../base/feature.ts';
import { uploadsFeature } from '../../base/uploads/index.ts';
import { paymentPasswordFeature } from '../../identity/payment-password/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { messagesFeature } from '../../notify/messages/index.ts';
import { payoutAccountsFeature } from '../payout-accounts/index.ts';
import { turnoverFeature } from '../turnover/index.ts';
import { createWithdrawalDesk } from './desk.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createWithdrawalPayments } from './payments.ts';
import { withdrawalRoutes } from './routes.ts';
import { isPayoutAccountInUse } from './store.ts';
import { readTerms } from './terms.ts';
import { verifyWithdrawals } from './verify.ts';
import { WAITING } from './waiting.ts';
import { createWithdrawals } from './withdrawals.ts';

/** Withdrawals, from the request to the member's receipt. */
export const withdrawalFeature = defineFeature({
  name: 'withdrawal',
  migrations: MIGRATIONS,
  audit: async (db) => ({ differences: await verifyWithdrawals(db) }),
  waiting: WAITING,
  needs: {
    uploads: uploadsFeature,
    wallet: ledgerFeature,
    inbox: inboxFeature,
    messages: messagesFeature,
    paymentPassword: paymentPasswordFeature,
    turnover: turnoverFeature,
    payoutAccounts: payoutAccountsFeature,
  },
  create(context, { payoutAccounts: { payoutAccounts, isInUse }, ...needs }) {
    const terms = (executor: Executor, memberId: string) => readTerms(executor, context.merchant, memberId);
    const deps = { ...context, ...needs, payoutAccounts, terms };
    const withdrawals = createWithdrawals(deps);
    isInUse.fill(isPayoutAccountInUse);
    return {
      api: { ...createWithdrawalDesk(deps), payments: createWithdrawalPayments(deps) },
      calls: withdrawalRoutes({ ...deps, withdrawals, currencySymbol }),
      jobs: [{ name: 'withdrawals', cronPattern: '* * * * *', run: withdrawals.sweep }],
    };
  },
});
