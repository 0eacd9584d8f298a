import { sql } from 'kysely';
import type { Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';

/** Favourites and recent games of a member, as ids, including games that are no longer listed. */
export const FAVOURITES_MAX = 200;
export const MAX_RECENTS = 50;

/** The last added first. */
export async function favouriteIds(executor: Executor, memberId: string): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('member_favourite_game')
    .select('game_id')
    .where('member_id', '=', memberId)
    .orderBy('nr', 'desc')
    .execute();
  return rows.map((row) => row.game_id);
}

/** An existing favourite keeps its position. Refuses above the limit; older ones are not dropped. */
export async function addFavourite(tx: Tx, memberId: string, gameId: string): Promise<void> {
  // Serialised per member: two concurrent calls would both count 199.
  await tx.selectFrom('member').select('id').where('id', '=', memberId).forNoKeyUpdate().execute();
  const known = await favouriteIds(tx, memberId);
  if (known.includes(gameId)) return;
  if (known.length >= FAVOURITES_MAX) throw new Refusal('favourites_full', { max: FAVOURITES_MAX });
  await tx.insertInto('member_favourite_game').values({ member_id: memberId, game_id: gameId }).execute();
}

export async function removeFavourite(executor: Executor, memberId: string, gameId: string): Promise<void> {
  await executor.deleteFrom('member_favourite_game').where('member_id', '=', memberId).where('game_id', '=', gameId).execute();
}

/** The last opened first. */
export async function recentIds(executor: Executor, memberId: string): Promise<readonly string[]> {
  const rows = await executor
    .selectFrom('member_recent_game')
    .select('game_id')
    .where('member_id', '=', memberId)
    .orderBy('nr', 'desc')
    .limit(MAX_RECENTS)
    .execute();
  return rows.map((row) => row.game_id);
}

/** Adds the game and removes the oldest above the limit. */
export async function recordOpened(tx: Tx, memberId: string, gameId: string, now: Date): Promise<void> {
  await sql`
    insert into member_recent_game (member_id, game_id, opened_at) values (${memberId}, ${gameId}, ${now})
    on conflict (member_id, game_id) do update set nr = default, opened_at = excluded.opened_at`.execute(tx);
  await sql`
    delete from member_recent_game where member_id = ${memberId} and nr <= (
      select nr from member_recent_game where member_id = ${memberId} order by nr desc offset ${MAX_RECENTS} limit 1)`.execute(tx);
}
