import { sql } from 'kysely';
import type { BonusState } from '../../../../shared/api/bonus/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { BonusDeps, BonusRow } from './contracts.ts';
import { grantBonus } from './grant.ts';

export interface OperatorBonus {
  /** Of the form: it offers once. */
  readonly id: string;
  readonly memberId: string;
  readonly amount: Units;
  readonly wagering: number;
  readonly days: number;
  readonly maxBet: Units | null;
  readonly reason: string;
}

/** Bonuses for operators. */
export interface BonusDesk {
  /** Offers a bonus, which the member accepts or not. */
  offer(tx: Tx, afterCommit: AfterCommit, order: OperatorBonus): Promise<BonusRow>;
  /** Takes back an offer that was not accepted. */
  withdraw(tx: Tx, afterCommit: AfterCommit, id: string): Promise<BonusRow>;
  /** Open ones first, then the newest. */
  list(executor: Executor, slice: { readonly limit: number; readonly offset: number }): Promise<readonly BonusRow[]>;
  /** Bonus money in the pools of all members, and how many bonuses have each state. */
  sums(executor: Executor): Promise<{ readonly units: Units; readonly states: ReadonlyMap<BonusState, number> }>;
}

const OFFER_DAYS = 14;

export function createBonusDesk(deps: BonusDeps): BonusDesk {
  const { clock } = deps;
  return {
    offer: (tx, afterCommit, { id, ...order }) =>
      grantBonus(deps, tx, afterCommit, {
        ...order,
        source: 'operator',
        reference: `operator:${id}`,
        until: new Date(clock.now().getTime() + OFFER_DAYS * DAY_MS),
      }),
    async withdraw(tx, afterCommit, id) {
      const found = await tx.selectFrom('bonus').select('member_id').where('id', '=', id).executeTakeFirst();
      if (!found) throw new Refusal('bonus_not_found');
      await deps.wallet.lockWallets(tx, [found.member_id]);
      const row = await tx
        .updateTable('bonus')
        .set({ state: 'withdrawn', ended_at: clock.now() })
        .where('id', '=', id)
        .where('state', '=', 'offered')
        .returningAll()
        .executeTakeFirst();
      if (!row) throw new Refusal('bonus_taken');
      await deps.centre.publish(tx, afterCommit, row.member_id);
      return row;
    },
    list: (executor, { limit, offset }) =>
      executor
        .selectFrom('bonus')
        .selectAll()
        .orderBy(sql`ended_at is null`, 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
    async sums(executor) {
      const pool = await sql<{ units: string }>`
        select coalesce(sum(balance), 0) as units from ledger_account where kind = 'bonus' and owner <> 'house'`.execute(executor);
      const { rows } = await sql<{ state: BonusState; count: number }>`
        select state, count(*)::int as count from bonus group by state`.execute(executor);
      return { units: BigInt(pool.rows[0]?.units ?? 0), states: new Map(rows.map(({ state, count }) => [state, count])) };
    },
  };
}
