import type { Selectable } from 'kysely';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { PayoutTables } from './tables.ts';

export type PayoutRow = Selectable<PayoutTables['payout']>;
type Change = Partial<Omit<PayoutRow, 'id'>>;

export function findPayout(executor: Executor, id: string): Promise<PayoutRow | undefined> {
  return executor.selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lock the withdrawal first, as everywhere. */
export function lockPayout(tx: Tx, id: string): Promise<PayoutRow | undefined> {
  return tx.selectFrom('payout').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export function payoutsOf(executor: Executor, withdrawalIds: readonly string[]): Promise<PayoutRow[]> {
  if (withdrawalIds.length === 0) return Promise.resolve([]);
  const rows = executor.selectFrom('payout').selectAll().where('withdrawal_id', 'in', withdrawalIds);
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

export function updatePayout(tx: Tx, id: string, change: Change): Promise<PayoutRow> {
  return tx.updateTable('payout').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Approved withdrawals that no provider has, the oldest first. */
export async function unordered(executor: Executor, limit: number): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('withdrawal')
    .select('id')
    .where('status', '=', 'approved')
    .where('by_hand', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payout')
            .select('payout.id')
            .whereRef('payout.withdrawal_id', '=', 'withdrawal.id')
            .where('payout.status', '<>', 'failed'),
        ),
      ),
    )
    .orderBy('approved_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function due(executor: Executor, now: Date, limit: number): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('payout')
    .select('id')
    .where('status', 'in', ['created', 'unknown', 'sent'])
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
