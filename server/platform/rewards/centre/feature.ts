import './tables.ts';
import { rewardClaim, rewardCount, rewardHistory, rewardList } from '../../../../shared/api/reward-centre/contract.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { defineFeature } from '../../base/feature.ts';
import { bind } from '../../base/http/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { createRewardCentre } from './centre.ts';
import type { RewardCentre } from './contracts.ts';
import { MIGRATIONS } from './migrations/index.ts';

/** Everything that waits for a member of any feature. Those features register themselves as sources. */
export const rewardCentreFeature = defineFeature({
  name: 'reward centre',
  migrations: MIGRATIONS,
  needs: { wallet: ledgerFeature, protection: protectionFeature },
  create(context, { wallet, protection }) {
    const { db, clock } = context;
    const centre = createRewardCentre({ db, clock, hub: context.hub, wallet, protection });
    const api: RewardCentre = centre;
    return {
      api,
      calls: [
        bind(rewardCount, async ({ actor }) => ({ counts: await centre.counts(db, actor.memberId) })),
        bind(rewardList, async ({ actor: { memberId, currency }, language }) => {
          const { rewards, isPaused } = await centre.waiting({ memberId, language });
          const counts = await centre.counts(db, memberId);
          return { ...currencyView(currency), paused: isPaused, counts, rewards: [...rewards], now: clock.now().toISOString() };
        }),
        bind(rewardHistory, async ({ actor: { memberId, currency }, language }, { query }) => {
          const { rewards, page, pages } = await centre.past({ memberId, language }, query.page);
          return { ...currencyView(currency), page, pages, rewards: [...rewards] };
        }),
        bind(rewardClaim, async ({ actor: { memberId, currency } }, { body }) => {
          const { count, paid, waiting, counts } = await centre.claim(memberId, body.rewardId);
          return { ...currencyView(currency), count, paid: toWire(paid), waiting: toWire(waiting), counts };
        }),
      ],
    };
  },
});
