import './tables.ts';
import { missionLeaderboard, missionList, missionListing, missionSummary } from '../../../../shared/api/missions/contract.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/index.ts';
import { defineFeature } from '../../base/feature.ts';
import { bind } from '../../base/http/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { createFactStream, factsFeature, MEMBER_FACTS } from '../../play/facts/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { rewardCentreFeature } from '../centre/index.ts';
import { fundFeature } from '../fund/index.ts';
import { closeBoards } from './boards.ts';
import { countMissions } from './count.ts';
import { missionDesk } from './desk.ts';
import { setListed } from './listing.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { claimRewards, expireRewards, payDue } from './pay.ts';
import { listMissions } from './present.ts';
import { readLeaderboard } from './present-boards.ts';
import { countClaimable, missionSource } from './reward-source.ts';
import { verifyMissions } from './verify.ts';
import { WAITING } from './waiting.ts';

/** Bets of the last seconds of a window are committed some time after it. */
const LATE_MS = MINUTE_MS;

/** Missions: goals of play in a day, a week or once, their rewards, and leaderboards of who has reached most. */
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
    const deps = { ...context, ...needs, memberFacts: createFactStream(MEMBER_FACTS), fund: funds.rewards };
    const { db, clock, merchant } = context;
    needs.centre.register('missions', missionSource(deps));
    funds.unfunded.register(missionDesk.unfunded);
    const run = async () => {
      const before = new Date(clock.now().getTime() - LATE_MS);
      if (await countMissions(deps)) await closeBoards(deps, before);
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
        bind(missionLeaderboard, async ({ actor }, { query }) =>
          readLeaderboard(
            db,
            actor,
            { merchant, protection: needs.protection, now: clock.now() },
            { boardId: query.boardId, window: query.window },
          ),
        ),
        bind(missionListing, async ({ actor }, { body }) => {
          const listed = body.listed === 'yes';
          await setListed(deps, actor.memberId, listed);
          return { listed };
        }),
      ],
      jobs: [{ name: 'missions', cronPattern: '2,12,22,32,42,52 * * * * *', run }],
    };
  },
});
