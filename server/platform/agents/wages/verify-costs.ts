import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import type { StatementRow } from './pay.ts';
import { costPostings } from './reward-costs.ts';
import { type Span, spanRows } from './spans.ts';
import { readRules } from './stored.ts';

/** Costs of a dividend, computed from statements and the ledger. */
interface Costs {
  readonly bonuses: bigint;
  readonly costs: bigint;
  /** By part of the window. */
  readonly spans: readonly bigint[];
}

interface CostRow {
  readonly nr: number;
  readonly bonuses: string;
  readonly wages: string;
  /** With wages that operators have rejected, perhaps after the dividend. */
  readonly all_wages: string;
}

/**
 * Bonuses of each agent and the team, one transfer after the other by the uplines at its time, and the other wages by those at the start of
 * their windows. Only for statements whose rules name costs.
 */
export async function costsFromHistory(
  executor: Executor,
  group: readonly StatementRow[],
  spans: readonly Span[],
): Promise<ReadonlyMap<string, Costs>> {
  const reduced = group.filter(({ rules }) => readRules(rules).lessCosts === true);
  const costs = new Map<string, Costs>();
  for (const statement of reduced) {
    const rows = await readCosts(executor, statement, spans);
    const sum = (name: 'bonuses' | 'wages' | 'all_wages') => rows.reduce((total, row) => total + BigInt(row[name]), 0n);
    const bonuses = sum('bonuses') > 0n ? sum('bonuses') : 0n;
    const stored = BigInt(statement.costs) - BigInt(statement.bonuses);
    const [least, max] = [sum('wages'), sum('all_wages')];
    const wages = stored < least ? least : stored > max ? max : stored;
    const column = wages === max ? 'all_wages' : 'wages';
    const bySpan = rows.map((row) => BigInt(row[column]) + (bonuses > 0n ? BigInt(row.bonuses) : 0n));
    costs.set(statement.id, { bonuses, costs: wages + bonuses, spans: bySpan });
  }
  return costs;
}

async function readCosts(
  executor: Executor,
  { agent_id, window_start, window_end, created_at, rules }: StatementRow,
  spans: readonly Span[],
): Promise<readonly CostRow[]> {
  const { split, rewards: hasRewards = false } = readRules(rules);
  // Before windows had parts, wages counted by the uplines at the time of the statement.
  const wageAt = split === true ? sql`p.at` : sql`${created_at}::timestamptz`;
  const { rows } = await sql<CostRow>`
    with recursive part as materialized (select * from ${spanRows(spans)}),
    bonus as (
      select c.id, c.at, p.nr, c.member_id, sum(c.units) as units
        from (${costPostings({ from: window_start, until: window_end, hasRewards })}) as c
        join part p on (p.from_at is null or c.at >= p.from_at) and (p.until_at is null or c.at < p.until_at)
       group by c.id, c.at, p.nr, c.member_id),
    wage as (
      select s.id, ${wageAt} as at, p.nr, s.agent_id as member_id, s.amount, s.state
        from wage_statement s
        join part p on (p.from_at is null or s.window_start >= p.from_at) and (p.until_at is null or s.window_start < p.until_at)
       where s.kind <> 'dividend' and s.amount > 0 and s.window_start >= ${window_start} and s.window_start < ${window_end}),
    up as (
      select distinct member_id, at, member_id as agent_id, 0 as depth
        from (select member_id, at from bonus union select member_id, at from wage) as moved
      union all
      select up.member_id, up.at, h.parent_id, up.depth + 1 from up join agent_parent h
          on h.member_id = up.agent_id and h.valid_from <= up.at and (h.valid_until is null or h.valid_until > up.at)
       where up.depth < 64),
    team as (select member_id, at from up where agent_id = ${agent_id})
    select part.nr,
           coalesce((select sum(units) from bonus join team using (member_id, at) where bonus.nr = part.nr), 0) as bonuses,
           coalesce((select sum(amount) from wage join team using (member_id, at) where wage.nr = part.nr and state <> 'rejected'), 0) as wages,
           coalesce((select sum(amount) from wage join team using (member_id, at) where wage.nr = part.nr), 0) as all_wages
      from part order by part.nr`.execute(executor);
  return rows;
}

export function compareCosts(row: StatementRow, fresh: Costs | undefined): readonly string[] {
  if (!fresh) return [];
  const fields = [
    ['bonuses', row.bonuses, fresh.bonuses],
    ['costs', row.costs, fresh.costs],
  ] as const;
  return fields.flatMap(([name, was, is]) =>
    String(was) === String(is) ? [] : [`wage ${row.id}: ${name} are ${was}, computed again ${is}`],
  );
}
