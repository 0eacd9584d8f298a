import type { Insertable, Selectable } from 'kysely';
import type { Executor, Tx } from '../db/database.ts';
import type { CashierTables } from '../db/schema/cashier.ts';

export type DepositRow = Selectable<CashierTables['deposit']>;
export type ChannelRow = Selectable<CashierTables['deposit_channel']>;

const LISTED = 20;

export function findChannels(executor: Executor, currency: string): Promise<ChannelRow[]> {
  return executor
    .selectFrom('deposit_channel')
    .selectAll()
    .where('enabled', '=', true)
    .where('currency', '=', currency)
    .orderBy('sort')
    .orderBy('code')
    .execute();
}

export function findDeposit(executor: Executor, memberId: string, id: string): Promise<DepositRow | undefined> {
  return executor.selectFrom('deposit').selectAll().where('id', '=', id).where('member_id', '=', memberId).executeTakeFirst();
}

/** The deposit, and nobody else changes it until the transaction ends. */
export function lockDeposit(tx: Tx, memberId: string, id: string): Promise<DepositRow | undefined> {
  return tx.selectFrom('deposit').selectAll().where('id', '=', id).where('member_id', '=', memberId).forUpdate().executeTakeFirst();
}

export function findByReference(executor: Executor, memberId: string, reference: string): Promise<DepositRow | undefined> {
  return executor
    .selectFrom('deposit')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('client_reference', '=', reference)
    .executeTakeFirst();
}

export function listDeposits(executor: Executor, memberId: string): Promise<DepositRow[]> {
  return executor
    .selectFrom('deposit')
    .selectAll()
    .where('member_id', '=', memberId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED)
    .execute();
}

/** Undefined when the member already has a deposit of that reference. */
export function insertDeposit(executor: Executor, row: Insertable<CashierTables['deposit']>): Promise<DepositRow | undefined> {
  return executor
    .insertInto('deposit')
    .values(row)
    .onConflict((conflict) => conflict.columns(['member_id', 'client_reference']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export function updateDeposit(
  tx: Tx,
  id: string,
  change: Pick<DepositRow, 'status'> & Partial<Pick<DepositRow, 'transfer_id' | 'credited_at'>>,
): Promise<DepositRow> {
  return tx.updateTable('deposit').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

/** Marks what was not paid in time; returns how many. */
export async function expireDeposits(executor: Executor, now: Date): Promise<number> {
  const result = await executor
    .updateTable('deposit')
    .set({ status: 'expired' })
    .where('status', '=', 'pending')
    .where('expires_at', '<=', now)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/** Adds the channel unless it exists; an operator's changes are kept. */
export async function ensureChannel(executor: Executor, row: Insertable<CashierTables['deposit_channel']>): Promise<void> {
  await executor
    .insertInto('deposit_channel')
    .values(row)
    .onConflict((conflict) => conflict.column('code').doNothing())
    .execute();
}
