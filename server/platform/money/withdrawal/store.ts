import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { WithdrawalStatus } from '../../../../shared/api/withdrawal/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { WithdrawalTables } from './tables.ts';

export type WithdrawalRow = Selectable<WithdrawalTables['withdrawal']>;
export type EventRow = Selectable<WithdrawalTables['withdrawal_event']>;
export type ApprovalRow = Selectable<WithdrawalTables['withdrawal_approval']>;
export type WithdrawalChange = Updateable<WithdrawalTables['withdrawal']>;

/** Undefined for a withdrawal of another member. */
export function findWithdrawal(executor: Executor, memberId: string, id: string): Promise<WithdrawalRow | undefined> {
  return executor.selectFrom('withdrawal').selectAll().where('id', '=', id).where('member_id', '=', memberId).executeTakeFirst();
}

export function findByReference(executor: Executor, memberId: string, reference: string): Promise<WithdrawalRow | undefined> {
  return executor
    .selectFrom('withdrawal')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('client_reference', '=', reference)
    .executeTakeFirst();
}

/** Locks the withdrawal until the transaction ends. With a member: undefined for a withdrawal of another member. */
export function lockWithdrawal(tx: Tx, id: string, memberId?: string): Promise<WithdrawalRow | undefined> {
  let query = tx.selectFrom('withdrawal').selectAll().where('id', '=', id);
  if (memberId !== undefined) query = query.where('member_id', '=', memberId);
  return query.forUpdate().executeTakeFirst();
}

/** Those of the withdrawals that are of the merchant, in the order of their request. */
export function findOfMerchant(
  executor: Executor,
  merchant: string,
  ids: readonly string[],
): Promise<(WithdrawalRow & { account: string })[]> {
  return executor
    .selectFrom('withdrawal')
    .innerJoin('member', 'member.id', 'withdrawal.member_id')
    .selectAll('withdrawal')
    .select('member.account')
    .where('withdrawal.id', 'in', [...new Set(ids)])
    .where('member.merchant', '=', merchant)
    .orderBy('withdrawal.requested_at')
    .execute();
}

export async function page(
  executor: Executor,
  filter: { readonly memberId?: string; readonly statuses?: readonly WithdrawalStatus[] },
  { pageNo, pageSize, oldestFirst = false }: { pageNo: number; pageSize: number; oldestFirst?: boolean },
): Promise<{ rows: WithdrawalRow[]; total: number }> {
  let query = executor.selectFrom('withdrawal');
  if (filter.memberId !== undefined) query = query.where('member_id', '=', filter.memberId);
  if (filter.statuses) query = query.where('status', 'in', filter.statuses);
  const order = oldestFirst ? 'asc' : 'desc';
  const { n } = await query.select(({ fn }) => fn.countAll<string>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('requested_at', order)
    .orderBy('id', order)
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute();
  return { rows, total: Number(n) };
}

/** Steps of several withdrawals, in order. */
export async function findEvents(executor: Executor, ids: readonly string[]): Promise<ReadonlyMap<string, EventRow[]>> {
  const events = new Map<string, EventRow[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return events;
  const rows = await executor.selectFrom('withdrawal_event').selectAll().where('withdrawal_id', 'in', ids).orderBy('id').execute();
  for (const row of rows) events.get(row.withdrawal_id)?.push(row);
  return events;
}

export function findApprovals(executor: Executor, id: string): Promise<ApprovalRow[]> {
  return executor.selectFrom('withdrawal_approval').selectAll().where('withdrawal_id', '=', id).orderBy('at').execute();
}

/** The member's withdrawals since the start of the day in the time zone, without cancelled and rejected ones. */
export async function usedToday(
  executor: Executor,
  memberId: string,
  now: Date,
  timeZone: string,
): Promise<{ count: number; amount: Units }> {
  const { count, amount } = await executor
    .selectFrom('withdrawal')
    .select(({ fn }) => [fn.countAll<string>().as('count'), sql<string>`coalesce(sum(amount), 0)`.as('amount')])
    .where('member_id', '=', memberId)
    .where('status', 'not in', ['rejected', 'cancelled'])
    .where('requested_at', '>=', sql<Date>`date_trunc('day', ${now.toISOString()}::timestamptz, ${timeZone})`)
    .executeTakeFirstOrThrow();
  return { count: Number(count), amount: BigInt(amount) };
}

/** The member's withdrawals without a fee since the start of the month in the time zone, without cancelled and rejected ones. */
export async function freeInMonth(executor: Executor, memberId: string, now: Date, timeZone: string): Promise<number> {
  const { count } = await executor
    .selectFrom('withdrawal')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('member_id', '=', memberId)
    .where('fee', '=', '0')
    .where('status', 'not in', ['rejected', 'cancelled'])
    .where('requested_at', '>=', sql<Date>`date_trunc('month', ${now.toISOString()}::timestamptz, ${timeZone})`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function insertWithdrawal(tx: Tx, row: Insertable<WithdrawalTables['withdrawal']>): Promise<WithdrawalRow> {
  return tx.insertInto('withdrawal').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateWithdrawal(tx: Tx, id: string, change: WithdrawalChange): Promise<WithdrawalRow> {
  return tx.updateTable('withdrawal').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function insertEvent(tx: Tx, row: Insertable<WithdrawalTables['withdrawal_event']>): Promise<void> {
  await tx.insertInto('withdrawal_event').values(row).execute();
}

/** False if this operator has approved it already. */
export async function insertApproval(tx: Tx, row: Insertable<WithdrawalTables['withdrawal_approval']>): Promise<boolean> {
  const added = await tx
    .insertInto('withdrawal_approval')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('operator')
    .executeTakeFirst();
  return added !== undefined;
}

/** Paid withdrawals that are due for a reminder or for closing. */
export async function findDue(executor: Executor, column: 'remind_at' | 'confirm_by', now: Date, limit: number): Promise<string[]> {
  const rows = await executor
    .selectFrom('withdrawal')
    .select('id')
    .where('status', '=', 'paid')
    .where(column, '<=', now)
    .orderBy(column)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether an unfinished withdrawal uses this payout account. */
export async function isPayoutAccountInUse(executor: Executor, payoutAccountId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('withdrawal')
    .select('id')
    .where('payout_account_id', '=', payoutAccountId)
    .where('status', 'in', ['review', 'approved', 'paid', 'disputed'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** An order that has not left is failed, so that an operator can decide about the withdrawal, which must be locked. */
export async function stopUnsentPayout(tx: Tx, withdrawalId: string, now: Date): Promise<void> {
  await tx
    .updateTable('payout')
    .set({ status: 'failed', reason: 'stopped', closed_at: now })
    .where('withdrawal_id', '=', withdrawalId)
    .where('status', '=', 'created')
    .execute();
}

/** Whether a payment provider may pay the withdrawal. */
export async function isInPayment(executor: Executor, withdrawalId: string): Promise<boolean> {
  const row = await executor
    .selectFrom('payout')
    .select('id')
    .where('withdrawal_id', '=', withdrawalId)
    .where('status', 'in', ['created', 'unknown', 'sent'])
    .executeTakeFirst();
  return row !== undefined;
}

/** The newest withdrawals of the member. Amounts are units. */
export function latestWithdrawals(executor: Executor, memberId: string, limit: number) {
  const rows = executor.selectFrom('withdrawal').select(['id', 'status', 'amount', 'requested_at']).where('member_id', '=', memberId);
  return rows.orderBy('requested_at', 'desc').limit(limit).execute();
}
