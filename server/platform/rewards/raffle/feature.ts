import './tables.ts';
import { raffleClaim, raffleJoin, raffleList, raffleProof } from '../../../../shared/api/raffles/contract.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { defineFeature } from '../../base/feature.ts';
import { bind } from '../../base/http/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { rewardCentreFeature } from '../centre/index.ts';
import { fundFeature } from '../fund/index.ts';
import { raffleArea } from './console/raffles.tsx';
import type { RaffleDeps } from './contracts.ts';
import { countRaffles } from './count.ts';
import { type DemoRaffles, seedDemoRaffles } from './demo.ts';
import { createRaffleDesk } from './desk.ts';
import { advanceRaffles } from './draw.ts';
import { createRaffleTickets, joinRaffle } from './enter.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { claimRaffle, endWins, payDueWins } from './pay.ts';
import { listRaffles, raffleProofOf } from './present.ts';
import { raffleSource } from './reward-source.ts';
import { verifyRaffles } from './verify.ts';
import { WAITING } from './waiting.ts';

/** A fact has the time of its outcome, and is committed some milliseconds later. */
const LATE_MS = MINUTE_MS;

/** Raffles: tickets for play and deposits, a draw that anyone can compute again, and prizes that are claimed. */
export const raffleFeature = defineFeature({
  name: 'raffles',
  migrations: MIGRATIONS,
  audit: async (db) => ({ differences: await verifyRaffles(db) }),
  waiting: WAITING,
  needs: {
    operators: operatorsFeature,
    inbox: inboxFeature,
    wallet: ledgerFeature,
    facts: factsFeature,
    protection: protectionFeature,
    funds: fundFeature,
    centre: rewardCentreFeature,
  },
  create(context, { operators, funds, ...needs }) {
    const { db, clock, merchant } = context;
    const deps: RaffleDeps = { ...context, ...needs, fund: funds.rewards };
    const desk = createRaffleDesk(deps);
    needs.centre.register('raffle', raffleSource(deps));
    operators.areas.register(raffleArea({ ...context, desk }));
    funds.unfunded.register(desk.unfunded);
    const run = async () => {
      const before = new Date(clock.now().getTime() - LATE_MS);
      if (await countRaffles(deps)) await advanceRaffles(deps, before);
      await endWins(deps);
      await payDueWins(deps);
    };
    return {
      api: {
        run,
        desk,
        tickets: createRaffleTickets(deps),
        seedDemo: (given: DemoRaffles) => seedDemoRaffles({ ...deps, rewards: funds.rewards }, given),
      },
      calls: [
        bind(raffleList, async ({ actor, language }) => {
          const { currency } = (await readMerchant(db, merchant)).settings;
          return { ...currencyView(currency), ...(await listRaffles(deps, db, actor?.memberId ?? null, language)) };
        }),
        bind(raffleProof, async (_context, { query }) => raffleProofOf(deps, db, query.raffleId)),
        bind(raffleJoin, async ({ actor }, { body }) => ({ tickets: (await joinRaffle(deps, actor.memberId, body.raffleId)).tickets })),
        bind(raffleClaim, async ({ actor }, { body }) => {
          const { paid, waiting } = await claimRaffle(deps, actor.memberId, body.raffleId);
          return { paid: toWire(paid), waiting: toWire(waiting) };
        }),
      ],
      jobs: [{ name: 'raffles', cronPattern: '2,12,22,32,42,52 * * * * *', run }],
    };
  },
});
