import { sql } from 'kysely';
import type { BoardWindow } from '../../../../shared/api/missions/constants.ts';
import type { BoardValue, LeaderboardValue } from '../../../../shared/api/missions/schemas.ts';
import { currencyView } from '../../../../shared/money/amount-text.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { POINTS_PER_WHOLE, pointsToWire } from '../../../../shared/money/points.ts';
import { shiftDay } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant, toUnits } from '../../merchant/index.ts';
import { maskName } from '../../play/games/index.ts';
import { mayBeOffered } from '../may-be-offered.ts';
import { type BoardRow, isListed, ORDER } from './boards.ts';
import type { Reader } from './present.ts';

interface BoardOrder {
  readonly boardId: string | undefined;
  readonly window: BoardWindow;
}

interface Viewer {
  readonly memberId: string;
  readonly currency: string;
}

/** A board for the member. Refuses with `mission_board_not_found`. Members with another currency than the merchant's have none. */
export async function readLeaderboard(
  executor: Executor,
  { memberId, currency }: Viewer,
  { merchant, protection, now }: Reader,
  { boardId, window }: BoardOrder,
): Promise<LeaderboardValue> {
  const { settings } = await readMerchant(executor, merchant);
  const rules = currency === settings.currency ? settings.missions.boards : [];
  const rule = boardId === undefined ? rules[0] : rules.find(({ id }) => id === boardId);
  if (boardId !== undefined && !rule) throw new Refusal('mission_board_not_found');
  const paused = !(await mayBeOffered(protection, executor, memberId));
  const unlisted = await executor.selectFrom('mission_unlisted').select('since').where('member_id', '=', memberId).executeTakeFirst();
  // A member who should not play is offered no reason to.
  const row = rule && !paused ? await windowOf(executor, rule.id, window) : undefined;
  return {
    ...currencyView(currency),
    paused,
    listed: unlisted === undefined,
    boards: rules.map(({ id, period }) => ({ boardId: id, period })),
    board: row ? await shown(executor, row, window, memberId, now) : null,
    now: now.toISOString(),
  };
}

async function windowOf(executor: Executor, boardId: string, window: BoardWindow): Promise<BoardRow | undefined> {
  const rows = executor.selectFrom('mission_board').selectAll().where('board_id', '=', boardId).orderBy('window_from', 'desc');
  return rows
    .limit(1)
    .offset(window === 'last' ? 1 : 0)
    .executeTakeFirst();
}

async function shown(executor: Executor, row: BoardRow, window: BoardWindow, memberId: string, now: Date): Promise<BoardValue> {
  const { board_id, window_from, window_until, ends_at, closed_at, rule } = row;
  const places = await readPlaces(executor, row, now);
  return {
    boardId: board_id,
    window,
    period: rule.period,
    measure: rule.measure,
    from: window_from,
    lastDay: shiftDay(window_until, -1),
    endsAt: ends_at.toISOString(),
    closed: closed_at !== null,
    prizes: rule.prizes.map(({ upTo, points, amount }, index) => ({
      from: (rule.prizes[index - 1]?.upTo ?? 0) + 1,
      upTo,
      amount: amount > 0 ? toWire(toUnits(amount)) : null,
      points: points > 0 ? pointsToWire(BigInt(points) * POINTS_PER_WHOLE) : null,
    })),
    places: places.map(({ place, account, score, member_id }) => ({
      place,
      name: maskName(account),
      score: Number(score),
      own: member_id === memberId,
    })),
    own: await ownOf(executor, row, memberId, now),
  };
}

export interface PlaceRow {
  readonly member_id: string;
  readonly account: string;
  readonly score: string;
  readonly place: number;
}

/** Places from the first on. After the end they stay; members who have left the boards since then are missing. */
export async function readPlaces(executor: Executor, row: BoardRow, now: Date): Promise<readonly PlaceRow[]> {
  const { board_id, window_from, rule, closed_at } = row;
  const place = closed_at === null ? sql`row_number() over (order by ${ORDER})::int` : sql`s.place`;
  const { rows } = await sql<PlaceRow>`
    select s.member_id, m.account, s.score, ${place} as place from mission_score s join member m on m.id = s.member_id
     where s.board_id = ${board_id} and s.window_from = ${window_from} and ${isListed(row, now)}
       ${closed_at === null ? sql`` : sql`and s.place <= ${rule.shown}::int`}
     order by 4 limit ${rule.shown}::int`.execute(executor);
  return rows;
}

async function ownOf(executor: Executor, row: BoardRow, memberId: string, now: Date): Promise<BoardValue['own']> {
  const { board_id, window_from, closed_at } = row;
  const { rows } = await sql<{ score: string; place: number | null; better: number | null }>`
    select o.score, o.place, case when exists (select from member m where m.id = o.member_id and ${isListed(row, now)}) then
             (select count(*)::int from mission_score s join member m on m.id = s.member_id
               where s.board_id = o.board_id and s.window_from = o.window_from and ${isListed(row, now)}
                 and (s.score > o.score or (s.score = o.score and (s.reached_at, s.member_id collate "C") < (o.reached_at, o.member_id collate "C"))))
           end as better
      from mission_score o where o.board_id = ${board_id} and o.window_from = ${window_from} and o.member_id = ${memberId}`.execute(
    executor,
  );
  const [own] = rows;
  if (!own) return null;
  const running = own.better === null ? null : own.better + 1;
  return { place: closed_at === null ? running : own.place, score: Number(own.score) };
}
