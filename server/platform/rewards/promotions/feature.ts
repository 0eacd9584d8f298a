import './tables.ts';
import { promotionApply, promotionClaim, promotionJoin, promotionList } from '../../../../shared/api/promotions/contract.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { defineFeature } from '../../base/feature.ts';
import { bind } from '../../base/http/index.ts';
import { uploadsFeature } from '../../base/uploads/index.ts';
import { publishingFeature } from '../../content/publishing/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { vendorsFeature } from '../../play/vendors/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { bonusFeature } from '../bonus/index.ts';
import { rewardCentreFeature } from '../centre/index.ts';
import { freeRoundsFeature } from '../free-rounds/index.ts';
import { fundFeature } from '../fund/index.ts';
import { raffleFeature } from '../raffle/index.ts';
import type { InTeam } from './audience.ts';
import { promotionArea } from './console/promotions.tsx';
import type { PromotionDeps } from './contracts.ts';
import { countPromotions } from './count.ts';
import { type DemoPromotions, seedDemoPromotions } from './demo.ts';
import { createPromotionDesk } from './desk.ts';
import { apply, join } from './enter.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { claimPromotion, endEntries, payDue } from './pay.ts';
import { changedBetween, listPromotions, openPromotionsOf } from './present.ts';
import { promotionSource } from './reward-source.ts';
import { type EntryRow, statusOf } from './rules.ts';
import { verifyPromotions } from './verify.ts';
import { WAITING } from './waiting.ts';

/** A fact has the time of its outcome, and is committed some milliseconds later. */
const LATE_MS = MINUTE_MS;
const NEVER = new Date(0);

/** Promotions with rewards: made by operators from building blocks, joined or applied for by members. */
export const promotionsFeature = defineFeature({
  name: 'promotions',
  migrations: MIGRATIONS,
  audit: async (db) => ({ differences: await verifyPromotions(db) }),
  waiting: WAITING,
  needs: {
    operators: operatorsFeature,
    vendors: vendorsFeature,
    uploads: uploadsFeature,
    inbox: inboxFeature,
    wallet: ledgerFeature,
    facts: factsFeature,
    protection: protectionFeature,
    publishing: publishingFeature,
    funds: fundFeature,
    bonus: bonusFeature,
    freeRounds: freeRoundsFeature,
    raffles: raffleFeature,
    centre: rewardCentreFeature,
  },
  create(context, { operators, vendors, funds, publishing, bonus, freeRounds, raffles, ...needs }) {
    const { db, clock, merchant } = context;
    const teams = context.slot<InTeam>('teams of agents');
    const inTeam: InTeam = (member, agent) => teams.get()(member, agent);
    const deps: PromotionDeps = {
      ...context,
      ...needs,
      fund: funds.rewards,
      inTeam,
      countOpen: publishing.countOpen,
      grantBonus: bonus.grantBonus,
      grantFreeRounds: freeRounds.grant,
      requireFreeRoundStake: freeRounds.requireStake,
      raffleTickets: raffles.tickets,
    };
    needs.centre.register('promotions', promotionSource(deps));
    publishing.rewarded.fill({
      openTo: (executor, memberId) => openPromotionsOf(deps, executor, memberId),
      changedBetween,
    });
    const run = async () => {
      const before = new Date(clock.now().getTime() - LATE_MS);
      const isCounted = await countPromotions(deps);
      await endEntries(deps, isCounted ? before : NEVER);
      await payDue(deps);
    };
    const answer = async (executor: Executor, entry: EntryRow) => {
      const promotion = await executor.selectFrom('promotion').selectAll().where('id', '=', entry.promotion_id).executeTakeFirstOrThrow();
      return { status: statusOf(promotion, entry, clock.now()) };
    };
    const desk = createPromotionDesk(deps);
    const { pictures } = operators;
    operators.areas.register(promotionArea({ ...context, desk, raffleDesk: raffles.desk, gameDirectory: vendors.deps.games, pictures }));
    funds.unfunded.register(desk.unfunded);
    return {
      api: {
        run,
        desk,
        teams,
        seedDemo: (given: DemoPromotions) => seedDemoPromotions({ ...deps, rewards: funds.rewards }, createPromotionDesk, run, given),
      },
      calls: [
        bind(promotionList, async ({ actor, language }) => {
          const { currency } = (await readMerchant(db, merchant)).settings;
          return { ...currencyView(currency), ...(await listPromotions(deps, db, actor?.memberId ?? null, language)) };
        }),
        bind(promotionJoin, async ({ actor }, { body }) => answer(db, await join(deps, actor.memberId, body.promotionId))),
        bind(promotionClaim, async ({ actor }, { body }) => answer(db, await claimPromotion(deps, actor.memberId, body.promotionId))),
        bind(promotionApply, async ({ actor }, { body: { promotionId, ...application } }) =>
          answer(db, await apply(deps, actor.memberId, promotionId, application)),
        ),
      ],
      jobs: [{ name: 'promotions', cronPattern: '5,15,25,35,45,55 * * * * *', run }],
    };
  },
});
