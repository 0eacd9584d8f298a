import './tables.ts';
import { currencySymbol } from '../../../../shared/money/currency-symbol.ts';
import { defineFeature } from '../../base/feature.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createProtection } from './protection.ts';
import { protectionRoutes } from './routes.ts';

/** Limits, breaks and self-exclusion. */
export const protectionFeature = defineFeature({
  name: 'responsible gaming',
  migrations: MIGRATIONS,
  needs: { wallet: ledgerFeature, inbox: inboxFeature },
  create(context, needs) {
    const protection = createProtection({ ...context, ...needs });
    return {
      api: protection,
      calls: protectionRoutes({ protection: protection.member, translate: context.translate, currencySymbol }),
      jobs: [
        { name: 'limits and breaks', cronPattern: '*/5 * * * *', run: protection.notifyExpired },
        { name: 'old sums of play', cronPattern: '53 3 * * *', run: protection.removeOldSums },
      ],
    };
  },
});
