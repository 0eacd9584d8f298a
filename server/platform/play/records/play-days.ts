import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';

/** Days of a time zone, both inclusive. A day starts at its midnight. */
export interface DayRange {
  readonly fromDay: string;
  readonly toDay: string;
  readonly timeZone: string;
}

/** Consecutive days as the quarter hours in which they start; the last one is the end. */
export interface DaySlots {
  readonly timeZone: string;
  readonly starts: readonly number[];
}

/** Member and kind of time; days are stored separately for each. */
export interface PlayOf {
  readonly memberId: string;
  readonly basis: 'placed' | 'settled';
}

/** Duration of a slot of `play_sum`. */
export const SLOT_MS = 900_000;
/** Slots after which a past day is stored, as in migration 054. */
const STORE_AFTER_SLOTS = 96;
/** Days stored per statement. */
const MAX_STORED_AT_ONCE = 30;

export function slotsOfDays(executor: Executor, { fromDay, toDay, timeZone }: DayRange): Promise<DaySlots> {
  return readSlots(executor, timeZone, sql`${fromDay}::date::timestamp`, sql`${toDay}::date::timestamp`);
}

/** The complete days between two times, and the two partial days. */
export function slotsBetween(executor: Executor, from: Date, to: Date, timeZone: string): Promise<DaySlots> {
  const dayOf = (at: Date) => sql`(${at.toISOString()}::timestamptz at time zone ${timeZone}::text)::date::timestamp`;
  return readSlots(executor, timeZone, dayOf(from), dayOf(to));
}

async function readSlots(executor: Executor, timeZone: string, first: RawBuilder<unknown>, last: RawBuilder<unknown>): Promise<DaySlots> {
  const { rows } = await sql<{ start: number }>`
    select quarter_of(day at time zone ${timeZone}::text) as start
      from generate_series(${first}, ${last} + interval '1 day', interval '1 day') as day order by day`.execute(executor);
  return { timeZone, starts: rows.map(({ start }) => start) };
}

/**
 * Sums of play of the days as a table `(first_slot, game_id, vassalage, game_category, state, rounds, stake, refunded, payout)`: from
 * stored days, and from quarter hours for all others. One statement reads both, so that a day that is stored concurrently is counted once.
 * The offset prevents a scan of all play. Rows without a state mark stored days.
 */
export function playOn({ memberId, basis }: PlayOf, { starts, timeZone }: DaySlots): RawBuilder<unknown> {
  const ownRows = sql`member_id = ${memberId} and basis = ${basis}`;
  return sql`
    select first_slot, game_id, vassalage, game_category, state, rounds, stake, refunded, payout from play_day
     where ${ownRows} and first_slot >= ${starts[0] ?? 0} and first_slot < ${starts.at(-1) ?? 0} and zone = ${timeZone}
    union all
    select d.first_slot, p.game_id, p.vassalage, p.game_category, p.state, p.rounds, p.stake, p.refunded, p.payout
      from unnest(${starts.slice(0, -1)}::integer[], ${starts.slice(1)}::integer[]) as d(first_slot, end_slot)
     cross join lateral (
       select * from play_sum where ${ownRows} and slot >= d.first_slot and slot < d.end_slot offset 0) as p
     where d.first_slot not in (select k.first_slot from play_day k where ${ownRows} and k.zone = ${timeZone} and k.state = '')`;
}

/**
 * Stores past days that are not stored yet, some per statement to keep locks short. Later reads use the day's sums instead of its quarter
 * hours.
 */
export async function storeDays(executor: Executor, { memberId, basis }: PlayOf, { starts, timeZone }: DaySlots): Promise<void> {
  const lastStorableSlot = Math.floor(Date.now() / SLOT_MS) - STORE_AFTER_SLOTS;
  const finishedDays = starts.filter((start, n) => start < (starts[n + 1] ?? start) && (starts[n + 1] ?? start) <= lastStorableSlot);
  if (finishedDays.length === 0) return;
  const { rows } = await sql<{ first: number }>`
    select first from unnest(${finishedDays}::integer[]) as first
     where first not in (select k.first_slot from play_day k where k.member_id = ${memberId} and k.basis = ${basis} and k.zone = ${timeZone} and k.state = '')
     order by first`.execute(executor);
  for (let from = 0; from < rows.length; from += MAX_STORED_AT_ONCE) {
    const firsts = rows.slice(from, from + MAX_STORED_AT_ONCE).map(({ first }) => first);
    const ends = firsts.map((first) => starts[starts.lastIndexOf(first) + 1] ?? first);
    await sql`select keep_play_days(${memberId}, ${basis}, ${timeZone}, ${firsts}::integer[], ${ends}::integer[])`.execute(executor);
  }
}
