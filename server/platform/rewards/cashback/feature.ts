import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { fundFeature } from '../fund/index.ts';
import { createCashback } from './cashback.ts';
import { cashbackDesk } from './desk.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { cashbackRoutes } from './routes.ts';

/** Cashback on settled play, by periods. */
export const cashbackFeature = defineFeature({
  name: 'cashback',
  migrations: MIGRATIONS,
  needs: { inbox: inboxFeature, wallet: ledgerFeature, facts: factsFeature, protection: protectionFeature, funds: fundFeature },
  create(context, { inbox, wallet, facts, protection, funds }) {
    const deps = { ...context, inbox, wallet, facts, protection, fund: funds.rewards };
    const cashback = createCashback(deps);
    return {
      api: { ...cashback, desk: cashbackDesk },
      calls: cashbackRoutes(deps),
      jobs: [{ name: 'cashback', cronPattern: '5,25,45 * * * * *', run: cashback.run }],
    };
  },
});
