import { sql } from 'kysely';
import { type WageWindow, windowAt, windowDay } from '../../../../shared/rules/wage-windows.ts';
import type { Executor } from '../../base/db/index.ts';
import { costPostings } from './reward-costs.ts';
import { parentAt, type Span, spanRows } from './spans.ts';

/** Bonuses and other rewards of teams, which the feature of the reports counts. */
export interface TeamBonuses {
  /** All transfers from before the time are counted. */
  isCounted(executor: Executor, until: Date): Promise<boolean>;
  /** Bonuses and rewards less those taken back on the days, the last one not included, of each agent and the team below. */
  read(
    executor: Executor,
    days: { readonly from: string; readonly until: string },
    agents: readonly string[],
  ): Promise<ReadonlyMap<string, bigint>>;
}

/** Amounts by agent and part of the window. */
export type AmountsBySpan = ReadonlyMap<string, readonly bigint[]>;

function bySpan(rows: readonly { readonly agent_id: string; readonly nr: number; readonly units: string }[], parts: number): AmountsBySpan {
  const amounts = new Map<string, bigint[]>();
  for (const { agent_id, nr, units } of rows) {
    const list = amounts.get(agent_id) ?? Array.from({ length: parts }, () => 0n);
    list[nr] = BigInt(units);
    amounts.set(agent_id, list);
  }
  return amounts;
}

/** Wages of the other kinds of each whole team, the agent's own included, in windows that start in this one, by the uplines at that time. */
export async function otherWages(
  executor: Executor,
  { start, end }: WageWindow,
  spans: readonly Span[],
  agents: readonly string[],
): Promise<AmountsBySpan> {
  const { rows } = await sql<{ agent_id: string; nr: number; units: string }>`
    with recursive wage as materialized (
      select w.agent_id as member_id, s.nr, s.at, sum(w.amount) as amount
        from wage_statement w join ${spanRows(spans)}
          on (s.from_at is null or w.window_start >= s.from_at) and (s.until_at is null or w.window_start < s.until_at)
       where w.kind <> 'dividend' and w.amount > 0 and w.state <> 'rejected'
         and w.window_start >= ${new Date(start)} and w.window_start < ${new Date(end)}
       group by 1, 2, 3),
    up as (
      select member_id, nr, at, member_id as agent_id, 0 as depth from wage
      union all
      select up.member_id, up.nr, up.at, p.parent_id, up.depth + 1
        from up cross join lateral ${parentAt(sql`up.agent_id`, sql`up.at`)} as p where up.depth < 64)
    select up.agent_id, up.nr, sum(wage.amount) as units from up join wage using (member_id, nr)
     where up.agent_id = any(${agents}::text[]) group by 1, 2`.execute(executor);
  return bySpan(rows, spans.length);
}

interface BonusWindow extends WageWindow {
  readonly timeZone: string;
  readonly spans: readonly Span[];
}

/** Bonuses of each agent and the team in the parts of the window, from the counted days, and on days of changes from the ledger. */
export async function bonusesBySpan(
  executor: Executor,
  teams: Pick<TeamBonuses, 'read'>,
  { start, end, timeZone, spans }: BonusWindow,
  agents: readonly string[],
): Promise<AmountsBySpan> {
  const dayOf = (at: number) => windowDay({ start: at, end }, timeZone);
  const until = new Map(agents.map((id) => [id, [0n]]));
  for (const { until: change } of spans) {
    const at = change?.getTime() ?? end;
    const counted = await teams.read(executor, { from: dayOf(start), until: dayOf(at) }, agents);
    const since = new Date(windowAt('D', at, timeZone).start);
    const rest = change === null ? undefined : await bonusesBetween(executor, since, change, agents);
    for (const [id, list] of until) list.push((counted.get(id) ?? 0n) + (rest?.get(id) ?? 0n));
  }
  return new Map([...until].map(([id, sums]) => [id, spans.map((_, nr) => (sums[nr + 1] ?? 0n) - (sums[nr] ?? 0n))]));
}

/** From the ledger, by the uplines at the time of each transfer. */
async function bonusesBetween(
  executor: Executor,
  from: Date,
  until: Date,
  agents: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{ agent_id: string; units: string }>`
    with recursive bonus as materialized (
      select at, member_id, sum(units) as units from (${costPostings({ from, until, hasRewards: true })}) as c group by at, member_id),
    up as (
      select member_id, at, member_id as agent_id, 0 as depth from bonus
      union all
      select up.member_id, up.at, p.parent_id, up.depth + 1
        from up cross join lateral ${parentAt(sql`up.agent_id`, sql`up.at`)} as p where up.depth < 64)
    select up.agent_id, sum(bonus.units) as units from up join bonus using (member_id, at)
     where up.agent_id = any(${agents}::text[]) group by 1`.execute(executor);
  return new Map(rows.map(({ agent_id, units }) => [agent_id, BigInt(units)]));
}
