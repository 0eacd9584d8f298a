import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import { readUnfunded, type Unfunded } from '../fund/index.ts';
import { type BoardRow, prizeMission } from './boards.ts';
import { type PlaceRow, readPlaces } from './present-boards.ts';

/** A window of a leaderboard. */
export interface BoardSums {
  readonly board: BoardRow;
  readonly members: number;
  /** Prizes, and how many of them are paid. */
  readonly prizes: number;
  readonly paid: number;
  /** The first places, with accounts that are not masked. */
  readonly places: readonly PlaceRow[];
}

/** What operators see of missions. */
export interface MissionDesk {
  /** How many rewards of each mission were reached, and how many of them are paid. */
  sums(executor: Executor): Promise<ReadonlyMap<string, { readonly reached: number; readonly paid: number }>>;
  /** The last windows of leaderboards, the newest first. */
  boards(executor: Executor, now: Date): Promise<readonly BoardSums[]>;
  /** Amounts that are claimed, and not covered by the account of rewards. */
  unfunded(executor: Executor): Promise<Unfunded>;
}

export const missionDesk: MissionDesk = {
  sums: readSums,
  boards: readBoards,
  unfunded: (executor) => readUnfunded(executor, 'mission_reward', 'due'),
};

async function readSums(executor: Executor): ReturnType<MissionDesk['sums']> {
  const { rows } = await sql<{ mission_id: string; reached: number; paid: number }>`
    select mission_id, count(*) filter (where state <> 'withdrawn')::int as reached, count(*) filter (where state = 'paid')::int as paid
      from mission_reward group by mission_id`.execute(executor);
  return new Map(rows.map(({ mission_id, ...sums }) => [mission_id, sums]));
}

const BOARDS_SHOWN = 8;
const PLACES_SHOWN = 10;

async function readBoards(executor: Executor, now: Date): Promise<readonly BoardSums[]> {
  const rows = executor.selectFrom('mission_board').selectAll().orderBy('ends_at', 'desc').orderBy('board_id');
  const boards: BoardSums[] = [];
  for (const board of await rows.limit(BOARDS_SHOWN).execute()) {
    const { board_id, window_from } = board;
    const sums = await sql<{ members: number; prizes: number; paid: number }>`
      select (select count(*)::int from mission_score where board_id = ${board_id} and window_from = ${window_from}) as members,
             count(*)::int as prizes, count(*) filter (where state = 'paid')::int as paid
        from mission_reward where mission_id = ${prizeMission(board_id)} and window_from = ${window_from}`.execute(executor);
    const places = (await readPlaces(executor, board, now)).slice(0, PLACES_SHOWN);
    boards.push({ board, places, ...(sums.rows[0] ?? { members: 0, prizes: 0, paid: 0 }) });
  }
  return boards;
}
