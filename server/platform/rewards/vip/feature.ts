import './tables.ts';
import { playerRank } from '../../../../shared/api/vip/contract.ts';
import { defineFeature } from '../../base/feature.ts';
import { bind } from '../../base/http/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { rewardCentreFeature } from '../centre/index.ts';
import { fundFeature } from '../fund/index.ts';
import { giveBirthdayGifts } from './birthdays.ts';
import { vipArea } from './console/vip.tsx';
import { type CountDeps, countLevels } from './count.ts';
import { createVipDesk } from './desk.ts';
import { expireGifts, payClaimed } from './gift-pay.ts';
import { verifyGifts } from './gift-verify.ts';
import { followChanges } from './gifts.ts';
import { type LevelHistory, levelHistory } from './history.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { readRank } from './present.ts';
import { giftSource } from './reward-source.ts';
import { verifyLevels } from './verify.ts';
import { WAITING } from './waiting.ts';

/** VIP levels by settled play and deposits, and their gifts. */
export const vipFeature = defineFeature({
  name: 'vip',
  migrations: MIGRATIONS,
  audit: async (db) => ({ differences: [...(await verifyLevels(db)), ...(await verifyGifts(db))] }),
  waiting: WAITING,
  needs: {
    operators: operatorsFeature,
    facts: factsFeature,
    inbox: inboxFeature,
    wallet: ledgerFeature,
    protection: protectionFeature,
    funds: fundFeature,
    centre: rewardCentreFeature,
  },
  create(context, { operators, facts, funds, ...needs }) {
    const gifts = { ...context, ...needs, fund: funds.rewards };
    needs.centre.register('gifts', giftSource(gifts));
    const deps: CountDeps = {
      ...context,
      facts,
      onChanges: (tx, afterCommit, changes, now) => followChanges(gifts, tx, afterCommit, changes, now),
    };
    const count = () => countLevels(deps);
    const run = async () => {
      await count();
      await giveBirthdayGifts(gifts);
      await expireGifts(gifts);
      await payClaimed(gifts);
    };
    const desk = createVipDesk(deps);
    operators.areas.register(vipArea({ ...context, desk }));
    funds.unfunded.register(desk.unfunded);
    const history: LevelHistory = { ...levelHistory, count };
    return {
      api: { history, count, desk },
      calls: [
        bind(playerRank, ({ actor }, { query }) =>
          readRank(context.db, { merchant: context.merchant, ...actor }, query.page, context.clock.now()),
        ),
      ],
      jobs: [{ name: 'vip', cronPattern: '3,23,43 * * * * *', run }],
    };
  },
});
