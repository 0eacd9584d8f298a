import { type Insertable, type Selectable, sql } from 'kysely';
import type { RoundRow, SessionRow, StudioExecutor, StudioTx } from './tables.ts';

export type Round = Selectable<RoundRow>;
export type Session = Selectable<SessionRow>;

const HISTORY_LENGTH = 50;

export async function insertSession(executor: StudioExecutor, session: Session): Promise<void> {
  await executor.insertInto('studio_session').values(session).execute();
}

export async function findSession(executor: StudioExecutor, tokenHash: string, now: Date): Promise<Session | undefined> {
  return executor
    .selectFrom('studio_session')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** The session as it is now, held until the transaction ends: its seed decides one round at a time. */
export async function lockSession(tx: StudioTx, id: string): Promise<Session | undefined> {
  return tx.selectFrom('studio_session').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function setClientSeed(executor: StudioExecutor, id: string, clientSeed: string): Promise<Session | undefined> {
  return executor.updateTable('studio_session').set({ client_seed: clientSeed }).where('id', '=', id).returningAll().executeTakeFirst();
}

/** Undefined when the player has an open round of this game, or has used the key. */
export async function insertRound(tx: StudioTx, round: Insertable<RoundRow>): Promise<Round | undefined> {
  return tx
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

/** When the newest round of a player and game began that was not refused. */
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

/** One look at a time at when the last round began, over all sessions of a player and game. Taken before the session. */
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

/** The newest interrupted round that has ended since; none of them is told again. */
export async function takeUntold(executor: StudioExecutor, player: string, gameId: string): Promise<Round | undefined> {
  const rounds = await executor
    .updateTable('studio_round')
    .set({ told: true })
    .where('player', '=', player)
    .where('game_id', '=', gameId)
    .where('state', 'in', ['settled', 'refunded'])
    .where('told', '=', false)
    .returningAll()
    .execute();
  return rounds.sort((one, other) => other.created_at.getTime() - one.created_at.getTime())[0];
}

export async function markTold(executor: StudioExecutor, id: string): Promise<void> {
  await executor.updateTable('studio_round').set({ told: true }).where('id', '=', id).execute();
}

export interface Ending {
  readonly state: 'settled' | 'refunded' | 'refused';
  readonly refusal: string | null;
  readonly balance: bigint | null;
  readonly told: boolean;
  readonly now: Date;
  /** Takes the place of the seed that is revealed now; a refused bet reveals none. */
  readonly nextSeed: string;
}

/** A round, and its session as it became with the round's end. */
export interface Played {
  readonly round: Round;
  readonly session?: Session | undefined;
}

/**
 * Ends an open round and moves the session to its next seed, together. What has ended stays as it ended. The session is
 * locked before the round, as everywhere.
 */
export async function endRound(tx: StudioTx, round: Round, ending: Ending): Promise<Played | undefined> {
  const ended = await tx
    .updateTable('studio_round')
    .set({
      state: ending.state,
      refusal: ending.refusal,
      balance_after: ending.balance === null ? null : String(ending.balance),
      told: ending.told,
      ended_at: ending.now,
    })
    .from((from) => from.selectFrom('studio_session').select('id as held_id').where('id', '=', round.session_id).forUpdate().as('held'))
    .whereRef('studio_round.session_id', '=', 'held.held_id')
    .where('studio_round.id', '=', round.id)
    .where('studio_round.state', '=', 'open')
    .returningAll('studio_round')
    .executeTakeFirst();
  if (!ended) return undefined;
  if (ending.state === 'refused') return { round: ended };
  const session = await tx
    .updateTable('studio_session')
    .set({ server_seed: ending.nextSeed, nonce: round.nonce + 1, last_played_at: round.created_at })
    .where('id', '=', round.session_id)
    .returningAll()
    .executeTakeFirst();
  return { round: ended, session };
}

/** Takes an open round that is due; false when it is not due, or when another one was faster. */
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

/** After a start every open round is due: whoever worked on it is gone. */
export async function makeAllDue(executor: StudioExecutor, now: Date): Promise<void> {
  await executor.updateTable('studio_round').set({ next_try_at: now }).where('state', '=', 'open').execute();
}
