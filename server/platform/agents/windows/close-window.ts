import { type RawBuilder, sql } from 'kysely';
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

/** Ids above `after`, up to `upTo`; null: without this limit. */
interface Slice {
  readonly after: string | null;
  readonly upTo: string | null;
}

/** Members or agents of one statement, which must end within the time limit of statements on a busy server. */
const IDS_PER_SLICE = 10_000;

/**
 * Sums the window into teams, days and periods, all in the caller's transaction. Its cost grows with the play in the window, not with the
 * members.
 */
export async function sumWindow(tx: Tx, window: ClosingWindow): Promise<void> {
  await markExcluded(tx, window);
  for (const slice of await slicesOf(tx, window, sql`play_window`, sql`member_id`)) {
    await sumTeams(tx, window, slice);
    await sumMemberDays(tx, window, slice);
    await countActive(tx, window, slice);
  }
  for (const slice of await slicesOf(tx, window, sql`team_window`, sql`agent_id`)) await sumTeamDays(tx, window, slice);
}

async function slicesOf(tx: Tx, { start }: ClosingWindow, table: RawBuilder<unknown>, id: RawBuilder<unknown>): Promise<readonly Slice[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select d.id, row_number() over (order by d.id) as place
        from (select distinct ${id} as id from ${table} where window_start = ${start}) as d) as o
     where place % ${IDS_PER_SLICE}::int = 0 order by place`.execute(tx);
  const ends = [...rows.map((row) => row.id), null];
  return ends.map((upTo, index) => ({ after: index === 0 ? null : (ends[index - 1] ?? null), upTo }));
}

const within = (id: RawBuilder<unknown>, { after, upTo }: Slice): RawBuilder<boolean> =>
  sql<boolean>`(${after}::text is null or ${id} > ${after}) and (${upTo}::text is null or ${id} <= ${upTo})`;

const ADDED = sql`rounds = kept.rounds + excluded.rounds, stake = kept.stake + excluded.stake,
  valid = kept.valid + excluded.valid, payout = kept.payout + excluded.payout`;

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

async function sumTeams(tx: Tx, { start }: ClosingWindow, slice: Slice): Promise<void> {
  await sql`
    insert into team_window as kept (window_start, agent_id, category, bet, excluded, own, rounds, stake, valid, payout)
    select ${start}::timestamptz, c.ancestor_id, w.category, w.bet, w.excluded, c.depth = 0, sum(w.rounds), sum(w.stake), sum(w.valid), sum(w.payout)
      from play_window w
      join agent_closure c on c.member_id = w.member_id
     where w.window_start = ${start} and ${within(sql`w.member_id`, slice)}
       and (c.depth > 0 or exists (select from member m where m.id = w.member_id and m.type = any(${AGENT_TYPES}::int[])))
     group by c.ancestor_id, w.category, w.bet, w.excluded, c.depth = 0
    on conflict (window_start, agent_id, category, bet, excluded, own) do update set ${ADDED}`.execute(tx);
}

/** The day in the merchant's zone that contains the window. */
function dayOf({ start, timeZone }: ClosingWindow): string {
  return windowDay(windowAt('D', start.getTime(), timeZone), timeZone);
}

async function sumTeamDays(tx: Tx, window: ClosingWindow, slice: Slice): Promise<void> {
  await sql`
    insert into team_day as kept (day, agent_id, category, excluded, own, rounds, stake, valid, payout)
    select ${dayOf(window)}::date, agent_id, category, excluded, own, sum(rounds), sum(stake), sum(valid), sum(payout)
      from team_window where window_start = ${window.start} and ${within(sql`agent_id`, slice)}
     group by agent_id, category, excluded, own
    on conflict (agent_id, day, category, excluded, own) do update set ${ADDED}`.execute(tx);
}

async function sumMemberDays(tx: Tx, window: ClosingWindow, slice: Slice): Promise<void> {
  await sql`
    insert into member_day as kept (day, member_id, category, excluded, rounds, stake, valid, payout)
    select ${dayOf(window)}::date, member_id, category, excluded, sum(rounds), sum(stake), sum(valid), sum(payout)
      from play_window where window_start = ${window.start} and ${within(sql`member_id`, slice)} group by member_id, category, excluded
    on conflict (member_id, day, category, excluded) do update set ${ADDED}`.execute(tx);
}

/** Periods of which members are counted as active while they run; those of five minutes are counted once. */
const PERIODS = WINDOW_KINDS.filter((kind) => kind !== 'five-minutes');

const WITHIN_REPORT = (day: RawBuilder<unknown>) => sql`${day}.starts > c.starts - interval '92 days'`;
/**
 * The last day before on which the member was counted for the agent: mostly the member's last active day, an older one after a change of upline.
 * Days before are complete, because windows are closed in order.
 */
const LAST_DAY = sql`
  select case when a.agent_id = any(c.last_agents) then c.last_starts when c.last_starts is not null then (
           select max(d.starts) from member_active_day d
            where d.member_id = c.member_id and d.starts < c.last_starts and ${WITHIN_REPORT(sql`d`)} and a.agent_id = any(d.agents)) end as starts`;
/** As in migration 166. */
const GAP = sql`coalesce(nullif(least(round(extract(epoch from c.starts - last.starts) / 86400), 92), 92), 0)`;
const CHANGES = sql`select unnest(c.counts_for) as agent_id, 1 as change union all select unnest(c.counted_for), -1`;

async function countActive(tx: Tx, { start, timeZone, activeValidBet }: ClosingWindow, slice: Slice): Promise<void> {
  const starts = PERIODS.map((kind) => new Date(windowAt(kind, start.getTime(), timeZone).start));
  const periods = sql`unnest(${PERIODS}::text[], ${starts}::timestamptz[]) as p(period, starts)`;
  const least = activeValidBet.toString();
  const play = sql`select member_id, sum(valid) as valid from play_window
    where window_start = ${start} and not excluded and ${within(sql`member_id`, slice)} group by member_id`;
  await sql`
    insert into team_active as kept (period, starts, agent_id, members)
    select 'five-minutes', ${start}::timestamptz, c.ancestor_id, count(*)
      from (${play}) as w join agent_closure c on c.member_id = w.member_id and c.depth > 0
     where w.valid >= ${least}::bigint group by c.ancestor_id
    on conflict (agent_id, period, starts) do update set members = kept.members + excluded.members`.execute(tx);
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
        from (${play}) as w cross join ${periods} join member_period k using (period, starts, member_id)
       where (k.valid >= ${least}::bigint) <> (k.counted_for is not null)),
    counted as (
      update member_period k set counted_for = c.counts_for from crossing c
       where k.period = c.period and k.starts = c.starts and k.member_id = c.member_id),
    day as materialized (
      select c.*, last.starts as last_starts, last.agents as last_agents
        from crossing c left join lateral (
          select d.starts, d.agents from member_active_day d
           where d.member_id = c.member_id and d.starts < c.starts and ${WITHIN_REPORT(sql`d`)} order by d.starts desc limit 1) as last on true
       where c.period = 'D'),
    gaps as (
      insert into team_active_gap as kept (agent_id, starts, gap, members)
      select a.agent_id, c.starts, ${GAP}, sum(a.change)
        from day c cross join lateral (${CHANGES}) as a cross join lateral (${LAST_DAY}) as last
       group by 1, 2, 3
      on conflict (agent_id, starts, gap) do update set members = kept.members + excluded.members),
    active_days as (
      insert into member_active_day (member_id, starts, agents)
      select member_id, starts, counts_for from day where cardinality(counts_for) > 0),
    ended_days as (
      delete from member_active_day d using day c where c.counts_for is null and d.member_id = c.member_id and d.starts = c.starts)
    insert into team_active as kept (period, starts, agent_id, members)
    select c.period, c.starts, a.agent_id, sum(a.change)
      from crossing c cross join lateral (${CHANGES}) as a
     group by c.period, c.starts, a.agent_id
    on conflict (agent_id, period, starts) do update set members = kept.members + excluded.members`.execute(tx);
}
