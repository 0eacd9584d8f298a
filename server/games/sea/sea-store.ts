import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Round, Session } from '../store.ts';
import type { StudioExecutor, StudioTx } from '../tables.ts';
import type { Cannon, Sea } from './rows.ts';

/** Seas whose players can meet: one game, real or play money. */
export type Waters = Pick<Sea, 'game_id' | 'trial'>;

/** Serializes seating, so that two players who arrive together share one sea. */
export async function lockWaters(tx: StudioTx, { game_id, trial }: Waters): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`sea/${game_id}/${trial}`}))`.execute(tx);
}

export async function lockSea(tx: StudioTx, id: string): Promise<Sea | undefined> {
  return tx.selectFrom('studio_sea').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** The fullest sea with a free seat. */
export async function findFreeSea(tx: StudioTx, { game_id, trial }: Waters, seats: number): Promise<Sea | undefined> {
  const { rows } = await sql<{ id: string }>`select s.id from studio_sea s left join studio_cannon c on c.sea_id = s.id
    where s.game_id = ${game_id} and s.trial = ${trial}
    group by s.id having count(c.seat) < ${seats} order by count(c.seat) desc, s.opened_at, s.id limit 1`.execute(tx);
  return rows[0] && lockSea(tx, rows[0].id);
}

export async function insertSea(tx: StudioTx, waters: Waters, now: Date): Promise<Sea> {
  return tx
    .insertInto('studio_sea')
    .values({ ...waters, id: `w${randomBytes(12).toString('hex')}`, seed: randomBytes(8).toString('hex'), opened_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The new version notifies all streams of the sea. */
export async function touchSea(executor: StudioExecutor, id: string): Promise<void> {
  await executor.updateTable('studio_sea').set({ version: sql`version + 1` }).where('id', '=', id).execute();
}

export async function listVersions(executor: StudioExecutor): Promise<{ id: string; version: number }[]> {
  return executor.selectFrom('studio_sea').select(['id', 'version']).execute();
}

export async function listCannons(executor: StudioExecutor, seaId: string): Promise<Cannon[]> {
  return executor.selectFrom('studio_cannon').selectAll().where('sea_id', '=', seaId).orderBy('seat').execute();
}

export interface Place {
  readonly cannon: Cannon;
  readonly sea: Sea;
}

/** The player's seat in a game, with its sea. */
export async function findPlace(
  executor: StudioExecutor,
  { player, game_id }: Pick<Session, 'player' | 'game_id'>,
): Promise<Place | undefined> {
  const found = await executor
    .selectFrom('studio_cannon as c')
    .innerJoin('studio_sea as s', 's.id', 'c.sea_id')
    .selectAll('c')
    .select(['s.trial', 's.seed', 's.version', 's.opened_at'])
    .where('c.player', '=', player)
    .where('c.game_id', '=', game_id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { trial, seed, version, opened_at, ...cannon } = found;
  return { cannon, sea: { id: cannon.sea_id, game_id, trial, seed, version, opened_at } };
}

export async function insertCannon(tx: StudioTx, cannon: Cannon): Promise<void> {
  await tx.insertInto('studio_cannon').values(cannon).execute();
}

/** Updates the seat of a session; false if the session no longer has it. */
export async function changeCannon(
  executor: StudioExecutor,
  { player, game_id, id }: Pick<Session, 'player' | 'game_id' | 'id'>,
  change: Partial<Pick<Cannon, 'idle_at' | 'shot_at'>>,
): Promise<boolean> {
  const result = await executor
    .updateTable('studio_cannon')
    .set(change)
    .where('player', '=', player)
    .where('game_id', '=', game_id)
    .where('session_id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Frees idle seats; returns their seas. */
export async function deleteIdle(executor: StudioExecutor, now: Date): Promise<readonly string[]> {
  const removed = await executor.deleteFrom('studio_cannon').where('idle_at', '<=', now).returning('sea_id').execute();
  return [...new Set(removed.map((cannon) => cannon.sea_id))];
}

/** The shot that holds an animal: still open, or the catch. */
export async function findHolder(executor: StudioExecutor, seaId: string, fish: number): Promise<Round | undefined> {
  return executor
    .selectFrom('studio_round')
    .selectAll()
    .where('sea_id', '=', seaId)
    .where('fish', '=', fish)
    .where((is) => is.or([is('state', '=', 'open'), is.and([is('state', '=', 'settled'), is('payout', '>', '0')])]))
    .executeTakeFirst();
}

export async function listShots(executor: StudioExecutor, seaId: string, since: Date, limit: number): Promise<Round[]> {
  return executor
    .selectFrom('studio_round')
    .selectAll()
    .where('sea_id', '=', seaId)
    .where('state', '=', 'settled')
    .where('ended_at', '>', since)
    .orderBy('ended_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}
