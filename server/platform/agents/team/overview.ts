import { type RawBuilder, sql } from 'kysely';
import { TEAM_TOP_SIZE } from '../../../../shared/api/agent-team/constants.ts';
import type { teamOverview } from '../../../../shared/api/agent-team/contract.ts';
import type { ValueOf } from '../../../../shared/api/client-call.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { WINDOW_KINDS, windowAt } from '../../../../shared/rules/wage-windows.ts';
import { DAY_MS, shiftDay, startOfDay, zonedDay } from '../../../../shared/time.ts';
import { toUnits } from '../../merchant/index.ts';
import type { TeamDays, TeamDeps, TeamReader } from './contracts.ts';
import { personOf, requireDays } from './reader.ts';
import { sizeOf } from './sizes.ts';
import { ALL_SUMS, type CountedPlay, NO_SUMS, presentSums, type SumRow, sumsOfMember, sumsOfTeam } from './sums.ts';

type Overview = ValueOf<typeof teamOverview>;

interface DayRow extends SumRow {
  /** Null: the whole period. */
  readonly day: string | null;
}

/** The team now and over the days, compared with as many days before. */
export async function overviewOf(deps: TeamDeps, reader: TeamReader, days: TeamDays): Promise<Overview> {
  requireDays(days);
  const { db, clock, currencySymbol } = deps;
  const { agent, timeZone } = reader;
  const length = Math.round((Date.parse(days.toDay) - Date.parse(days.fromDay)) / DAY_MS) + 1;
  const before: TeamDays = { fromDay: shiftDay(days.fromDay, -length), toDay: shiftDay(days.fromDay, -1) };
  const size = await sizeOf(db, clock, agent.memberId);
  const { play } = size;
  const rows = await sumsByDay(deps, reader, { days: { fromDay: before.fromDay, toDay: days.toDay }, firstDay: days.fromDay, play });
  const people = await peopleByDay(deps, reader, { fromDay: before.fromDay, toDay: days.toDay });
  const total = (range: TeamDays, period: string) => ({
    ...presentSums(rows.totals.get(period) ?? NO_SUMS),
    newMembers: sumDays(people.joined, range),
    active: 0,
  });
  const [active, activeBefore] = [await activeIn(deps, reader, days), await activeIn(deps, reader, before)];
  return {
    members: size.members,
    agents: size.agents,
    online: size.online,
    balance: toWire(size.balance),
    asOf: size.at.toISOString(),
    activeAsOf: await closedUntil(db),
    activeValidBet: toWire(toUnits(reader.rules.activeValidBet)),
    totals: { ...total(days, 'now'), active },
    before: { ...total(before, 'before'), active: activeBefore },
    days: daysOf(days).map((day) => ({
      day,
      ...presentSums(rows.days.get(day) ?? NO_SUMS),
      newMembers: people.joined.get(day) ?? 0,
      active: people.active.get(day) ?? 0,
    })),
    top: await topBranches(deps, reader, days, play),
    currency: agent.currency,
    currencySymbol: currencySymbol(agent.currency),
    timeZone,
  };
}

/** Active members are counted in closed windows. */
async function closedUntil(db: TeamDeps['db']): Promise<string | null> {
  const row = await db.selectFrom('window_clock').select('open_from').executeTakeFirst();
  return row?.open_from?.toISOString() ?? null;
}

function daysOf({ fromDay, toDay }: TeamDays): readonly string[] {
  const all: string[] = [];
  for (let day = fromDay; day <= toDay; day = shiftDay(day, 1)) all.push(day);
  return all;
}

function sumDays(counts: ReadonlyMap<string, number>, days: TeamDays): number {
  return daysOf(days).reduce((sum, day) => sum + (counts.get(day) ?? 0), 0);
}

/** Sums of each day, and of the days before and from `firstDay`. */
async function sumsByDay(
  { db }: TeamDeps,
  { agent, timeZone }: TeamReader,
  { days, firstDay, play }: { readonly days: TeamDays; readonly firstDay: string; readonly play: CountedPlay },
) {
  const { rows } = await sql<DayRow & { readonly period: string }>`
    select day::text as day, period, ${ALL_SUMS}
      from (select s.*, case when day >= ${firstDay}::date then 'now' else 'before' end as period
              from ${sumsOfTeam(sql`${agent.memberId}`, days, timeZone, play)}) as s
     group by grouping sets ((day, period), (period))`.execute(db);
  return {
    totals: new Map(rows.filter(({ day }) => day === null).map((row) => [row.period, row])),
    days: new Map(rows.flatMap((row) => (row.day === null ? [] : [[row.day, row] as const]))),
  };
}

/** New and active people of each day. */
async function peopleByDay({ db }: TeamDeps, { agent, timeZone }: TeamReader, days: TeamDays) {
  const { from, until } = timesOf(days, timeZone);
  const joined = await sql<{ day: string; people: number }>`
    select day::text, members as people from team_joined_day
     where agent_id = ${agent.memberId} and day >= ${days.fromDay}::date and day <= ${days.toDay}::date`.execute(db);
  const active = await sql<{ day: string; people: number }>`
    select ((starts at time zone ${timeZone}::text)::date)::text as day, members as people from team_active
     where agent_id = ${agent.memberId} and period = 'D' and starts >= ${from} and starts < ${until}`.execute(db);
  const byDay = (rows: readonly { readonly day: string; readonly people: number }[]) =>
    new Map(rows.map(({ day, people }) => [day, people]));
  return { joined: byDay(joined.rows), active: byDay(active.rows) };
}

/** The days as times in the merchant's zone. */
function timesOf({ fromDay, toDay }: TeamDays, timeZone: string) {
  const midnight = (day: RawBuilder<unknown>) => sql`(${day}::timestamp at time zone ${timeZone}::text)`;
  return { from: midnight(sql`${fromDay}::date`), until: midnight(sql`(${toDay}::date + 1)`) };
}

/** Periods that are counted when a window is closed. */
const COUNTED_PERIODS = WINDOW_KINDS.filter((kind) => kind !== 'five-minutes' && kind !== 'hour');

/**
 * People of the team who were active in the period: as counted for a whole day, week, half-month or month, and for one that is not over. In other
 * days each is counted on the first of them: their last day before it is earlier than the period.
 */
async function activeIn({ db, clock }: TeamDeps, { agent, timeZone }: TeamReader, { fromDay, toDay }: TeamDays): Promise<number> {
  const from = startOfDay(fromDay, timeZone);
  const today = zonedDay(clock.now().getTime(), timeZone);
  for (const period of COUNTED_PERIODS) {
    const window = windowAt(period, from, timeZone);
    const lastDay = zonedDay(window.end - 1, timeZone);
    if (window.start !== from || (toDay !== lastDay && !(toDay === today && today < lastDay))) continue;
    const row = await db
      .selectFrom('team_active')
      .select('members')
      .where('agent_id', '=', agent.memberId)
      .where('period', '=', period)
      .where('starts', '=', new Date(window.start))
      .executeTakeFirst();
    return row?.members ?? 0;
  }
  const times = timesOf({ fromDay, toDay }, timeZone);
  const { rows } = await sql<{ people: string }>`
    select coalesce(sum(members), 0) as people from team_active_gap
     where agent_id = ${agent.memberId} and starts >= ${times.from} and starts < ${times.until}
       and (gap = 0 or (starts at time zone ${timeZone}::text)::date - gap < ${fromDay}::date)`.execute(db);
  return Number(rows[0]?.people ?? 0);
}

interface TopRow {
  readonly member_id: string;
  readonly account: string;
  readonly type: number;
  readonly level: number;
  readonly valid: string;
  readonly net: string;
}

/**
 * The people directly below with the highest valid bets, each with the team below. They are read from the members: the database expects far
 * too many rows of one level of the closure, and then reads all members.
 */
async function topBranches({ db }: TeamDeps, reader: TeamReader, days: TeamDays, play: CountedPlay): Promise<Overview['top']> {
  const { agent, timeZone } = reader;
  const { rows } = await sql<TopRow>`
    select m.id as member_id, m.account, m.type, 1 as level, b.valid, b.net
      from member m cross join lateral (
       select coalesce(sum(valid), 0) as valid, coalesce(sum(payout - stake), 0) as net from (
         select valid, payout, stake from ${sumsOfMember(sql`m.id`, days, timeZone, play)}
         union all
         select valid, payout, stake from ${sumsOfTeam(sql`m.id`, days, timeZone, play)}) as branch) as b
     where m.agent_id = ${agent.memberId} and b.valid > 0
     order by b.valid desc, m.id limit ${TEAM_TOP_SIZE}`.execute(db);
  return rows.map((row) => ({ ...personOf(reader, row), validBet: toWire(BigInt(row.valid)), net: toWire(BigInt(row.net)) }));
}
