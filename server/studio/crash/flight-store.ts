import { sql } from 'kysely';
import { type FlightOutcome, multiplierAt } from '../../../shared/studio/crash/flight.ts';
import type { StudioEvent } from '../events/event-store.ts';
import { outcomeOf } from '../events/schedule.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import type { StudioExecutor, StudioTx } from '../tables.ts';

/** A cash-out that came in time may be worked on so long after the crash; lost stakes are booked only then. */
export const LATE_MS = 2_000;
/** Who tends a flight says so this often, while bets are in it. */
export const TEND_MS = 500;
/** After such a silence some cash-out may have found nobody. */
export const BROKEN_AFTER_MS = 2_000;

/** The flight that is open, or the last one. */
export async function latestFlight(executor: StudioExecutor, gameId: string): Promise<StudioEvent | undefined> {
  return executor
    .selectFrom('studio_event')
    .selectAll()
    .where('game_id', '=', gameId)
    .where('kind', '=', 'flight')
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Flights before one that have an outcome, the last first. */
export async function flightsBefore(executor: StudioExecutor, { game_id, place }: StudioEvent, limit: number): Promise<StudioEvent[]> {
  return executor
    .selectFrom('studio_event')
    .selectAll()
    .where('game_id', '=', game_id)
    .where('place', '<', place)
    .where('state', '=', 'drawn')
    .orderBy('place', 'desc')
    .limit(limit)
    .execute();
}

/** Games with a flight that has not come to its end and should have before a moment. */
export async function gamesInFlight(executor: StudioExecutor, gameIds: readonly string[], before: Date): Promise<string[]> {
  if (gameIds.length === 0) return [];
  const rows = await executor
    .selectFrom('studio_event')
    .select('game_id')
    .where('kind', '=', 'flight')
    .where('state', '=', 'open')
    .where('draws_at', '<', before)
    .where('game_id', 'in', [...gameIds])
    .execute();
  return rows.map(({ game_id }) => game_id);
}

/** Where a flight crashed; null until it has, whoever knows it. */
export function crashIn(event: StudioEvent): number | null {
  if (event.kind !== 'flight') throw new Error(`${event.id} is no flight`);
  return event.state === 'drawn' && event.outcome !== null ? (JSON.parse(event.outcome) as FlightOutcome).crash : null;
}

export interface InPlay {
  readonly currency: string;
  readonly trial: boolean;
  /** Bets that count, and their stakes. */
  readonly bets: number;
  readonly stakes: string;
  /** Of these, those that may still be cashed out. */
  readonly inPlay: number;
  /** The lowest target among them. */
  readonly next: number | null;
}

/** The bets on a flight by currency, real ones and those for nothing apart. */
export async function countBets(executor: StudioExecutor, roundId: string): Promise<InPlay[]> {
  const { rows } = await sql<InPlay>`select currency, trial,
    count(*) filter (where state not in ('placing', 'refused', 'refunded'))::int as bets,
    coalesce(sum(stake) filter (where state not in ('placing', 'refused', 'refunded')), 0)::text as stakes,
    count(*) filter (where state = 'open')::int as "inPlay",
    min(target) filter (where state = 'open') as next
    from studio_ticket where event_id = ${roundId} group by currency, trial order by currency, trial`.execute(executor);
  return rows;
}

/** Pays the bets whose target has been reached. */
export async function cashTargets(executor: StudioExecutor, roundId: string, reached: number, now: Date): Promise<TicketRecord[]> {
  return executor
    .updateTable('studio_ticket')
    .set({ state: 'owed', cashed: sql`target`, payout: sql`stake * target / 100`, attempts: 0, next_try_at: now })
    .where('event_id', '=', roundId)
    .where('state', '=', 'open')
    .where('target', '<=', reached)
    .returningAll()
    .execute();
}

/** Says that somebody takes cash-outs; after too long a silence the flight is broken. */
export async function tendFlight(executor: StudioExecutor, roundId: string, now: Date): Promise<void> {
  const [since, silent] = [new Date(now.getTime() - TEND_MS), new Date(now.getTime() - BROKEN_AFTER_MS)];
  await executor
    .updateTable('studio_event')
    .set({ tended_at: now, broken: sql`broken or tended_at < ${silent}` })
    .where('id', '=', roundId)
    .where('state', '=', 'open')
    .where('tended_at', '<=', since)
    .execute();
}

/**
 * The crash of a flight whose time has come: reached targets are paid, whoever was in loses. Of a broken flight nobody loses:
 * who could not cash out gets the stake back. Undefined when it is not due or another process was faster. It waits for cash-outs
 * that hold the flight: passing it over would let many of them make it late, and with that broken.
 */
export async function endFlight(tx: StudioTx, roundId: string, now: Date): Promise<StudioEvent | undefined> {
  const event = await tx
    .selectFrom('studio_event')
    .selectAll()
    .where('id', '=', roundId)
    .where('state', '=', 'open')
    .where('draws_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
  if (!event) return undefined;
  const outcome = outcomeOf(event);
  const { crash } = JSON.parse(outcome) as FlightOutcome;
  const broken = event.broken || ((await hasBetsInPlay(tx, roundId)) && isSilent(event, now));
  const ended = await tx
    .updateTable('studio_event')
    .set({ state: 'drawn', outcome, ended_at: now, broken, fell_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', roundId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await cashTargets(tx, roundId, crash, now);
  await tx
    .updateTable('studio_ticket')
    .set({ state: broken ? 'voided' : 'owed', payout: '0', attempts: 0, next_try_at: bookedAt(ended) })
    .where('event_id', '=', roundId)
    .where('state', '=', 'open')
    .execute();
  return ended;
}

/** While bets are in play somebody tends the flight; a flight without any needs nobody. */
function isSilent({ tended_at, closes_at }: StudioEvent, now: Date): boolean {
  return now.getTime() - (tended_at ?? closes_at).getTime() > BROKEN_AFTER_MS;
}

async function hasBetsInPlay(tx: StudioTx, roundId: string): Promise<boolean> {
  const bet = await tx
    .selectFrom('studio_ticket')
    .select('id')
    .where('event_id', '=', roundId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst();
  return bet !== undefined;
}

/** When a stake that was lost is booked; a ticket that still waits for that may yet be cashed out by who came in time. */
export function bookedAt({ ended_at }: StudioEvent): Date {
  return new Date((ended_at?.getTime() ?? 0) + LATE_MS);
}

/** The ticket as it is until the transaction ends. Hold the event first: everybody does it in that order. */
export async function holdTicket(tx: StudioTx, id: string): Promise<TicketRecord | undefined> {
  return tx.selectFrom('studio_ticket').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Bets that a player has on a flight, without what was refused or given back. Others of the player wait meanwhile. */
export async function countOwn(tx: StudioTx, player: string, roundId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${player}/${roundId}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom('studio_ticket')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('event_id', '=', roundId)
    .where('player', '=', player)
    .where('state', 'not in', ['refused', 'refunded'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether something that began so many milliseconds ago began before a flight was over, by the one clock that all share. */
export async function beganBefore(tx: StudioTx, { id }: StudioEvent, agoMs: number): Promise<boolean> {
  const { rows } = await sql<{ before: boolean }>`select
    clock_timestamp() - make_interval(secs => ${agoMs / 1_000}::double precision) < fell_at as before
    from studio_event where id = ${id}`.execute(tx);
  return rows[0]?.before ?? false;
}

/** The multiplier that stands at a moment of a flight, were there no crash. */
export function standsAt({ closes_at }: StudioEvent, at: Date): number {
  return multiplierAt(at.getTime() - closes_at.getTime());
}
