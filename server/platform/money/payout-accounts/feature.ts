import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { paymentPasswordFeature } from '../../identity/payment-password/index.ts';
import { securityFeature } from '../../identity/security/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { messagesFeature } from '../../notify/messages/index.ts';
import { payoutRoutes } from './routes.ts';
import { createPayoutAccounts, type PayoutAccountDeps } from './service.ts';
import { removeOldTries } from './tries.ts';

/** Bank accounts and e-wallets to which members are paid. */
export const payoutAccountsFeature = defineFeature({
  name: 'payout accounts',
  needs: { inbox: inboxFeature, messages: messagesFeature, paymentPassword: paymentPasswordFeature, security: securityFeature },
  create(context, { inbox, messages, paymentPassword, security }) {
    const { db, clock } = context;
    const isInUse = context.slot<PayoutAccountDeps['hasOpenPayout']>('use of payout accounts');
    const deps = { ...context, inbox, messages, paymentPassword, hasOpenPayout: (...account: InUse) => isInUse.get()(...account) };
    const payoutAccounts = createPayoutAccounts(deps);
    security.payoutAccounts.fill(payoutAccounts);
    return {
      api: { payoutAccounts, isInUse },
      calls: payoutRoutes(deps),
      jobs: [{ name: 'payout account tries', cronPattern: '*/10 * * * *', run: () => removeOldTries(db, clock.now()) }],
    };
  },
});

type InUse = Parameters<PayoutAccountDeps['hasOpenPayout']>;
