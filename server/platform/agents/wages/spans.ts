import { type RawBuilder, sql } from 'kysely';
import type { WageWindow } from '../../../../shared/rules/wage-windows.ts';
import type { Executor } from '../../base/db/index.ts';

/**
 * Parts of a window between changes of uplines. Play belongs to the part in which its base window was closed, as its sums do; a bonus to that of
 * its transfer, and a wage to that of the start of its own window.
 */
export interface Span {
  /** Null: open, in the first and the last part. */
  readonly from: Date | null;
  readonly until: Date | null;
  /** A time of the part, for the history of uplines. */
  readonly at: Date;
}

/** The parts of a window, at least one. Agents with contracts of any kind have a part for each change of their upline. */
export async function spansOf(executor: Executor, { start, end }: WageWindow): Promise<readonly Span[]> {
  const [first, next] = [new Date(start), new Date(end)];
  const { rows } = await sql<{ at: Date }>`
    select distinct change.at
      from (select max(closed_at) as at from window_close where window_start < ${next} and window_end > ${first}) as closed
     cross join (select distinct agent_id from agent_contract
                  where valid_from < ${next} and (valid_until is null or valid_until > ${first})) as c
     cross join lateral (select valid_from as at from agent_parent where member_id = c.agent_id
                         union all select valid_until from agent_parent where member_id = c.agent_id offset 0) as change
     where change.at > ${first} and change.at <= closed.at order by change.at`.execute(executor);
  const changes = rows.map(({ at }) => at);
  return [first, ...changes].map((at, nr) => ({ from: nr === 0 ? null : at, until: changes[nr] ?? null, at }));
}

/** The parts as rows of a query: number, times (null: open), and the time of the history. */
export function spanRows(spans: readonly Span[]) {
  return sql`unnest(${spans.map((_, nr) => nr)}::int[], ${spans.map(({ from }) => from)}::timestamptz[],
    ${spans.map(({ until }) => until)}::timestamptz[], ${spans.map(({ at }) => at)}::timestamptz[]) as s(nr, from_at, until_at, at)`;
}

/** The direct upline at a time, as a subquery with at most one row. The limit keeps the database from reading the whole history. */
export function parentAt(member: RawBuilder<unknown>, at: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select h.parent_id from agent_parent h
    where h.member_id = ${member} and h.valid_from <= ${at} and (h.valid_until is null or h.valid_until > ${at}) limit 1)`;
}

/** The nearest agent above of the list, for each agent of the list and each part; undefined: none. */
export type UplinesBySpan = ReadonlyMap<string, readonly (string | undefined)[]>;

export async function uplinesBySpan(executor: Executor, spans: readonly Span[], agents: readonly string[]): Promise<UplinesBySpan> {
  const { rows } = await sql<{ agent_id: string; nr: number; upline: string }>`
    with recursive up as (
      select a.id as agent_id, s.nr, s.at, p.parent_id, 1 as depth
        from unnest(${agents}::text[]) as a(id) cross join ${spanRows(spans)} cross join lateral ${parentAt(sql`a.id`, sql`s.at`)} as p
      union all
      select up.agent_id, up.nr, up.at, p.parent_id, up.depth + 1
        from up cross join lateral ${parentAt(sql`up.parent_id`, sql`up.at`)} as p where up.depth < 64)
    select distinct on (agent_id, nr) agent_id, nr, parent_id as upline from up
     where parent_id = any(${agents}::text[]) order by agent_id, nr, depth`.execute(executor);
  const uplines = new Map(agents.map((id) => [id, spans.map((): string | undefined => undefined)]));
  for (const { agent_id, nr, upline } of rows) uplines.get(agent_id)?.splice(nr, 1, upline);
  return uplines;
}

/** Agents of whom a nearest upline changes, and all who are below one of them in a part. */
export function splitAgents(uplines: UplinesBySpan): ReadonlySet<string> {
  const split = new Set<string>();
  for (let size = -1; size !== split.size; ) {
    size = split.size;
    for (const [id, above] of uplines)
      if (above.some((upline) => upline !== above[0] || (upline !== undefined && split.has(upline)))) split.add(id);
  }
  return split;
}
