import type { Logger } from 'pino';
import { FLIGHT_TIMES, fallsAt, multiplierAt, playFlight, reachedAt } from '../../../shared/games/crash/flight.ts';
import type { Crowd } from '../../../shared/games/crash/protocol.ts';
import { seedHash } from '../../../shared/games/fairness.ts';
import { createLoop } from '../../kit/loop.ts';
import type { StudioClock } from '../contract.ts';
import { insertEvents, type StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { createChains } from '../live/chains.ts';
import type { Seeds } from '../seeds.ts';
import type { StudioDatabase } from '../tables.ts';
import { cashTargets, countBets, endFlight, type InPlay, latestFlight, tendFlight } from './flight-store.ts';

export interface RunnerDeps {
  readonly db: StudioDatabase;
  readonly seeds: Seeds;
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly mayAct: () => boolean;
  /** Maximum milliseconds between two polls. */
  readonly pollMs: number;
  /** The game has viewers in this process, so another flight follows. */
  readonly wanted: (gameId: string) => boolean;
  readonly listener: RunnerListener;
}

/** Receives the changes of a flight. */
export interface RunnerListener {
  round(event: StudioEvent): void;
  bets(event: StudioEvent, bets: readonly InPlay[]): void;
  tick(event: StudioEvent, elapsed: number): void;
  /** Bets that were cashed out by their target. */
  cashed(event: StudioEvent, tickets: readonly TicketRecord[]): void;
}

/** Runs the flights of one game: one after another while it has viewers, and every started flight to its end. */
export interface Runner {
  ensureRunning(): void;
  /** Resolves after the last pass. */
  stop(): Promise<void>;
}

/** Length of a seed chain. */
const CHAIN = 5_000;
const RETRY_MS = 1_000;
const ISSUE_DIGITS = 12;

export function createRunner(gameId: string, deps: RunnerDeps): Runner {
  const { log, wanted } = deps;
  const steps = createSteps(gameId, deps);
  const loop = createLoop(async () => {
    let wait: number | undefined = RETRY_MS;
    try {
      wait = await steps.next();
    } catch (error) {
      steps.reset();
      log.error({ err: error, gameId }, 'flight pass failed');
    }
    // A viewer may have arrived during this pass.
    return wait === undefined && wanted(gameId) ? 0 : wait;
  });
  return { ensureRunning: loop.start, stop: loop.stop };
}

interface Steps {
  /** Takes the next action. Returns the milliseconds until the one after it; undefined: none until the next viewer. */
  next(): Promise<number | undefined>;
  /** Discards the open flight, so that the next step reads it from the database. */
  reset(): void;
}

/** The actions of one game: it starts a flight, follows it, and ends it. */
function createSteps(gameId: string, deps: RunnerDeps): Steps {
  const { db, seeds, clock, log, mayAct, pollMs, wanted, listener } = deps;
  const chains = createChains(db, seeds);
  /** The open flight; its row does not change before its end. */
  let open: StudioEvent | undefined;

  async function next(): Promise<number | undefined> {
    if (!mayAct()) return RETRY_MS;
    const now = clock.now();
    if (open) return follow(open, now);
    const last = await latestFlight(db, gameId);
    if (last?.state === 'open') {
      open = last;
      listener.round(last);
      return 0;
    }
    if (last) listener.round(last);
    if (!wanted(gameId)) return undefined;
    const wait = last?.ended_at ? last.ended_at.getTime() + FLIGHT_TIMES.pause - now.getTime() : 0;
    if (wait > 0) return Math.min(wait, pollMs);
    const place = (last?.place ?? 0) + 1;
    await insertEvents(db, [flightRow(gameId, place, await chains.seedAt(gameId, place, CHAIN), now, seeds)]);
    return 0;
  }

  async function follow(event: StudioEvent, now: Date): Promise<number> {
    if (now >= event.draws_at) return end(event, now);
    const bets = await countBets(db, event.id);
    listener.bets(event, bets);
    const elapsed = now.getTime() - event.closes_at.getTime();
    const left = event.draws_at.getTime() - now.getTime();
    if (elapsed < 0) return Math.min(pollMs, -elapsed);
    const next = await tend(event, bets, now, elapsed);
    listener.tick(event, elapsed);
    return Math.min(pollMs, left, next);
  }

  /** Cashes out reached targets and records the presence of this process while bets are in play. Milliseconds until the next target. */
  async function tend(event: StudioEvent, bets: readonly InPlay[], now: Date, elapsed: number): Promise<number> {
    if (bets.every((one) => one.inPlay === 0)) return pollMs;
    await tendFlight(db, event.id, now);
    const targets = bets.flatMap(({ next }) => (next === null ? [] : [next]));
    const [lowest] = targets.sort((one, other) => one - other);
    if (lowest === undefined) return pollMs;
    const reached = multiplierAt(elapsed);
    if (lowest > reached) return Math.max(1, reachedAt(lowest) - elapsed);
    listener.cashed(event, await cashTargets(db, event.id, reached, now));
    return 1;
  }

  async function end(event: StudioEvent, now: Date): Promise<number> {
    const ended = await db.transaction().execute((tx) => endFlight(tx, seeds, event.id, now));
    if (ended) listener.round(ended);
    if (ended?.broken) log.warn({ eventId: event.id }, 'flight broken: cash-outs were interrupted, open bets are refunded');
    open = undefined;
    // Another process ended the flight, or will.
    return ended ? 0 : Math.min(pollMs, RETRY_MS);
  }

  return {
    next,
    reset() {
      open = undefined;
    },
  };
}

/** The row of a flight that takes bets from now on. */
function flightRow(gameId: string, place: number, seed: string, now: Date, seeds: Seeds): Parameters<typeof insertEvents>[1][number] {
  const issue = String(place);
  const id = `${gameId}-${issue.padStart(ISSUE_DIGITS, '0')}`;
  const takesOff = now.getTime() + FLIGHT_TIMES.betting;
  const falls = new Date(takesOff + fallsAt(playFlight(seed, id)));
  return {
    id,
    game_id: gameId,
    kind: 'flight',
    place,
    issue,
    opens_at: now,
    closes_at: new Date(takesOff),
    draws_at: falls,
    next_at: falls,
    course: null,
    terms: '{}',
    server_seed: seeds.seal('event', seed),
    seed_hash: seedHash(seed),
    state: 'open',
    outcome: null,
    ended_at: null,
    // The process that takes the bets is present at take-off; if all processes end before, the gap is measured from take-off.
    tended_at: new Date(takesOff),
    unsent: false,
  };
}

/** True if two counts look the same to a player. */
export function isSameCrowd(one: Crowd | undefined, other: Crowd): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
