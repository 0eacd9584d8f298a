import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { DepositStatus } from '../../../../shared/api/deposit/constants.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { OPEN } from './machine.ts';
import type { CashierTables } from './tables.ts';

/** Filter of the list. */
export interface DeskFilter {
  /** Absent: all. */
  readonly status?: DepositStatus;
  readonly memberId?: string;
  readonly offset?: number;
  readonly limit?: number;
}

export type DepositRow = Selectable<CashierTables['deposit']>;
export type ChannelRow = Selectable<CashierTables['deposit_channel']>;
export type StepRow = Selectable<CashierTables['deposit_step']>;

const LISTED = 20;
/** A partly reversed deposit counts in full, so a reversal does not raise the remaining limit. */
const CREDITED: readonly DepositStatus[] = ['credited', 'part_reversed'];

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

/** Includes disabled channels, because their deposits still exist. */
export function findChannel(executor: Executor, code: string): Promise<ChannelRow> {
  return executor.selectFrom('deposit_channel').selectAll().where('code', '=', code).executeTakeFirstOrThrow();
}

export function findDeposit(executor: Executor, memberId: string, id: string): Promise<DepositRow | undefined> {
  return executor.selectFrom('deposit').selectAll().where('id', '=', id).where('member_id', '=', memberId).executeTakeFirst();
}

/** Locks the deposit until the transaction ends. Without a member: for providers and operators. */
export function lockDeposit(tx: Tx, id: string, memberId?: string): Promise<DepositRow | undefined> {
  const one = tx.selectFrom('deposit').selectAll().where('id', '=', id);
  return (memberId === undefined ? one : one.where('member_id', '=', memberId)).forUpdate().executeTakeFirst();
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

export function findSteps(executor: Executor, depositIds: readonly string[]): Promise<StepRow[]> {
  if (depositIds.length === 0) return Promise.resolve([]);
  return executor.selectFrom('deposit_step').selectAll().where('deposit_id', 'in', depositIds).orderBy('id').execute();
}

export function insertDeposit(tx: Tx, row: Insertable<CashierTables['deposit']>): Promise<DepositRow> {
  return tx.insertInto('deposit').values(row).returningAll().executeTakeFirstOrThrow();
}

export function updateDeposit(tx: Tx, id: string, change: Updateable<CashierTables['deposit']>): Promise<DepositRow> {
  return tx.updateTable('deposit').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();
}

export async function addStep(tx: Tx, step: Insertable<CashierTables['deposit_step']>): Promise<void> {
  await tx.insertInto('deposit_step').values(step).execute();
}

/** The member's open deposits, and the amounts opened or credited since the start of the day in the time zone, by channel. */
export async function openAndToday(
  executor: Executor,
  memberId: string,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ readonly open: number; readonly today: ReadonlyMap<string, bigint> }> {
  const day = sql<Date>`date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}`;
  const rows = await executor
    .selectFrom('deposit')
    .select(['channel', 'status'])
    .select(({ fn }) => [fn.sum<string>('amount').as('sum'), fn.countAll<string>().as('count')])
    .select(sql<boolean>`created_at >= ${day}`.as('is_today'))
    .where('member_id', '=', memberId)
    .where((where) =>
      where.or([
        where.and([where('status', 'in', [...OPEN]), where.or([where('status', '=', 'checking'), where('expires_at', '>', now)])]),
        where.and([where('status', 'in', [...CREDITED]), sql<boolean>`created_at >= ${day}`]),
      ]),
    )
    .groupBy(['channel', 'status', sql`is_today`])
    .execute();
  const today = new Map<string, bigint>();
  for (const row of rows) if (row.is_today) today.set(row.channel, (today.get(row.channel) ?? 0n) + BigInt(row.sum));
  const open = rows.filter(({ status }) => !CREDITED.includes(status)).reduce((sum, row) => sum + Number(row.count), 0);
  return { open, today };
}

/** Times of the member's failed attempts since then, the latest first. */
export async function failuresSince(executor: Executor, memberId: string, since: Date): Promise<readonly Date[]> {
  const rows = await executor
    .selectFrom('deposit_failure')
    .select('at')
    .where('member_id', '=', memberId)
    .where('at', '>', since)
    .orderBy('at', 'desc')
    .execute();
  return rows.map(({ at }) => at);
}

export async function addFailure(executor: Executor, memberId: string, at: Date): Promise<void> {
  await executor.insertInto('deposit_failure').values({ member_id: memberId, at }).execute();
}

/** Unpaid deposits: pending past their deadline, or claimed before `claimedBefore` on channels without manual review. */
export async function overdueIds(executor: Executor, now: Date, claimedBefore: Date): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('deposit')
    .innerJoin('deposit_channel', 'deposit_channel.code', 'deposit.channel')
    .select('deposit.id')
    .where((where) =>
      where.or([
        where.and([where('deposit.status', '=', 'pending'), where('deposit.expires_at', '<=', now)]),
        where.and([
          where('deposit.status', '=', 'checking'),
          where('deposit_channel.review', '=', false),
          where('deposit.paid_amount', 'is', null),
          where('deposit.created_at', '<=', claimedBefore),
        ]),
      ]),
    )
    .orderBy('deposit.id')
    .limit(500)
    .execute();
  return rows.map(({ id }) => id);
}

/** Waiting deposits are sorted oldest first, all others newest first. */
const WAITING: readonly DepositStatus[] = ['checking', 'returned'];

export function listForDesk(
  executor: Executor,
  { status, memberId, offset = 0, limit = 100 }: DeskFilter,
): Promise<(DepositRow & Pick<ChannelRow, 'kind'>)[]> {
  let rows = executor
    .selectFrom('deposit')
    .innerJoin('deposit_channel', 'deposit_channel.code', 'deposit.channel')
    .selectAll('deposit')
    .select('deposit_channel.kind')
    .orderBy('deposit.created_at', status !== undefined && WAITING.includes(status) ? 'asc' : 'desc')
    .orderBy('deposit.id');
  if (status !== undefined) rows = rows.where('deposit.status', '=', status);
  if (memberId !== undefined) rows = rows.where('deposit.member_id', '=', memberId);
  return rows.offset(offset).limit(limit).execute();
}

/** Locks the deposits that were created from further payments of this one, the latest first: they are reversed before older money. */
export function lockCreditedFrom(tx: Tx, depositId: string): Promise<DepositRow[]> {
  return tx
    .selectFrom('deposit')
    .selectAll()
    .where('id', 'in', (made) => made.selectFrom('suspense').select('credited_deposit_id').where('deposit_id', '=', depositId))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Amount that the payment provider could still reverse. */
export function reversibleUnits({ amount, paid_amount, reversed_amount }: DepositRow): Units {
  return BigInt(paid_amount ?? amount) - BigInt(reversed_amount);
}

/** Adds the channel, and the account of a channel created by an older version. Changes by operators are not overwritten. */
export async function ensureChannel(executor: Executor, row: Insertable<CashierTables['deposit_channel']>): Promise<void> {
  const { account, review, proof, usual_minutes } = row;
  await executor
    .insertInto('deposit_channel')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('code')
        .doUpdateSet({ account, review, proof, usual_minutes })
        .where('deposit_channel.account', 'is', null)
        .where('excluded.account', 'is not', null),
    )
    .execute();
}

/** Credited amount. */
export function netOf({ amount, fee }: Pick<DepositRow, 'amount' | 'fee'>): Units {
  return BigInt(amount) - BigInt(fee);
}

/** The newest deposits of the member. Amounts are units. */
export function latestDeposits(executor: Executor, memberId: string, limit: number) {
  const rows = executor.selectFrom('deposit').select(['id', 'status', 'amount', 'created_at']).where('member_id', '=', memberId);
  return rows.orderBy('created_at', 'desc').limit(limit).execute();
}

/** The least units that any deposit method takes; undefined without a method. Vouchers have an amount of their own. */
export async function leastDeposit(executor: Executor, currency: string): Promise<Units | undefined> {
  const methods = executor.selectFrom('deposit_channel').select('min_amount').where('currency', '=', currency);
  const rows = await methods.where('enabled', '=', true).where('kind', '<>', 'VOUCHER').execute();
  return rows
    .map(({ min_amount: least }) => BigInt(least))
    .reduce<Units | undefined>((a, b) => (a === undefined || b < a ? b : a), undefined);
}
