import { type Insertable, type Selectable, sql } from 'kysely';
import type { Units } from '../../shared/money/money.ts';
import type { RoundRow, SessionRow, StudioExecutor, StudioTx } from './tables.ts';

export type Round = Selectable<RoundRow>;
export type Session = Selectable<SessionRow>;

const HISTORY_LENGTH = 50;

export async function insertSession(executor: StudioExecutor, session: Session): Promise<void> {
  const free_rounds = session.free_rounds && JSON.stringify(session.free_rounds);
  await executor
    .insertInto('studio_session')
    .values({ ...session, free_rounds })
    .execute();
}

export async function findSession(executor: StudioExecutor, tokenHash: string, now: Date): Promise<Session | undefined> {
  return executor
    .selectFrom('studio_session')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function endSession(executor: StudioExecutor, id: string, now: Date): Promise<void> {
  await executor.updateTable('studio_session').set({ expires_at: now }).where('id', '=', id).where('expires_at', '>', now).execute();
}

/** The current session row, locked until the transaction ends. */
export async function lockSession(tx: StudioTx, id: string): Promise<Session | undefined> {
  return tx.selectFrom('studio_session').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function setClientSeed(executor: StudioExecutor, id: string, clientSeed: string): Promise<Session | undefined> {
  return executor.updateTable('studio_session').set({ client_seed: clientSeed }).where('id', '=', id).returningAll().executeTakeFirst();
}

/** Undefined if the player has an open round of this game, the key is used, or the seed is used. */
export async function insertRound(executor: StudioExecutor, round: Insertable<RoundRow>): Promise<Round | undefined> {
  return executor
    .insertInto('studio_round')
    .values(round)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function findRound(executor: StudioExecutor, id: string): Promise<Round | undefined> {
  return executor.selectFrom('studio_round').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findRoundByKey(executor: StudioExecutor, player: string, key: string): Promise<Round | undefined> {
  return executor.selectFrom('studio_round').selectAll().where('player', '=', player).where('play_key', '=', key).executeTakeFirst();
}

export async function findOpenRound(executor: StudioExecutor, player: string, gameId: string): Promise<Round | undefined> {
  return executor
    .selectFrom('studio_round')
    .selectAll()
    .where('player', '=', player)
    .where('game_id', '=', gameId)
    .where('state', '=', 'open')
    .executeTakeFirst();
}

/** Start of the newest round of a player and game that was not refused. */
export async function findLastStart(executor: StudioExecutor, player: string, gameId: string): Promise<Date | undefined> {
  const round = await executor
    .selectFrom('studio_round')
    .select('created_at')
    .where('player', '=', player)
    .where('game_id', '=', gameId)
    .where('state', '<>', 'refused')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return round?.created_at;
}

/** Serializes reading the start of the last round, over all sessions of a player and game. Locked before the session. */
export async function lockPace(tx: StudioTx, player: string, gameId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`pace/${player}/${gameId}`}))`.execute(tx);
}

/** Ended rounds of a player and game, newest first. */
export async function listRounds(executor: StudioExecutor, player: string, gameId: string): Promise<Round[]> {
  return executor
    .selectFrom('studio_round')
    .selectAll()
    .where('player', '=', player)
    .where('game_id', '=', gameId)
    .where('state', 'in', ['settled', 'refunded'])
    .orderBy('created_at', 'desc')
    .limit(HISTORY_LENGTH)
    .execute();
}

/** The newest interrupted round that has ended since; all of them are marked as delivered. */
export async function takeUndelivered(executor: StudioExecutor, player: string, gameId: string): Promise<Round | undefined> {
  const rounds = await executor
    .updateTable('studio_round')
    .set({ delivered: true })
    .where('player', '=', player)
    .where('game_id', '=', gameId)
    .where('state', 'in', ['settled', 'refunded'])
    .where('delivered', '=', false)
    .returningAll()
    .execute();
  return rounds.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())[0];
}

export async function markDelivered(executor: StudioExecutor, id: string): Promise<void> {
  await executor.updateTable('studio_round').set({ delivered: true }).where('id', '=', id).execute();
}

export interface Ending {
  readonly state: 'settled' | 'refunded' | 'refused';
  readonly refusal: string | null;
  readonly balance: bigint | null;
  readonly delivered: boolean;
  readonly now: Date;
  /** Replaces the seed that the result reveals; a refused bet reveals none. */
  readonly nextSeed: string;
}

/** Seeds of the next round of a session. */
export type NextSeed = Pick<Session, 'id' | 'server_seed' | 'client_seed' | 'nonce'>;

/** A round, and the seeds of its session after the round's end. */
export interface Played {
  readonly round: Round;
  readonly next?: NextSeed;
}

/**
 * Ends an open round and moves the session to its next seed, in one statement. An ended round does not change. The session is
 * locked before the round, as everywhere.
 */
export async function endRound(executor: StudioExecutor, round: Round, ending: Ending): Promise<Played | undefined> {
  const change = {
    state: ending.state,
    refusal: ending.refusal,
    balance_after: ending.balance === null ? null : String(ending.balance),
    delivered: ending.delivered,
    ended_at: ending.now,
  };
  const row = await executor
    .with('held', (query) => query.selectFrom('studio_session').select('id').where('id', '=', round.session_id).forUpdate())
    .with('ended', (query) =>
      query
        .updateTable('studio_round')
        .set(change)
        .from('held')
        .whereRef('studio_round.session_id', '=', 'held.id')
        .where('studio_round.id', '=', round.id)
        .where('studio_round.state', '=', 'open')
        .returning(['studio_round.session_id', 'studio_round.attempts']),
    )
    .with('moved', (query) =>
      query
        .updateTable('studio_session')
        .set({ server_seed: ending.nextSeed, nonce: round.nonce + 1, last_played_at: round.created_at })
        .from('ended')
        .whereRef('studio_session.id', '=', 'ended.session_id')
        .where(sql<boolean>`${ending.state !== 'refused'}::boolean`)
        .returning(['studio_session.id', 'studio_session.server_seed', 'studio_session.client_seed', 'studio_session.nonce']),
    )
    .selectFrom('ended')
    .leftJoin('moved', 'moved.id', 'ended.session_id')
    .select(['ended.attempts', 'moved.id', 'moved.server_seed', 'moved.client_seed', 'moved.nonce'])
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, server_seed, client_seed, nonce } = row;
  const ended: Round = { ...round, ...change, attempts: row.attempts };
  if (id === null || server_seed === null || client_seed === null || nonce === null) return { round: ended };
  return { round: ended, next: { id, server_seed, client_seed, nonce } };
}

/** Claims an open round that is due; false if it is not due or another process was faster. */
export async function claim(executor: StudioExecutor, id: string, now: Date, until: Date): Promise<boolean> {
  const result = await executor
    .updateTable('studio_round')
    .set({ next_try_at: until })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('next_try_at', '<=', now)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function postpone(executor: StudioExecutor, id: string, attempts: number, nextTryAt: Date): Promise<void> {
  await executor
    .updateTable('studio_round')
    .set({ attempts, next_try_at: nextTryAt })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
}

export async function listDue(executor: StudioExecutor, now: Date, limit: number): Promise<Round[]> {
  return executor
    .selectFrom('studio_round')
    .selectAll()
    .where('state', '=', 'open')
    .where('next_try_at', '<=', now)
    .orderBy('next_try_at')
    .limit(limit)
    .execute();
}

/** After a start every open round is due: the process that held its lease has ended. */
export async function makeOpenRoundsDue(executor: StudioExecutor, now: Date): Promise<void> {
  await executor.updateTable('studio_round').set({ next_try_at: now }).where('state', '=', 'open').execute();
}

/** The highest stake of one bet that the wallet has named for the session; null: none. */
export function maximumStakeOf({ maximum_stake }: Pick<Session, 'maximum_stake'>): Units | null {
  return maximum_stake === null ? null : BigInt(maximum_stake);
}

/** True for a stake that the wallet would refuse. It is refused here, before anything is drawn or requested. */
export function isAboveMaximum(session: Pick<Session, 'maximum_stake'>, stake: Units): boolean {
  const maximum = maximumStakeOf(session);
  return maximum !== null && stake > maximum;
}
