import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import type { StatementRow } from './pay.ts';

/** Inputs of a wage that have no history, as a part of a sentence. */
export const TAKEN_AS_STORED =
  'terms and rules, the amount carried in, who was blocked, and breaks of members that later ones have replaced';

/**
 * Active members of each team: those whose valid bets have reached the merchant's least amount at the close of a window, by the uplines at the last
 * time that they did. Members below it at the end do not count.
 */
export async function activeFromHistory(executor: Executor, group: readonly StatementRow[]): Promise<ReadonlyMap<string, number>> {
  const [{ window_start, window_end } = {} as StatementRow] = group;
  const { rows } = await sql<{ agent_id: string; members: string }>`
    with recursive w as (
      select p.member_id, p.window_start, c.closed_at, c.active_valid_bet, sum(p.valid) as valid
        from play_window p join window_close c on p.window_start >= c.window_start and p.window_start < c.window_end
       where p.window_start >= ${window_start} and p.window_start < ${window_end} and not p.excluded
       group by p.member_id, p.window_start, c.closed_at, c.active_valid_bet),
    reached as (
      select member_id, window_start, closed_at,
             sum(valid) over (partition by member_id order by window_start) >= active_valid_bet as active from w),
    steps as (
      select *, lag(active, 1, false) over (partition by member_id order by window_start) as before,
             row_number() over (partition by member_id order by window_start desc) as place from reached),
    counted as (
      select member_id, max(closed_at) filter (where active and not before) as closed_at
        from steps group by member_id having bool_or(active and place = 1)),
    up as (
      select member_id, closed_at, member_id as agent_id, 0 as depth from counted
      union all
      select up.member_id, up.closed_at, h.parent_id, up.depth + 1 from up join agent_parent h
          on h.member_id = up.agent_id and h.valid_from <= up.closed_at and (h.valid_until is null or h.valid_until > up.closed_at)
       where up.depth < 64)
    select agent_id, count(*) as members from up
     where depth > 0 and agent_id = any(${group.map(({ agent_id }) => agent_id)}::text[]) group by agent_id`.execute(executor);
  return new Map(rows.map(({ agent_id, members }) => [agent_id, Number(members)]));
}

/** Play that was counted although the member's break had begun and was not over when the window was closed. */
export async function countedInBreaks(executor: Executor, { window_start, window_end }: StatementRow): Promise<string[]> {
  const { rows } = await sql<{ difference: string }>`
    select distinct w.member_id || ' at ' || w.window_start || ': counted, but excluded since ' || m.break_from as difference
      from play_window w join window_close c on w.window_start >= c.window_start and w.window_start < c.window_end
      join protection_member m on m.member_id = w.member_id
     where w.window_start >= ${window_start} and w.window_start < ${window_end} and not w.excluded
       and m.break_kind is not null and m.break_from <= c.closed_at - interval '1 minute'
       and (case when m.break_kind = 'time-out' then m.break_until is null or m.break_until > c.closed_at
                 else m.return_at is null or m.return_at > c.closed_at end)
     limit 20`.execute(executor);
  return rows.map(({ difference }) => difference);
}
