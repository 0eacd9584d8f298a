import './tables.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { defineFeature } from '../../base/feature.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { vendorsFeature } from '../../play/vendors/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { bonusFeature } from '../bonus/index.ts';
import { rewardCentreFeature } from '../centre/index.ts';
import { freeRoundArea } from './console/free-rounds.tsx';
import type { FreeRoundDeps, FreeRoundOrder } from './contracts.ts';
import { seedDemoFreeRounds } from './demo.ts';
import { createFreeRoundDesk } from './desk.ts';
import { endGrants } from './end.ts';
import { grantFreeRounds } from './grant.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { createFreeRounds } from './play.ts';
import { freeRoundSource } from './reward-source.ts';
import { requireStake } from './stakes.ts';
import { verifyFreeRounds } from './verify.ts';
import { WAITING } from './waiting.ts';

/** Free rounds of slots: a grant of the platform, played by the vendor's game through the seamless wallet without a stake. */
export const freeRoundsFeature = defineFeature({
  name: 'free rounds',
  migrations: MIGRATIONS,
  audit: async (db) => ({ differences: await verifyFreeRounds(db) }),
  waiting: WAITING,
  needs: {
    operators: operatorsFeature,
    wallet: ledgerFeature,
    inbox: inboxFeature,
    vendors: vendorsFeature,
    protection: protectionFeature,
    centre: rewardCentreFeature,
    bonus: bonusFeature,
  },
  create(context, { operators, vendors, bonus, ...needs }) {
    const deps: FreeRoundDeps = { ...context, ...needs, games: vendors.deps.games, grantBonus: bonus.grantBonus };
    vendors.freeRounds.fill(createFreeRounds(deps));
    needs.centre.register('rounds', freeRoundSource(deps));
    operators.areas.register(freeRoundArea({ ...context, desk: createFreeRoundDesk(deps) }));
    const run = () => endGrants(deps);
    return {
      api: {
        run,
        seedDemo: (memberId: string) => seedDemoFreeRounds(deps, memberId),
        /** For other features that give free rounds, in the caller's transaction. */
        grant: (tx: Tx, afterCommit: AfterCommit, order: FreeRoundOrder) => grantFreeRounds(deps, tx, afterCommit, order),
        /** Refuses a stake in units that one of the games does not take. */
        async requireStake(executor: Executor, games: readonly string[], stake: Units) {
          const { currency } = (await readMerchant(executor, context.merchant)).settings;
          requireStake([...(await deps.games.findMany(executor, games, 'EN')).values()], stake, currency);
        },
      },
      jobs: [{ name: 'free rounds', cronPattern: '7,17,27,37,47,57 * * * * *', run }],
    };
  },
});
