import { sql } from 'kysely';
import { AGENT_TYPES } from '../../../../shared/constants.ts';
import { WINDOW_KINDS, windowAt, windowDay } from '../../../../shared/rules/wage-windows.ts';
import type { Tx } from '../../base/db/index.ts';

/** A base window that is being closed. */
export interface ClosingWindow {
  readonly start: Date;
  /** Time zone of the merchant. */
  readonly timeZone: string;
  /** Units of valid bets from which a member is active in a period. */
  readonly activeValidBet: bigint;
  /** When it is closed: who is excluded then is not counted. */
  readonly now: Date;
}

/** Sums the window into teams, days and periods. Its cost grows with the play in the window, not with the members. */
export async function sumWindow(tx: Tx, window: ClosingWindow): Promise<void> {
  await markExcluded(tx, window);
  await sumTeams(tx, window);
  await sumDays(tx, window);
  await countActive(tx, window);
}

/** Members on a break or exclusion, and blocked ones. A break without an end has begun and never ends. */
async function markExcluded(tx: Tx, { start, now }: ClosingWindow): Promise<void> {
  await sql`
    update play_window w set excluded = true
     where w.window_start = ${start}
       and (exists (select from member m where m.id = w.member_id and m.status = 'blocked')
            or exists (select from protection_member p where p.member_id = w.member_id and p.break_kind is not null and p.break_from <= ${now}
                        and (case when p.break_kind = 'time-out' then p.break_until is null or p.break_until > ${now}
                                  else p.return_at is null or p.return_at > ${now} end)))`.execute(tx);
}

async function sumTeams(tx: Tx, { start }: ClosingWindow): Promise<void> {
  await sql`
    insert into team_window (window_start, agent_id, category, bet, excluded, own, rounds, stake, valid, payout)
    select ${start}::timestamptz, c.ancestor_id, w.category, w.bet, w.excluded, c.depth = 0, sum(w.rounds), sum(w.stake), sum(w.valid), sum(w.payout)
      from play_window w
      join agent_closure c on c.member_id = w.member_id
     where w.window_start = ${start} and (c.depth > 0 or exists (select from member m where m.id = w.member_id and m.type = any(${AGENT_TYPES}::int[])))
     group by c.ancestor_id, w.category, w.bet, w.excluded, c.depth = 0`.execute(tx);
}

/** Adds the window to the day in the merchant's zone that contains it. */
async function sumDays(tx: Tx, { start, timeZone }: ClosingWindow): Promise<void> {
  const day = windowDay(windowAt('D', start.getTime(), timeZone), timeZone);
  const added = sql`rounds = kept.rounds + excluded.rounds, stake = kept.stake + excluded.stake,
    valid = kept.valid + excluded.valid, payout = kept.payout + excluded.payout`;
  await sql`
    insert into team_day as kept (day, agent_id, category, excluded, own, rounds, stake, valid, payout)
    select ${day}::date, agent_id, category, excluded, own, sum(rounds), sum(stake), sum(valid), sum(payout)
      from team_window where window_start = ${start}
     group by agent_id, category, excluded, own
    on conflict (agent_id, day, category, excluded, own) do update set ${added}`.execute(tx);
  await sql`
    insert into member_day as kept (day, member_id, category, excluded, rounds, stake, valid, payout)
    select ${day}::date, member_id, category, excluded, sum(rounds), sum(stake), sum(valid), sum(payout)
      from play_window where window_start = ${start} group by member_id, category, excluded
    on conflict (member_id, day, category, excluded) do update set ${added}`.execute(tx);
}

/** Periods of which members are counted as active while they run; those of five minutes are counted once. */
const PERIODS = WINDOW_KINDS.filter((kind) => kind !== 'five-minutes');

async function countActive(tx: Tx, { start, timeZone, activeValidBet }: ClosingWindow): Promise<void> {
  const starts = PERIODS.map((kind) => new Date(windowAt(kind, start.getTime(), timeZone).start));
  const periods = sql`unnest(${PERIODS}::text[], ${starts}::timestamptz[]) as p(period, starts)`;
  const least = activeValidBet.toString();
  const play = sql`select member_id, sum(valid) as valid from play_window where window_start = ${start} and not excluded group by member_id`;
  await sql`
    insert into team_active (period, starts, agent_id, members)
    select 'five-minutes', ${start}::timestamptz, c.ancestor_id, count(*)
      from (${play}) as w join agent_closure c on c.member_id = w.member_id and c.depth > 0
     where w.valid >= ${least}::bigint group by c.ancestor_id`.execute(tx);
  await sql`
    insert into member_period as kept (period, starts, member_id, valid)
    select p.period, p.starts, w.member_id, w.valid from (${play}) as w cross join ${periods}
    on conflict (period, starts, member_id) do update set valid = kept.valid + excluded.valid`.execute(tx);
  // Who falls below the least bet is taken from the agents for whom the member was counted, also after a change of upline.
  await sql`
    with crossing as materialized (
      select k.period, k.starts, k.member_id, k.counted_for,
             case when k.valid >= ${least}::bigint then array(
               select c.ancestor_id from agent_closure c where c.member_id = k.member_id and c.depth > 0) end as counts_for
        from member_period k join ${periods} using (period, starts)
       where k.member_id in (select member_id from play_window where window_start = ${start} and not excluded)
         and (k.valid >= ${least}::bigint) <> (k.counted_for is not null)),
    counted as (
      update member_period k set counted_for = c.counts_for from crossing c
       where k.period = c.period and k.starts = c.starts and k.member_id = c.member_id)
    insert into team_active as kept (period, starts, agent_id, members)
    select c.period, c.starts, a.agent_id, sum(a.change)
      from crossing c cross join lateral (
        select unnest(c.counts_for) as agent_id, 1 as change union all select unnest(c.counted_for), -1) as a
     group by c.period, c.starts, a.agent_id
    on conflict (agent_id, period, starts) do update set members = kept.members + excluded.members`.execute(tx);
}
