import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { paymentPasswordFeature } from '../../identity/payment-password/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { rewardCentreFeature } from '../centre/index.ts';
import { fundFeature } from '../fund/index.ts';
import { pointGoodsArea } from './console/point-goods.tsx';
import { pointArea } from './console/points.tsx';
import { type DemoCollector, seedDemoPoints } from './demo.ts';
import { createPointDesk } from './desk.ts';
import { earnPoints } from './earn.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { pointSource } from './reward-source.ts';
import { pointRoutes } from './routes.ts';
import { verifyPoints } from './verify.ts';

/** Points for settled play, and the mall where they are redeemed. */
export const pointsFeature = defineFeature({
  name: 'points',
  migrations: MIGRATIONS,
  audit: async (db) => ({ differences: await verifyPoints(db) }),
  needs: {
    operators: operatorsFeature,
    facts: factsFeature,
    inbox: inboxFeature,
    protection: protectionFeature,
    paymentPassword: paymentPasswordFeature,
    wallet: ledgerFeature,
    funds: fundFeature,
    centre: rewardCentreFeature,
  },
  create(context, { operators, funds, ...needs }) {
    const deps = { ...context, ...needs, fund: funds.rewards };
    needs.centre.register('points', pointSource(deps));
    const console = { ...context, desk: createPointDesk(deps) };
    operators.areas.register(pointArea(console), pointGoodsArea(console));
    return {
      api: {
        earn: () => earnPoints(deps),
        seedDemo: (collectors: readonly DemoCollector[]) => seedDemoPoints({ ...deps, rewards: funds.rewards }, collectors),
      },
      calls: pointRoutes(deps),
      jobs: [{ name: 'points', cronPattern: '8,28,48 * * * * *', run: () => earnPoints(deps) }],
    };
  },
});
