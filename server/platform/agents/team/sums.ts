import { type RawBuilder, sql } from 'kysely';
import { toWire } from '../../../../shared/money/money.ts';
import type { TeamDays } from './contracts.ts';

/** Sums as read from the database: decimal strings. */
export interface SumRow {
  readonly rounds: string;
  readonly stake: string;
  readonly valid: string;
  readonly payout: string;
  readonly deposits: string;
  readonly withdrawals: string;
  readonly bonuses: string;
  readonly wages: string;
}

const NOTHING = sql`0::bigint, 0::bigint, 0::bigint, 0::bigint`;
/** Columns of `sumsOfMember` and `sumsOfTeam` after the day. */
const COLUMNS = sql`(day, rounds, stake, valid, payout, deposits, withdrawals, bonuses, wages)`;
const IN_DAYS = ({ fromDay, toDay }: TeamDays) => sql`day >= ${fromDay}::date and day <= ${toDay}::date`;
/** `all`: with the windows that are still open, which are read from the members; `closed`: without them. */
export type CountedPlay = 'all' | 'closed';
/** Windows of play that are not closed are not in the sums of days yet. */
const IS_OPEN = sql`window_start >= (select open_from from window_clock)`;
const DAY_OF_WINDOW = (timeZone: string) => sql`(window_start at time zone ${timeZone}::text)::date`;

/** Sums of the day, in the order of `SumRow`; as an aggregate of the tables below. */
export const ALL_SUMS = sql`coalesce(sum(rounds), 0) as rounds, coalesce(sum(stake), 0) as stake, coalesce(sum(valid), 0) as valid,
  coalesce(sum(payout), 0) as payout, coalesce(sum(deposits), 0) as deposits, coalesce(sum(withdrawals), 0) as withdrawals,
  coalesce(sum(bonuses), 0) as bonuses, coalesce(sum(wages), 0) as wages`;

/** A part of the union for the windows that are still open. */
const openPlay = (play: CountedPlay, days: TeamDays, windows: RawBuilder<unknown>) =>
  play === 'all'
    ? sql`union all select day, rounds, stake, valid, payout, ${NOTHING} from (${windows}) as w where ${IN_DAYS(days)}`
    : sql``;

/** Play and money of one member on the days as a table; `member`: a column of the surrounding query. */
export function sumsOfMember(
  member: RawBuilder<unknown>,
  days: TeamDays,
  timeZone: string,
  play: CountedPlay = 'all',
): RawBuilder<unknown> {
  return sql`(
    select day, rounds, stake, valid, payout, ${NOTHING} from member_day where member_id = ${member} and ${IN_DAYS(days)}
    ${openPlay(
      play,
      days,
      sql`
      select ${DAY_OF_WINDOW(timeZone)} as day, rounds, stake, valid, payout from play_window where member_id = ${member} and ${IS_OPEN}`,
    )}
    union all
    select day, ${NOTHING}, deposits, withdrawals, bonuses, wages from member_cash_day where member_id = ${member} and ${IN_DAYS(days)}
  ) as s ${COLUMNS}`;
}

/**
 * Play and money of everyone below an agent on the days, without the agent. Open windows are searched for each person (`offset 0`): the database
 * would read all of them. `agent`: a value, or a column of the surrounding query.
 */
export function sumsOfTeam(agent: RawBuilder<unknown>, days: TeamDays, timeZone: string, play: CountedPlay): RawBuilder<unknown> {
  return sql`(
    select day, rounds, stake, valid, payout, ${NOTHING} from team_day where agent_id = ${agent} and not own and ${IN_DAYS(days)}
    ${openPlay(
      play,
      days,
      sql`
      select ${DAY_OF_WINDOW(timeZone)} as day, w.rounds, w.stake, w.valid, w.payout
        from agent_closure below cross join lateral (
          select window_start, rounds, stake, valid, payout from play_window where member_id = below.member_id and ${IS_OPEN} offset 0) as w
       where below.ancestor_id = ${agent} and below.depth > 0`,
    )}
    union all
    select day, ${NOTHING}, deposits, withdrawals, bonuses, wages from team_cash_day where agent_id = ${agent} and ${IN_DAYS(days)}
  ) as s ${COLUMNS}`;
}

export const NO_SUMS: SumRow = {
  rounds: '0',
  stake: '0',
  valid: '0',
  payout: '0',
  deposits: '0',
  withdrawals: '0',
  bonuses: '0',
  wages: '0',
};

export function presentSums(row: SumRow) {
  return {
    rounds: Number(row.rounds),
    stake: toWire(BigInt(row.stake)),
    validBet: toWire(BigInt(row.valid)),
    payout: toWire(BigInt(row.payout)),
    net: toWire(BigInt(row.payout) - BigInt(row.stake)),
    deposits: toWire(BigInt(row.deposits)),
    withdrawals: toWire(BigInt(row.withdrawals)),
    bonuses: toWire(BigInt(row.bonuses)),
    wages: toWire(BigInt(row.wages)),
  };
}
