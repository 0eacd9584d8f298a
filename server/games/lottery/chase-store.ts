import { type Selectable, sql } from 'kysely';
import { MAX_CHASES } from '../../../shared/games/lottery/chase.ts';
import type { ChaseEnd } from '../../../shared/games/lottery/protocol.ts';
import type { LotteryUnit } from '../../../shared/games/lottery/stake.ts';
import type { StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { StudioRefusal } from '../refusal.ts';
import type { Session } from '../store.ts';
import type { ChaseRow, StudioExecutor, StudioTx } from '../tables.ts';

export type ChaseRecord = Selectable<ChaseRow>;

/** The order of the first ticket, as the player entered it. */
export interface ChaseChoices {
  readonly playType: string;
  readonly entry: string;
  readonly unit: LotteryUnit;
  readonly multiplier: number;
  readonly rebate?: number;
}
/** A chase with the sums of its tickets that count. */
export interface ListedChase extends ChaseRecord {
  readonly placed: number;
  readonly staked: string;
  readonly paid: string;
}

const LIST_LIMIT = 20;

/** Stores a chase with its first ticket; throws `too_many_chases`. Requests of one player are counted one after another. */
export async function insertChase(tx: StudioTx, chase: ChaseRecord): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chases:${chase.player}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('studio_chase')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('player', '=', chase.player)
    .where('game_id', '=', chase.game_id)
    .where('state', '=', 'running')
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_CHASES) throw new StudioRefusal('too_many_chases');
  await tx.insertInto('studio_chase').values(chase).execute();
}

/**
 * Moves a running chase past a draw, and locks it until the transaction ends. False if it has ended, or another process has placed the
 * ticket of this draw or of a later one.
 */
export async function takeTurn(tx: StudioTx, chaseId: string, { place, draws_at }: StudioEvent): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('studio_chase')
    .set({ next_place: place + 1, next_at: draws_at })
    .where('id', '=', chaseId)
    .where('state', '=', 'running')
    .where('next_place', '<=', place)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Claims due chases that no other process is claiming. */
export async function claimDueChases(executor: StudioExecutor, now: Date, until: Date, limit: number): Promise<ChaseRecord[]> {
  return executor
    .updateTable('studio_chase')
    .set({ next_at: until })
    .where('id', 'in', (from) =>
      from
        .selectFrom('studio_chase')
        .select('id')
        .where('state', '=', 'running')
        .where('next_at', '<=', now)
        .orderBy('next_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute();
}

/** After a start every running chase is due: the process that claimed it has ended. */
export async function makeChasesDue(executor: StudioExecutor, now: Date): Promise<void> {
  await executor.updateTable('studio_chase').set({ next_at: now }).where('state', '=', 'running').execute();
}

/** Looks at a chase again later; nothing changes if another process has moved it. */
export async function postponeChase(executor: StudioExecutor, { id, next_place }: ChaseRecord, until: Date): Promise<void> {
  await executor
    .updateTable('studio_chase')
    .set({ next_at: until })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .where('next_place', '=', next_place)
    .execute();
}

/** Ends a running chase; one that has ended keeps its reason. */
export async function endChase(executor: StudioExecutor, id: string, reason: ChaseEnd, now: Date): Promise<void> {
  await executor
    .updateTable('studio_chase')
    .set({ state: 'ended', reason, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}

/** The ticket of the last draw that got one. */
export async function findLastTicket(executor: StudioExecutor, chaseId: string): Promise<TicketRecord | undefined> {
  return executor
    .selectFrom('studio_ticket')
    .selectAll()
    .where('chase_id', '=', chaseId)
    .orderBy('chase_nr', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The first announced draw from a place on whose sale has not ended. */
export async function findNextDraw(
  executor: StudioExecutor,
  { game_id, next_place }: Pick<ChaseRecord, 'game_id' | 'next_place'>,
  now: Date,
): Promise<StudioEvent | undefined> {
  return executor
    .selectFrom('studio_event')
    .selectAll()
    .where('game_id', '=', game_id)
    .where('kind', '=', 'draw')
    .where('state', '=', 'open')
    .where('place', '>=', next_place)
    .where('closes_at', '>', now)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst();
}

/** The newest session of the player in the game that has not ended. */
export async function findLiveSession(
  executor: StudioExecutor,
  { player, game_id, currency, trial }: Pick<ChaseRecord, 'player' | 'game_id' | 'currency' | 'trial'>,
  now: Date,
): Promise<Session | undefined> {
  return executor
    .selectFrom('studio_session')
    .selectAll()
    .where('player', '=', player)
    .where('game_id', '=', game_id)
    .where('currency', '=', currency)
    .where('trial', '=', trial)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The player's chases in a game, running ones first. Those whose first stake the wallet has refused never began. */
export async function listChases(executor: StudioExecutor, player: string, gameId: string, id?: string): Promise<ListedChase[]> {
  const { rows } = await sql<ListedChase>`select chase.*, sums.placed, sums.staked, sums.paid from studio_chase as chase
    cross join lateral (
      select count(*)::integer as placed,
        coalesce(sum(stake) filter (where state not in ('voided', 'refunded')), 0)::bigint::text as staked,
        coalesce(sum(payout) filter (where state in ('owed', 'settled')), 0)::bigint::text as paid
      from studio_ticket where chase_id = chase.id and state <> 'refused'
    ) as sums
    where chase.player = ${player} and chase.game_id = ${gameId} and sums.placed > 0 and (${id ?? null}::text is null or chase.id = ${id ?? null})
    order by chase.state = 'running' desc, chase.started_at desc limit ${LIST_LIMIT}`.execute(executor);
  return rows;
}
