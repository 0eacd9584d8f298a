import './tables.ts';
import { missionList, missionSummary } from '../../../../shared/api/missions/contract.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { inTransaction } from '../../base/db/index.ts';
import { defineFeature } from '../../base/feature.ts';
import { bind } from '../../base/http/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { rewardCentreFeature } from '../centre/index.ts';
import { fundFeature } from '../fund/index.ts';
import { countMissions } from './count.ts';
import { missionDesk } from './desk.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { claimRewards, expireRewards, payDue } from './pay.ts';
import { listMissions } from './present.ts';
import { countClaimable, missionSource } from './reward-source.ts';
import { verifyMissions } from './verify.ts';
import { WAITING } from './waiting.ts';

/** Missions: goals of play in a day, a week or once, and their rewards. */
export const missionsFeature = defineFeature({
  name: 'missions',
  migrations: MIGRATIONS,
  audit: async (db) => ({ differences: await verifyMissions(db) }),
  waiting: WAITING,
  needs: {
    wallet: ledgerFeature,
    facts: factsFeature,
    protection: protectionFeature,
    funds: fundFeature,
    centre: rewardCentreFeature,
  },
  create(context, { funds, ...needs }) {
    const deps = { ...context, ...needs, fund: funds.rewards };
    const { db, clock, merchant } = context;
    needs.centre.register('missions', missionSource(deps));
    funds.unfunded.register(missionDesk.unfunded);
    const run = async () => {
      await countMissions(deps);
      await expireRewards(deps);
      await payDue(deps);
    };
    return {
      api: {
        run,
        desk: missionDesk,
        /** Claims all that the member can claim now. */
        claimAll: (memberId: string) =>
          inTransaction(db, async (tx, afterCommit) => {
            await needs.wallet.lockWallets(tx, [memberId]);
            await claimRewards(deps, tx, afterCommit, memberId, 'all');
          }),
      },
      calls: [
        bind(missionSummary, async ({ actor: { memberId } }) => {
          const isOffered = await needs.protection.mayBeAdvertised(db, memberId);
          return { missionCount: isOffered ? await countClaimable(db, memberId, clock.now()) : 0 };
        }),
        bind(missionList, async ({ actor: { memberId, currency } }) => {
          const now = clock.now();
          const { paused, missions } = await listMissions(db, memberId, { merchant, protection: needs.protection, now });
          return { ...currencyView(currency), paused, missions, now: now.toISOString() };
        }),
      ],
      jobs: [{ name: 'missions', cronPattern: '2,12,22,32,42,52 * * * * *', run }],
    };
  },
});
