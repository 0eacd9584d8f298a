import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely';
import { PLACE } from '../../../../shared/api/missions/constants.ts';
import { POINTS_PER_WHOLE } from '../../../../shared/money/points.ts';
import { windowAt } from '../../../../shared/rules/wage-windows.ts';
import { DAY_MS, startOfDay, zonedDay } from '../../../../shared/time.ts';
import { type AfterCommit, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import { type BoardRule, type MerchantSettings, readMerchant, toUnits } from '../../merchant/index.ts';
import type { CountDeps } from './contracts.ts';
import type { MissionTables } from './tables.ts';

export type BoardRow = Selectable<MissionTables['mission_board']>;

/** A window of a board. */
type BoardKey = Pick<BoardRow, 'board_id' | 'window_from'>;

/** Best first. No two members have one place: the score that was reached earlier is better, then the lower id. */
export const ORDER = sql`s.score desc, s.reached_at, s.member_id collate "C"`;

/** Members who can have a place, of `mission_score s` and `member m`. A break or a limit takes no place that was earned. */
export function isListed({ currency }: Pick<BoardRow, 'currency'>, now: Date): RawBuilder<boolean> {
  return sql`m.status <> 'blocked' and m.currency = ${currency}
    and not exists (select from mission_unlisted u where u.member_id = m.id)
    and not exists (select from protection_member p where p.member_id = m.id and p.break_kind = 'exclusion'
                      and (p.return_at is null or p.return_at > ${now}))`;
}

/** Id of the mission of a prize, which no mission of the settings can have. */
export function prizeMission(boardId: string): string {
  return `board:${boardId}`;
}

/** Windows of the day that begin. Prizes and measure are those of this moment until the end. */
export async function openBoards(tx: Tx, settings: MerchantSettings, now: Date): Promise<void> {
  const { timeZone, currency, missions } = settings;
  for (const rule of missions.boards) {
    const day = startOfDay(zonedDay(now.getTime(), timeZone), timeZone);
    const { start, end } = windowAt(rule.period === 'day' ? 'D' : 'W', day, timeZone);
    const board = await tx
      .insertInto('mission_board')
      .values({
        board_id: rule.id,
        window_from: zonedDay(start, timeZone),
        window_until: zonedDay(end, timeZone),
        ends_at: new Date(end),
        rule: JSON.stringify(rule),
        currency,
        opened_at: now,
        closed_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (board) await countScores(tx, board, 'all');
  }
}

export function openBoardRows(executor: Executor): Promise<readonly BoardRow[]> {
  const rows = executor.selectFrom('mission_board').selectAll().where('closed_at', 'is', null);
  return rows.orderBy('ends_at').orderBy('board_id').execute();
}

/** What members have in a window by the missions that they have reached. `scoresOf` is also what the audit computes. */
export function scoresOf({ rule, window_from, window_until }: BoardRow): RawBuilder<unknown> {
  const { period, measure } = rule;
  const score = measure === 'points' ? sql`sum(points / ${POINTS_PER_WHOLE.toString()}::bigint)::bigint` : sql`count(*)`;
  return sql`
    select member_id, ${score} as score, max(reached_at) as reached_at from mission_reward
     where reached_at is not null and goal <> ${PLACE} and window_from >= ${window_from} and window_from < ${window_until}
       and ${period === 'day' ? sql`period = 'day'` : sql`period in ('day', 'week')`} ${measure === 'points' ? sql`and points > 0` : sql``}`;
}

/** Sets the scores of members whose missions have changed. The caller holds the turn. */
export async function countScores(tx: Tx, board: BoardRow, memberIds: readonly string[] | 'all'): Promise<void> {
  if (memberIds.length === 0) return;
  const { board_id, window_from } = board;
  const own = memberIds === 'all' ? sql`` : sql`and member_id = any(${memberIds}::text[])`;
  await sql`
    with now as materialized (${scoresOf(board)} ${own} group by member_id),
    gone as (
      delete from mission_score where board_id = ${board_id} and window_from = ${window_from} ${own}
         and member_id not in (select member_id from now))
    insert into mission_score as kept (board_id, window_from, member_id, score, reached_at)
    select ${board_id}, ${window_from}, member_id, score, reached_at from now order by member_id
    on conflict (board_id, window_from, member_id) do update set score = excluded.score, reached_at = excluded.reached_at
      where (kept.score, kept.reached_at) <> (excluded.score, excluded.reached_at)`.execute(tx);
}

/** The first places, for the pages of those who have them. */
export async function firstMembers(executor: Executor, board: BoardRow, now: Date): Promise<readonly string[]> {
  const { rows } = await sql<{ member_id: string }>`
    select s.member_id from mission_score s join member m on m.id = s.member_id
     where s.board_id = ${board.board_id} and s.window_from = ${board.window_from} and ${isListed(board, now)}
     order by ${ORDER} limit ${board.rule.shown}::int`.execute(executor);
  return rows.map(({ member_id }) => member_id);
}

/**
 * Gives the places and prizes of windows that have ended. `counted`: all play of before this time is counted. Each window is one transaction
 * under the turn of the count: no score changes in it, and of several nodes one does it.
 */
export async function closeBoards(deps: CountDeps, counted: Date): Promise<void> {
  for (const { board_id, window_from, ends_at } of await openBoardRows(deps.db)) {
    if (ends_at > counted) continue;
    deps.requireTime();
    await inTransaction(deps.db, (tx, afterCommit) => close(deps, tx, afterCommit, { board_id, window_from }));
  }
}

async function close(deps: CountDeps, tx: Tx, afterCommit: AfterCommit, { board_id, window_from }: BoardKey): Promise<void> {
  await tx.selectFrom('mission_clock').select('id').forUpdate().executeTakeFirstOrThrow();
  const own = tx.selectFrom('mission_board').selectAll().where('board_id', '=', board_id).where('window_from', '=', window_from);
  const board = await own.where('closed_at', 'is', null).forUpdate().executeTakeFirst();
  if (!board) return;
  const now = deps.clock.now();
  await sql`
    update mission_score t set place = r.place
      from (select s.member_id, row_number() over (order by ${ORDER})::int as place from mission_score s join member m on m.id = s.member_id
             where s.board_id = ${board_id} and s.window_from = ${window_from} and ${isListed(board, now)}) r
     where t.board_id = ${board_id} and t.window_from = ${window_from} and t.member_id = r.member_id`.execute(tx);
  const winners = await givePrizes(deps, tx, board, now);
  await tx
    .updateTable('mission_board')
    .set({ closed_at: now })
    .where('board_id', '=', board_id)
    .where('window_from', '=', window_from)
    .execute();
  for (const id of winners) await deps.centre.publish(tx, afterCommit, id);
  const first = await firstMembers(tx, board, now);
  afterCommit(() => {
    for (const id of first) deps.hub.publish(id, { type: 'missions' });
  });
}

/** The prize of a place; undefined: none. */
function prizeOf({ prizes }: BoardRule, place: number): BoardRule['prizes'][number] | undefined {
  return prizes.find(({ upTo }) => place <= upTo);
}

async function givePrizes({ merchant }: CountDeps, tx: Tx, board: BoardRow, now: Date): Promise<readonly string[]> {
  const { board_id, window_from, rule, currency } = board;
  const placed = await tx
    .selectFrom('mission_score')
    .select(['member_id', 'place'])
    .where('board_id', '=', board_id)
    .where('window_from', '=', window_from)
    .where('place', '<=', rule.prizes.at(-1)?.upTo ?? 0)
    .orderBy('place')
    .execute();
  if (placed.length === 0) return [];
  const ids = placed.map(({ member_id }) => member_id);
  // Exists before the claim, which must not wait for it.
  await sql`insert into point_account (member_id) select unnest(${ids}::text[]) order by 1 on conflict do nothing`.execute(tx);
  const { claimDays } = (await readMerchant(tx, merchant)).settings.missions;
  const prizes = placed.map(({ member_id, place }): Insertable<MissionTables['mission_reward']> => {
    const { points, amount } = prizeOf(rule, place ?? 0) ?? { points: 0, amount: 0 };
    return {
      member_id,
      mission_id: prizeMission(board_id),
      window_from,
      period: rule.period,
      goal: PLACE,
      category: null,
      target: String(place),
      amount: toUnits(amount).toString(),
      points: (BigInt(points) * POINTS_PER_WHOLE).toString(),
      currency,
      state: 'claimable',
      claim_until: new Date(now.getTime() + claimDays * DAY_MS),
      created_at: now,
      reached_at: now,
    };
  });
  await tx.insertInto('mission_reward').values(prizes).execute();
  return ids;
}
