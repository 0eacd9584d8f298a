import { sql } from 'kysely';
import { type FlightOutcome, multiplierAt } from '../../../shared/games/crash/flight.ts';
import { CENT, coinOf } from '../../../shared/money/currency-steps.ts';
import type { UnitText } from '../../../shared/money/money.ts';
import type { StudioEvent } from '../events/event-store.ts';
import { outcomeOf } from '../events/schedule.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import type { Seeds } from '../seeds.ts';
import type { StudioExecutor, StudioTx } from '../tables.ts';

/** A cash-out that arrived in time may be processed this long after the crash; lost stakes are booked only then. */
const LATE_MS = 2_000;
/** Interval at which the process that flies a flight with bets records its presence. */
export const TEND_MS = 500;
/** After this long without a record, a cash-out may have reached no process. */
export const BROKEN_AFTER_MS = 2_000;

/** The open flight, or the last one. */
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

/** Drawn flights before this one, newest first. */
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

/** Games with an open flight whose crash time is before the given time. */
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

/** Crash point of a flight; null until the flight has ended, even for code that knows it. */
export function crashIn(event: StudioEvent): number | null {
  if (event.kind !== 'flight') throw new Error(`${event.id} is not a flight`);
  return event.state === 'drawn' && event.outcome !== null ? (JSON.parse(event.outcome) as FlightOutcome).crash : null;
}

export interface InPlay {
  readonly currency: string;
  readonly trial: boolean;
  /** Accepted bets, and their stakes. */
  readonly bets: number;
  readonly stakes: string;
  /** Accepted bets that may still be cashed out. */
  readonly inPlay: number;
  /** The lowest target among them. */
  readonly next: number | null;
}

/** Bets on a flight by currency, real money and free play separately. */
export async function countBets(executor: StudioExecutor, roundId: string): Promise<InPlay[]> {
  const { rows } = await sql<InPlay>`select currency, trial,
    count(*) filter (where state not in ('placing', 'refused', 'refunded'))::int as bets,
    coalesce(sum(stake) filter (where state not in ('placing', 'refused', 'refunded')), 0)::text as stakes,
    count(*) filter (where state = 'open')::int as "inPlay",
    min(target) filter (where state = 'open') as next
    from studio_ticket where event_id = ${roundId} group by currency, trial order by currency, trial`.execute(executor);
  return rows;
}

/** Coins of the currencies in which they are no cents. */
const COINS = JSON.stringify(
  Object.fromEntries(
    Intl.supportedValuesOf('currency').flatMap((currency) => (coinOf(currency) === CENT ? [] : [[currency, String(coinOf(currency))]])),
  ),
);
const COIN = sql`coalesce((${COINS}::jsonb ->> currency)::bigint, 100)`;
/** `coinOfStake`. */
const UNIT = sql`case when stake % ${COIN} = 0 then ${COIN} else 100 end`;
/** `flightPayout` of stake and target: rounded down to coins. */
const PAYOUT_AT_TARGET = sql<UnitText>`stake * target / 100 / (${UNIT}) * (${UNIT})`;

/** Cashes out the bets whose target has been reached. */
export async function cashTargets(executor: StudioExecutor, roundId: string, reached: number, now: Date): Promise<TicketRecord[]> {
  return executor
    .updateTable('studio_ticket')
    .set({ state: 'owed', cashed: sql`target`, payout: PAYOUT_AT_TARGET, attempts: 0, next_try_at: now })
    .where('event_id', '=', roundId)
    .where('state', '=', 'open')
    .where('target', '<=', reached)
    .returningAll()
    .execute();
}

/** Records that a process takes cash-outs; after too long a gap the flight is marked as broken. */
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
 * Ends a flight whose crash is due: reached targets are paid, all other open bets lose. In a broken flight no bet loses: open
 * bets get their stake back. Undefined if it is not due or another process was faster. It waits for cash-outs that hold a lock
 * on the flight: skipping locked rows would let many of them delay the end and so break the flight.
 */
export async function endFlight(tx: StudioTx, seeds: Seeds, roundId: string, now: Date): Promise<StudioEvent | undefined> {
  const event = await tx
    .selectFrom('studio_event')
    .selectAll()
    .where('id', '=', roundId)
    .where('state', '=', 'open')
    .where('draws_at', '<=', now)
    .forUpdate()
    .executeTakeFirst();
  if (!event) return undefined;
  const seed = seeds.open('event', event.server_seed);
  const outcome = outcomeOf({ ...event, server_seed: seed });
  const { crash } = JSON.parse(outcome) as FlightOutcome;
  const broken = event.broken || ((await hasBetsInPlay(tx, roundId)) && isSilent(event, now));
  const ended = await tx
    .updateTable('studio_event')
    .set({ state: 'drawn', outcome, server_seed: seed, ended_at: now, broken, fell_at: sql<Date>`clock_timestamp()` })
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

/** A flight with bets in play needs a process that takes cash-outs; a flight without bets does not. */
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

/** When a lost stake is booked; until then a ticket may still be cashed out by a request that arrived in time. */
export function bookedAt({ ended_at }: StudioEvent): Date {
  return new Date((ended_at?.getTime() ?? 0) + LATE_MS);
}

/** Locks the ticket until the transaction ends. Lock the event first, as everywhere. */
export async function lockTicket(tx: StudioTx, id: string): Promise<TicketRecord | undefined> {
  return tx.selectFrom('studio_ticket').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Number of the player's bets on a flight, without refused and refunded ones. Concurrent bets of the player wait for the lock. */
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

/**
 * Whether something that began the given milliseconds ago began before the end of a flight, by the clock of the database, which
 * all processes share.
 */
export async function beganBefore(tx: StudioTx, { id }: StudioEvent, agoMs: number): Promise<boolean> {
  const { rows } = await sql<{ before: boolean }>`select
    clock_timestamp() - make_interval(secs => ${agoMs / 1_000}::double precision) < fell_at as before
    from studio_event where id = ${id}`.execute(tx);
  return rows[0]?.before ?? false;
}

/** The multiplier at a time of the flight, ignoring the crash. */
export function currentMultiplier({ closes_at }: StudioEvent, at: Date): number {
  return multiplierAt(at.getTime() - closes_at.getTime());
}
