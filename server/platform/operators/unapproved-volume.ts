import { sql } from 'kysely';
import type { Units } from '../../../shared/money/money.ts';
import { DAY_MS } from '../../../shared/time.ts';
import type { Tx } from '../base/db/index.ts';
import type { LogDeps } from './log.ts';

const VOLUME_WINDOW_MS = DAY_MS;

/**
 * Amount that one operator moved in the last 24 hours without a second approval: credited deposits, returned payments and corrections in
 * both directions. Counting all kinds together prevents splitting a large amount into small ones.
 */
async function unapprovedVolume({ merchant, clock }: LogDeps, tx: Tx, operatorId: string): Promise<Units> {
  // Serialised: two concurrent calls would not see each other's amounts.
  await sql`select pg_advisory_xact_lock(hashtext(${`alone:${merchant}`}))`.execute(tx);
  const since = new Date(clock.now().getTime() - VOLUME_WINDOW_MS).toISOString();
  const { rows } = await sql<{ sum: string }>`
    with own as (select 'operator:' || name as name from operator where id = ${operatorId}),
      done(subject, action, units) as (
        select 'deposit:' || d.id, case s.status when 'credited' then 'credit' else 'send-back' end,
               case s.status when 'credited' then d.amount else d.amount - d.reversed_amount end
          from deposit_step s join deposit d on d.id = s.deposit_id join own on own.name = s.by_whom
         where s.status in ('credited', 'sent_back') and s.at > ${since}::timestamptz
           -- what left suspense two have agreed to
           and not exists (select 1 from suspense x where x.credited_deposit_id = d.id)
        union all
        select 'suspense:' || s.id, 'send-back', s.amount - s.taken_back
          from suspense s join own on own.name = s.closed_by
         where s.status = 'sent_back' and s.closed_at > ${since}::timestamptz),
      moved(units) as (
        select d.units from done d
         where (select count(distinct o.operator_id) from operator_approval o
                 where o.merchant = ${merchant} and o.subject = d.subject
                   and o.action || ':' like d.action || ':' || d.units || ':%') < 2
        union all
        select abs(a.units) from adjustment a
          join operator_approval o on o.merchant = a.merchant and o.subject = 'adjustment:' || a.id
         where a.merchant = ${merchant} and o.operator_id = ${operatorId} and a.approvals_needed = 1
           and a.created_at > ${since}::timestamptz)
    select coalesce(sum(units), 0)::text as sum from moved`.execute(tx);
  return BigInt(rows[0]?.sum ?? 0);
}

/** Amounts from which two operators must agree: to a single one, and to what one operator moves in 24 hours. */
export interface ApprovalLimits {
  readonly single: Units | undefined;
  /** Undefined: the same as `single`. */
  readonly day: Units | undefined;
}

export async function needsSecondOperator(
  deps: LogDeps,
  tx: Tx,
  operatorId: string,
  units: Units,
  { single, day = single }: ApprovalLimits,
): Promise<boolean> {
  const volume = await unapprovedVolume(deps, tx, operatorId);
  return (single !== undefined && units >= single) || (day !== undefined && units + volume >= day);
}
