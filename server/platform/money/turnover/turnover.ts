import { sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { Executor } from '../../base/db/index.ts';
import { WALLET } from '../../ledger/index.ts';

export interface TurnoverState {
  /** Part of the balance that cannot be withdrawn yet. */
  readonly locked: Units;
  /** Settled stake that is still required. */
  readonly left: Units;
  /** Total requirement of all unfulfilled entries; `required - left` is done. */
  readonly required: Units;
  /** Set during an exclusion, if requirements of deposits are open. The fields above are then without them. */
  readonly waived?: WaivedTurnover;
}

/** Requirements of the member's own deposits, which do not hinder a withdrawal during an exclusion (docs/features/withdrawals.md). */
export interface WaivedTurnover {
  readonly left: Units;
  /** Part of the balance that could not be withdrawn without the exclusion. */
  readonly locked: Units;
}

/**
 * Play requirement on incoming money before it can be withdrawn. Only settled stakes count, at the time of settlement, for the oldest
 * unfulfilled requirement.
 */
export interface Turnover {
  /**
   * Adds a requirement of `percent` of the amount, once per source; nothing at 0 percent. Call it in the crediting transaction; locks the
   * member's wallet.
   */
  require(executor: Executor, memberId: string, demand: { source: string; units: Units; percent: number }): Promise<void>;
  /** Removes the requirement of a reversed source; stakes counted for it count for the next one. */
  cancel(executor: Executor, memberId: string, source: string): Promise<void>;
  /** Removes the open requirements of deposits from before this time: their money was paid out during an exclusion. */
  cancelDeposits(executor: Executor, memberId: string, before: Date): Promise<void>;
  /** Exact in a transaction that has locked the member's wallet; otherwise a snapshot. */
  state(executor: Executor, memberId: string): Promise<TurnoverState>;
}

const PERCENT = 100n;

interface TurnoverDeps {
  readonly clock?: Clock;
  isExcluded?(executor: Executor, memberId: string): Promise<boolean>;
}

export function createTurnover({ clock = systemClock, isExcluded = async () => false }: TurnoverDeps = {}): Turnover {
  return {
    async require(executor, memberId, { source, units, percent }) {
      if (!Number.isInteger(percent) || percent < 0 || units < 0n) throw new Error(`invalid turnover requirement: ${percent}% of ${units}`);
      // Fractions of a unit cannot be staked, so the requirement is rounded up.
      const required = (units * BigInt(percent) + PERCENT - 1n) / PERCENT;
      if (required === 0n) return;
      await lockWallet(executor, memberId);
      await sql`
        insert into turnover_requirement (member_id, source, units, percent, required, arrived_at, begins, ends, created_at)
        select ${memberId}, ${source}, ${units.toString()}::bigint, ${percent}::int, ${required.toString()}::bigint, settled, begins,
               begins + ${required.toString()}::bigint, ${clock.now().toISOString()}::timestamptz
          from (select settled, greatest(settled, last_end) as begins from ${requirementRows(memberId)}) as place
        on conflict (member_id, source) do nothing`.execute(executor);
    },
    cancel: (executor, memberId, source) => cancel(executor, memberId, source, clock.now()),
    async cancelDeposits(executor, memberId, before) {
      const { rows } = await sql<{ source: string }>`
        select r.source from turnover_requirement r, ${requirementRows(memberId)}
         where r.member_id = ${memberId} and r.cancelled_at is null and r.ends > place.settled
           and ${OF_DEPOSIT} and r.created_at <= ${before.toISOString()}::timestamptz
         order by r.id`.execute(executor);
      for (const { source } of rows) await cancel(executor, memberId, source, clock.now());
    },
    async state(executor, memberId) {
      const { balance, deposits, others } = await readOpen(executor, memberId);
      const lockedOf = (units: Units) => (units < balance ? units : balance);
      const all = {
        units: deposits.units + others.units,
        left: deposits.left + others.left,
        required: deposits.required + others.required,
      };
      if (deposits.left === 0n || !(await isExcluded(executor, memberId)))
        return { locked: lockedOf(all.units), left: all.left, required: all.required };
      const waived = { left: deposits.left, locked: lockedOf(all.units) };
      return { locked: lockedOf(others.units), left: others.left, required: others.required, waived };
    },
  };
}

const OF_DEPOSIT = sql`starts_with(r.source, 'deposit:')`;

/** Sums of the unfulfilled requirements of deposits, and of all others. The balance is at least zero. */
async function readOpen(executor: Executor, memberId: string) {
  const { rows } = await sql<{ balance: string; of_deposit: boolean; units: string; left: string; required: string }>`
    select place.balance, coalesce(${OF_DEPOSIT}, false) as of_deposit, coalesce(sum(r.units), 0) as units,
           coalesce(sum(r.required), 0) as required, coalesce(sum(least(r.required, r.ends - place.settled)), 0) as left
      from ${requirementRows(memberId)}
      left join turnover_requirement r
        on r.member_id = ${memberId} and r.cancelled_at is null and r.ends > place.settled
     group by 1, 2`.execute(executor);
  const sumsOf = (ofDeposit: boolean) => {
    const row = rows.find(({ of_deposit }) => of_deposit === ofDeposit);
    return { units: BigInt(row?.units ?? 0), left: BigInt(row?.left ?? 0), required: BigInt(row?.required ?? 0) };
  };
  const balance = BigInt(rows[0]?.balance ?? 0);
  return { balance: balance > 0n ? balance : 0n, deposits: sumsOf(true), others: sumsOf(false) };
}

async function cancel(executor: Executor, memberId: string, source: string, now: Date): Promise<void> {
  await lockWallet(executor, memberId);
  const { rows } = await sql<{ id: string }>`
    update turnover_requirement set cancelled_at = ${now.toISOString()}::timestamptz
     where member_id = ${memberId} and source = ${source} and cancelled_at is null returning id`.execute(executor);
  const [cancelled] = rows;
  if (cancelled) await closeRanks(executor, memberId, cancelled.id);
}

/** One row: the member's wallet and total stake, and the end of the last requirement. */
function requirementRows(memberId: string) {
  return sql`(select
    coalesce((select s.settled from member_stake s where s.member_id = ${memberId}), 0) as settled,
    coalesce((select max(t.ends) from turnover_requirement t where t.member_id = ${memberId} and t.cancelled_at is null), 0) as last_end,
    coalesce((select a.balance from ledger_account a where a.owner = ${memberId} and a.kind = ${WALLET}), 0) as balance) as place`;
}

/** Requirements form a chain, so a member's requirements are added one at a time. */
async function lockWallet(executor: Executor, memberId: string): Promise<void> {
  await sql`select 1 from ledger_account where owner = ${memberId} and kind = ${WALLET} for update`.execute(executor);
}

/**
 * Closes the gap of a cancelled requirement: later ones start at the end of the previous one, at the earliest at the member's stake on
 * arrival. As a formula: the maximum over all earlier requirements of arrival plus everything required since then.
 */
async function closeRanks(executor: Executor, memberId: string, cancelled: string): Promise<void> {
  await sql`
    update turnover_requirement moved set begins = place.ends - moved.required, ends = place.ends
      from (
        select id, max(arrived_at - asked_before) over (order by id) + asked_before + required as ends
          from (
            select id, required, greatest(arrived_at, case when row_number() over (order by id) = 1 then (
                     select coalesce(max(p.ends), 0) from turnover_requirement p
                      where p.member_id = ${memberId} and p.cancelled_at is null and p.id < ${cancelled}::bigint) else 0 end) as arrived_at,
                   sum(required) over (order by id) - required as asked_before
              from turnover_requirement
             where member_id = ${memberId} and cancelled_at is null and id > ${cancelled}::bigint) as later) as place
     where moved.id = place.id`.execute(executor);
}
