import './tables.ts';
import { bonusAccept, bonusLeave, bonusMovements, bonusOverview } from '../../../../shared/api/bonus/contract.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { parseWireAmount, toWire } from '../../../../shared/money/money.ts';
import { inTransaction } from '../../base/db/index.ts';
import { defineFeature } from '../../base/feature.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { depositFeature } from '../../money/deposit/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { factsFeature } from '../../play/facts/index.ts';
import { vendorsFeature } from '../../play/vendors/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { rewardCentreFeature } from '../centre/index.ts';
import { fundFeature } from '../fund/index.ts';
import { bonusArea } from './console/bonuses.tsx';
import type { BonusDeps, BonusOrder } from './contracts.ts';
import { countWagering } from './count.ts';
import { seedDemoBonus } from './demo.ts';
import { createBonusDesk } from './desk.ts';
import { endDue, endOffers, leaveBonus } from './end.ts';
import { acceptBonus, grantBonus } from './grant.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { readMovements } from './movements.ts';
import { createPools } from './pools.ts';
import { readOverview } from './present.ts';
import { bonusSource } from './reward-source.ts';
import { allowBonuses, type BonusStop, stopBonuses } from './stops.ts';
import { verifyBonuses } from './verify.ts';
import { WAITING } from './waiting.ts';

/** Bonus money in a pool of its own: for stakes after real money, and real money itself once it has been wagered. */
export const bonusFeature = defineFeature({
  name: 'bonus',
  migrations: MIGRATIONS,
  audit: async (db) => ({ differences: await verifyBonuses(db) }),
  waiting: WAITING,
  needs: {
    operators: operatorsFeature,
    wallet: ledgerFeature,
    facts: factsFeature,
    vendors: vendorsFeature,
    deposit: depositFeature,
    protection: protectionFeature,
    funds: fundFeature,
    centre: rewardCentreFeature,
  },
  create(context, { operators, funds, vendors, ...needs }) {
    const deps = { ...context, ...needs, fund: funds.rewards };
    vendors.pools.fill(createPools(deps));
    needs.centre.register('bonus', bonusSource(deps));
    const desk = createBonusDesk(deps);
    operators.areas.register(bonusArea({ ...context, desk }));
    const run = () => runBonuses(deps);
    return {
      api: {
        run,
        stop: (...[tx, afterCommit, stop]: StopParameters) => stopBonuses(deps, tx, afterCommit, stop),
        allow: (...[tx, afterCommit, memberId]: AllowParameters) => allowBonuses(deps, tx, afterCommit, memberId),
        seedDemo: (memberId: string) => seedDemoBonus({ ...deps, rewards: funds.rewards }, memberId),
        /** For other features whose rewards are bonuses: offers one in the caller's transaction; the member accepts it. */
        grantBonus: (...[tx, afterCommit, order]: GrantParameters) => grantBonus(deps, tx, afterCommit, order),
        /** The member has read the terms. */
        accept: (memberId: string, offerId: string) =>
          inTransaction(deps.db, (tx, afterCommit) => acceptBonus(deps, tx, afterCommit, { memberId, offerId })),
      },
      calls: bonusCalls(deps),
      jobs: [{ name: 'bonuses', cronPattern: '4,14,24,34,44,54 * * * * *', run }],
    };
  },
});

type GrantParameters = [Parameters<typeof grantBonus>[1], Parameters<typeof grantBonus>[2], BonusOrder];

type StopParameters = [Parameters<typeof stopBonuses>[1], Parameters<typeof stopBonuses>[2], BonusStop];
type AllowParameters = [Parameters<typeof allowBonuses>[1], Parameters<typeof allowBonuses>[2], string];

/** Nothing ends while facts of settled play are held back: they may complete it. */
export async function runBonuses(deps: BonusDeps): Promise<void> {
  if (await countWagering(deps)) await endDue(deps);
  await endOffers(deps);
}

function bonusCalls(deps: BonusDeps): readonly BoundCall[] {
  const { db } = deps;
  return [
    bind(bonusOverview, ({ actor }) => readOverview(deps, actor.memberId)),
    bind(bonusMovements, async ({ actor: { memberId, currency } }, { query }) => ({
      ...currencyView(currency),
      ...(await readMovements(db, memberId, query.page)),
    })),
    bind(bonusAccept, async ({ actor: { memberId, currency } }, { body: { offerId } }) => {
      const row = await inTransaction(db, (tx, afterCommit) => acceptBonus(deps, tx, afterCommit, { memberId, offerId }));
      return { ...currencyView(currency), bonusId: row.id, amount: toWire(BigInt(row.amount)) };
    }),
    bind(bonusLeave, async ({ actor: { memberId, currency } }, { body }) => {
      const order = { memberId, bonusId: body.bonusId, givesUp: parseWireAmount(body.givesUp) ?? -1n };
      const row = await inTransaction(db, (tx, afterCommit) => leaveBonus(deps, tx, afterCommit, order));
      return { ...currencyView(currency), stays: toWire(BigInt(row.returned)), givenUp: toWire(BigInt(row.given_up)) };
    }),
  ];
}
