import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { depositFeature } from '../deposit/index.ts';
import { payoutAccountsFeature } from '../payout-accounts/index.ts';
import { providerHealthFeature } from '../provider-health/index.ts';
import { withdrawalFeature } from '../withdrawal/index.ts';
import type { PayoutSettings } from './contracts.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createPayouts } from './payouts.ts';
import { WAITING } from './waiting.ts';

/** Payouts by payment providers. Input: providers and routes; without them operators pay. */
export const payoutFeature = defineFeature({
  name: 'payout',
  migrations: MIGRATIONS,
  waiting: WAITING,
  needs: { health: providerHealthFeature, payoutAccounts: payoutAccountsFeature, deposit: depositFeature, withdrawal: withdrawalFeature },
  create(context, { health, payoutAccounts, deposit, withdrawal }, settings: PayoutSettings = { providers: [], routes: [] }) {
    const payouts = createPayouts({
      ...context,
      settings,
      health,
      withdrawals: withdrawal.payments,
      payoutAccounts: payoutAccounts.payoutAccounts,
    });
    deposit.payouts.fill(payouts.applyEvent);
    return { api: payouts.desk, jobs: [{ name: 'payouts', cronPattern: '*/5 * * * * *', run: payouts.run }] };
  },
});
