import { type Selectable, sql } from 'kysely';
import type { LimitKind, LimitPeriod } from '../../../../shared/rules/protection.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import type { ProtectionTables } from './tables.ts';

export type LimitRow = Selectable<ProtectionTables['protection_limit']>;
export type MemberChange = Partial<
  Pick<
    Selectable<ProtectionTables['protection_member']>,
    'checked_at' | 'check_minutes' | 'break_kind' | 'break_from' | 'break_until' | 'return_at'
  >
>;

export interface LimitName {
  readonly memberId: string;
  readonly kind: LimitKind;
  readonly period: LimitPeriod;
}

export async function changeMember(tx: Tx, memberId: string, change: MemberChange): Promise<void> {
  await tx
    .insertInto('protection_member')
    .values({ member_id: memberId, ...change })
    .onConflict((conflict) => conflict.column('member_id').doUpdateSet(change))
    .execute();
}

function limitsNamed(executor: Executor, { memberId, kind, period }: LimitName) {
  return executor.selectFrom('protection_limit').where('member_id', '=', memberId).where('kind', '=', kind).where('period', '=', period);
}

/** The limit set by the member. */
export function findLimit(executor: Executor, name: LimitName): Promise<LimitRow | undefined> {
  return limitsNamed(executor, name).selectAll().where('set_by', '=', 'member').executeTakeFirst();
}

/** Sets a limit and deletes a pending looser one. */
export async function saveLimit(
  tx: Tx,
  { memberId, kind, period }: LimitName,
  by: 'member' | 'operator',
  value: bigint,
  now: Date,
): Promise<void> {
  const set = { value: value.toString(), set_at: now, pending_from: null, pending_value: null, pending_notified: false };
  await tx
    .insertInto('protection_limit')
    .values({ member_id: memberId, kind, period, set_by: by, ...set })
    .onConflict((conflict) => conflict.columns(['member_id', 'kind', 'period', 'set_by']).doUpdateSet(set))
    .execute();
}

export async function removeLimit(tx: Tx, { memberId, kind, period }: LimitName, by: 'member' | 'operator'): Promise<void> {
  await tx
    .deleteFrom('protection_limit')
    .where('member_id', '=', memberId)
    .where('kind', '=', kind)
    .where('period', '=', period)
    .where('set_by', '=', by)
    .execute();
}

/** Stores a looser limit (null: removal) until it can be confirmed. `from` null deletes it. */
export async function savePendingLimit(tx: Tx, name: LimitName, from: Date | null, value: bigint | null): Promise<void> {
  await tx
    .updateTable('protection_limit')
    .set({ pending_from: from, pending_value: value === null ? null : value.toString(), pending_notified: false })
    .where('member_id', '=', name.memberId)
    .where('kind', '=', name.kind)
    .where('period', '=', name.period)
    .where('set_by', '=', 'member')
    .execute();
}

/** Returns looser limits that have become confirmable and marks them as notified. */
export function claimReadyLimits(tx: Tx, now: Date, limit: number): Promise<LimitRow[]> {
  return tx
    .updateTable('protection_limit')
    .set({ pending_notified: true })
    .where(
      sql<boolean>`(member_id, kind, period, set_by) in (
        select member_id, kind, period, set_by from protection_limit
        where pending_from <= ${now.toISOString()}::timestamptz and not pending_notified limit ${sql.lit(limit)} for update skip locked)`,
    )
    .returningAll()
    .execute();
}

/** Ends elapsed time-outs and returns their members. */
export async function endTimeOuts(tx: Tx, now: Date, limit: number): Promise<readonly string[]> {
  const rows = await tx
    .updateTable('protection_member')
    .set({ break_kind: null, break_from: null, break_until: null, return_at: null })
    .where(
      sql<boolean>`member_id in (
        select member_id from protection_member where break_kind is not null
          and case break_kind when 'time-out' then break_until else return_at end <= ${now.toISOString()}::timestamptz
        limit ${sql.lit(limit)} for update skip locked)`,
    )
    .returning('member_id')
    .execute();
  return rows.map((row) => row.member_id);
}

/** Removes sums older than all windows. The newest of them stays for each member, because windows start from it. */
export async function removeOldMinutes(executor: Executor, before: Date): Promise<void> {
  await sql`delete from protection_minute a where a.minute < ${before.toISOString()}::timestamptz and exists (
    select 1 from protection_minute b where b.member_id = a.member_id and b.minute > a.minute
      and b.minute < ${before.toISOString()}::timestamptz)`.execute(executor);
}

/** All limits of the member. */
export function findLimits(executor: Executor, memberId: string): Promise<LimitRow[]> {
  const rows = executor.selectFrom('protection_limit').selectAll().where('member_id', '=', memberId);
  return rows.orderBy('kind').orderBy('period').orderBy('set_by').execute();
}

/** The break or exclusion of the member, ended or not. */
export function findBreak(executor: Executor, memberId: string) {
  return executor
    .selectFrom('protection_member')
    .select(['break_kind', 'break_from', 'break_until', 'return_at'])
    .where('member_id', '=', memberId)
    .where('break_kind', 'is not', null)
    .executeTakeFirst();
}
