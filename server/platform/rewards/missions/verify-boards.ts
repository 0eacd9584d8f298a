import { sql } from 'kysely';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';
import { POINTS_PER_WHOLE } from '../../../../shared/money/points.ts';
import type { Executor } from '../../base/db/index.ts';
import { type BoardRow, openBoardRows, scoresOf } from './boards.ts';

const MAX_SHOWN = 100;

/** Differences of leaderboards: scores of running windows, the order of places of ended ones, and their prizes. Each is a sentence. */
export async function verifyBoards(executor: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ difference: string }>`
    select difference from (${PLACES} union all ${PRIZES}) as d order by 1 limit ${MAX_SHOWN}::int`.execute(executor);
  const scores: string[] = [];
  for (const board of await openBoardRows(executor)) scores.push(...(await scoresDiffer(executor, board)));
  return [...rows.map(({ difference }) => difference), ...scores].slice(0, MAX_SHOWN);
}

/** After the end no score changes. */
async function scoresDiffer(executor: Executor, board: BoardRow): Promise<readonly string[]> {
  const { board_id, window_from } = board;
  const { rows } = await sql<{ difference: string }>`
    select 'leaderboard ' || ${board_id}::text || ' of ' || ${window_from}::text || ' has the score ' || coalesce(s.score, 0) || ' for ' || member_id
           || ' but the missions give ' || coalesce(r.score, 0) as difference
      from (select member_id, score, reached_at from mission_score where board_id = ${board_id} and window_from = ${window_from}) s
      full join (${scoresOf(board)} group by member_id) r using (member_id)
     where (s.score, s.reached_at) is distinct from (r.score, r.reached_at) limit ${MAX_SHOWN}::int`.execute(executor);
  return rows.map(({ difference }) => difference);
}

const PLACES = sql`
  select 'leaderboard ' || p.board_id || ' of ' || p.window_from || ' has ' || p.member_id || ' at place ' || p.place || ', not at '
         || coalesce(p.nr::text, 'any') as difference
    from (select s.*, case when b.closed_at is not null then row_number() over (
                   partition by s.board_id, s.window_from order by s.score desc, s.reached_at, s.member_id collate "C") end as nr
            from mission_score s join mission_board b using (board_id, window_from) where s.place is not null) p
   where p.place is distinct from p.nr`;

/** A prize for each place that has one, and no other. */
const PRIZES = sql`
  select 'leaderboard ' || coalesce(x.board, r.mission_id) || ' of ' || coalesce(x.window_from, r.window_from) || ' gives place '
         || coalesce(x.place, r.target) || ' ' || coalesce(x.amount, 0) || ' and ' || coalesce(x.points, 0) || ' points, but '
         || coalesce(r.member_id, 'no member') || ' has ' || coalesce(r.amount, 0) || ' and ' || coalesce(r.points, 0) as difference
    from (
      select 'board:' || s.board_id as board, s.window_from::text as window_from, s.member_id, s.place::bigint as place, p.points, p.amount
        from mission_score s join mission_board b using (board_id, window_from)
        cross join lateral (
          select (e ->> 'points')::bigint * ${POINTS_PER_WHOLE.toString()}::bigint as points,
                 (e ->> 'amount')::bigint * ${UNITS_PER_WHOLE.toString()}::bigint as amount
            from jsonb_array_elements(b.rule -> 'prizes') e where (e ->> 'upTo')::int >= s.place order by (e ->> 'upTo')::int limit 1) p
       where s.place is not null) x
    full join (select * from mission_reward where goal = 'place') r
      on r.mission_id = x.board and r.window_from = x.window_from and r.target = x.place and r.member_id = x.member_id
   where (x.points, x.amount) is distinct from (r.points, r.amount)`;
