import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../db/database.ts';

/** Days of a time zone, both included; a day begins when its midnight does. */
export interface DayRange {
  readonly fromDay: string;
  readonly toDay: string;
  readonly timeZone: string;
}

/** Days that follow each other, as the quarters of an hour in which they begin; the last of these is the one that ends them. */
export interface DaySlots {
  readonly timeZone: string;
  readonly starts: readonly number[];
}

/** Whose play by which time; days are kept for each apart. */
export interface PlayOf {
  readonly memberId: string;
  readonly basis: 'placed' | 'settled';
}

/** Length of a slot of `play_sum`. */
export const SLOT_MS = 900_000;
/** Slots after which the database keeps a day that is over; migration 054 says the same. */
const KEPT_AFTER = 96;
/** Days that one statement keeps. */
const KEPT_AT_ONCE = 30;

export function slotsOfDays(executor: Executor, { fromDay, toDay, timeZone }: DayRange): Promise<DaySlots> {
  return readSlots(executor, timeZone, sql`${fromDay}::date::timestamp`, sql`${toDay}::date::timestamp`);
}

/** The days that lie between two moments as a whole, and the two into which these fall. */
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
 * Sums of play of the days as a table `(first_slot, game_id, vassalage, game_category, state, rounds, stake, refunded,
 * payout)`: those of kept days, and the quarters of an hour of all others. Both are read in one statement, so that a day that
 * is kept or taken away meanwhile is neither missing nor there twice. The offset keeps the database from reading all play first. Lines without a state say which days are kept.
 */
export function playOn({ memberId, basis }: PlayOf, { starts, timeZone }: DaySlots): RawBuilder<unknown> {
  const own = sql`member_id = ${memberId} and basis = ${basis}`;
  return sql`
    select first_slot, game_id, vassalage, game_category, state, rounds, stake, refunded, payout from play_day
     where ${own} and first_slot >= ${starts[0] ?? 0} and first_slot < ${starts.at(-1) ?? 0} and zone = ${timeZone}
    union all
    select d.first_slot, p.game_id, p.vassalage, p.game_category, p.state, p.rounds, p.stake, p.refunded, p.payout
      from unnest(${starts.slice(0, -1)}::integer[], ${starts.slice(1)}::integer[]) as d(first_slot, end_slot)
     cross join lateral (
       select * from play_sum where ${own} and slot >= d.first_slot and slot < d.end_slot offset 0) as p
     where d.first_slot not in (select k.first_slot from play_day k where ${own} and k.zone = ${timeZone} and k.state = '')`;
}

/**
 * Keeps the days that could be kept and are not, some at a time, so that nobody has to wait long for the database. Whoever
 * reads them next reads the sums of days instead of those of all their quarters of an hour.
 */
export async function keepDays(executor: Executor, { memberId, basis }: PlayOf, { starts, timeZone }: DaySlots): Promise<void> {
  const past = Math.floor(Date.now() / SLOT_MS) - KEPT_AFTER;
  const over = starts.filter((start, n) => start < (starts[n + 1] ?? start) && (starts[n + 1] ?? start) <= past);
  if (over.length === 0) return;
  const { rows } = await sql<{ first: number }>`
    select first from unnest(${over}::integer[]) as first
     where first not in (select k.first_slot from play_day k where k.member_id = ${memberId} and k.basis = ${basis} and k.zone = ${timeZone} and k.state = '')
     order by first`.execute(executor);
  for (let from = 0; from < rows.length; from += KEPT_AT_ONCE) {
    const firsts = rows.slice(from, from + KEPT_AT_ONCE).map(({ first }) => first);
    const ends = firsts.map((first) => starts[starts.lastIndexOf(first) + 1] ?? first);
    await sql`select keep_play_days(${memberId}, ${basis}, ${timeZone}, ${firsts}::integer[], ${ends}::integer[])`.execute(executor);
  }
}
