import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { PayoutAccountTable } from './tables.ts';

export type PayoutRow = Selectable<PayoutAccountTable>;

export function findAccounts(executor: Executor, memberId: string): Promise<readonly PayoutRow[]> {
  return executor
    .selectFrom('payout_account')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findAccount(executor: Executor, memberId: string, id: string): Promise<PayoutRow | undefined> {
  return oneAccount(executor, memberId, id).executeTakeFirst();
}

/** The same, locked against removal until the end of the transaction. */
export function lockAccount(tx: Tx, memberId: string, id: string): Promise<PayoutRow | undefined> {
  return oneAccount(tx, memberId, id).forUpdate().executeTakeFirst();
}

/** Null if the member has this number already: the unique index decides, also for concurrent calls. */
export async function insertAccount(tx: Tx, account: Omit<PayoutRow, 'id' | 'removed_at'>): Promise<string | null> {
  const row = await tx
    .insertInto('payout_account')
    .values({ id: `pa_${randomBytes(12).toString('hex')}`, removed_at: null, ...account })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function markRemoved(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('payout_account').set({ removed_at: now }).where('id', '=', id).execute();
}

function oneAccount(executor: Executor, memberId: string, id: string) {
  return executor
    .selectFrom('payout_account')
    .selectAll()
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('removed_at', 'is', null);
}
