import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { rewardCentreFeature } from '../centre/index.ts';
import { fundFeature } from '../fund/index.ts';
import { vipFeature } from '../vip/index.ts';
import { auditCashback } from './audit.ts';
import { createCashback } from './cashback.ts';
import { cashbackArea } from './console/cashback.tsx';
import { createCashbackDesk } from './desk.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { cashbackSource } from './reward-source.ts';
import { cashbackRoutes } from './routes.ts';
import { WAITING } from './waiting.ts';

/** Cashback on settled play, by periods. */
export const cashbackFeature = defineFeature({
  name: 'cashback',
  migrations: MIGRATIONS,
  audit: auditCashback,
  waiting: WAITING,
  needs: {
    operators: operatorsFeature,
    inbox: inboxFeature,
    wallet: ledgerFeature,
    facts: factsFeature,
    protection: protectionFeature,
    funds: fundFeature,
    vip: vipFeature,
    centre: rewardCentreFeature,
  },
  create(context, { operators, funds, vip, ...needs }) {
    const deps = { ...context, ...needs, fund: funds.rewards, levels: vip.history };
    needs.centre.register('cashback', cashbackSource(deps));
    const cashback = createCashback(deps);
    const desk = createCashbackDesk(deps);
    operators.areas.register(cashbackArea({ ...context, desk }));
    funds.unfunded.register(desk.unfunded);
    return {
      api: { ...cashback, desk },
      calls: cashbackRoutes(deps),
      jobs: [{ name: 'cashback', cronPattern: '5,25,45 * * * * *', run: cashback.run }],
    };
  },
});
