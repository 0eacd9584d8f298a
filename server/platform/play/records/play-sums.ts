import { sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { type DayRange, type PlayOf, playOn, slotsOfDays, storeDays } from './play-days.ts';

export interface PlaySum {
  readonly rounds: number;
  /** Less refunds. */
  readonly stake: Units;
  readonly payout: Units;
}

/** Sums of settled play: total, of a day, of a category, or of a vendor with a game. */
export interface PlaySumRow extends PlaySum {
  readonly by: 'total' | 'day' | 'category' | 'vendor';
  readonly key: string;
  readonly gameId: string;
}

interface SumRow {
  rounds: string;
  stake: string;
  payout: string;
}
const unitsOf = (row: SumRow): PlaySum => ({ rounds: Number(row.rounds), stake: BigInt(row.stake), payout: BigInt(row.payout) });

/** Settled play on the days, all four groupings in one read. */
export async function sumPlay(executor: Executor, memberId: string, range: DayRange): Promise<readonly PlaySumRow[]> {
  const of: PlayOf = { memberId, basis: 'settled' };
  const days = await slotsOfDays(executor, range);
  await storeDays(executor, of, days);
  const { rows } = await sql<SumRow & { start: number | null; category: string | null; vendor: string | null; game: string }>`
    select first_slot as start, game_category as category, vassalage as vendor,
           min(game_id) filter (where state <> '') as game, sum(rounds) as rounds, sum(stake - refunded) as stake, sum(payout) as payout
      from (${playOn(of, days)}) as p
     group by grouping sets ((), (first_slot), (game_category), (vassalage))`.execute(executor);
  const first = Date.parse(range.fromDay);
  const dayOf = (start: number) => new Date(first + days.starts.lastIndexOf(start) * DAY_MS).toISOString().slice(0, 10);
  return rows
    .filter(({ rounds }) => Number(rounds) > 0)
    .map(({ start, ...row }) => ({ ...unitsOf(row), ...keyOf({ day: start === null ? null : dayOf(start), ...row }), gameId: row.game }));
}

function keyOf({
  day,
  category,
  vendor,
}: {
  day: string | null;
  category: string | null;
  vendor: string | null;
}): Pick<PlaySumRow, 'by' | 'key'> {
  if (day !== null) return { by: 'day', key: day };
  if (category !== null) return { by: 'category', key: category };
  return vendor === null ? { by: 'total', key: '' } : { by: 'vendor', key: vendor };
}

/** Settled play on the days by game, the highest stake first. */
export async function sumPlayByGame(
  executor: Executor,
  memberId: string,
  range: DayRange,
): Promise<readonly (PlaySum & { readonly gameId: string })[]> {
  const of: PlayOf = { memberId, basis: 'settled' };
  const days = await slotsOfDays(executor, range);
  await storeDays(executor, of, days);
  const { rows } = await sql<SumRow & { game_id: string }>`
    select game_id, sum(rounds) as rounds, sum(stake - refunded) as stake, sum(payout) as payout
      from (${playOn(of, days)}) as p
     group by game_id order by sum(stake - refunded) desc, game_id`.execute(executor);
  return rows.filter(({ rounds }) => Number(rounds) !== 0).map((row) => ({ ...unitsOf(row), gameId: row.game_id }));
}

export interface Cash {
  /** Less reversals. */
  readonly deposits: Units;
  /** Paid out, fees included. */
  readonly withdrawals: Units;
}

/** Deposits and withdrawals: per day with any, and in total. */
export async function sumCash(
  executor: Executor,
  memberId: string,
  range: DayRange,
): Promise<{ readonly days: readonly (Cash & { readonly day: string })[]; readonly lifetime: Cash }> {
  const { starts } = await slotsOfDays(executor, range);
  // Place 0 is before the first day, the last place after the end.
  const { rows } = await sql<{ place: number | null; deposits: string; withdrawals: string }>`
    select place, coalesce(sum(deposits), 0) as deposits, coalesce(sum(withdrawals), 0) as withdrawals
      from (select width_bucket(slot, ${starts}::integer[]) as place, deposits, withdrawals from cash_sum where member_id = ${memberId}) as c
     group by grouping sets ((), (place)) order by place`.execute(executor);
  const first = Date.parse(range.fromDay);
  const cashOf = (row: (typeof rows)[number]): Cash => ({ deposits: BigInt(row.deposits), withdrawals: BigInt(row.withdrawals) });
  const lifetime = rows.find(({ place }) => place === null);
  return {
    days: rows.flatMap((row) =>
      row.place !== null && row.place > 0 && row.place < starts.length
        ? [{ day: new Date(first + (row.place - 1) * DAY_MS).toISOString().slice(0, 10), ...cashOf(row) }]
        : [],
    ),
    lifetime: lifetime ? cashOf(lifetime) : { deposits: 0n, withdrawals: 0n },
  };
}
