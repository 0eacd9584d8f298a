import type { Logger } from 'pino';
import type { StudioClock } from '../contract.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import type { Tickets } from '../events/tickets.ts';
import type { Watcher } from '../live/watchers.ts';
import type { Seeds } from '../seeds.ts';
import type { StudioDatabase } from '../tables.ts';
import { createFlightPublisher } from './flight-publisher.ts';
import { gamesInFlight } from './flight-store.ts';
import { createRunner, type Runner } from './runner.ts';

/** The shared flights of the studio's crash games, and their viewers. */
export interface Flights {
  readonly gameIds: ReadonlySet<string>;
  watch(watcher: Watcher): () => void;
  /** A page polls a game without a stream: its flights continue for a while. */
  keepFlying(gameId: string): void;
  /** A bet has changed: sends it to the player's streams of this process. */
  onBetChanged(ticket: TicketRecord): void;
  /** Pays a bet that has just been cashed out. */
  pay(ticket: TicketRecord): void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const POLL_MS = 250;
/** A page without a stream polls every few seconds. */
const KEEP_FLYING_MS = 15_000;
/** Later than every flight. */
const END_OF_TIME = new Date(Date.UTC(9999, 0));
/** A flight this late has lost its process. */
const LOST_MS = 2_000;
/** Searches for lost flights run once per this many retry intervals. */
const SEARCH_EVERY = 5;

export function createFlights(deps: {
  readonly db: StudioDatabase;
  readonly seeds: Seeds;
  readonly tickets: () => Tickets;
  readonly gameIds: readonly string[];
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly mayAct: () => boolean;
  readonly retryMs: number;
}): Flights {
  const { db, seeds, clock, log, mayAct } = deps;
  const wantedUntil = new Map<string, number>();
  const publisher = createFlightPublisher({ db, clock, log, pay });
  const { watchers } = publisher;
  const search = createRepeatedSearch(deps.retryMs * SEARCH_EVERY, log, () => resumeLostFlights(new Date(clock.now().getTime() - LOST_MS)));
  const runners = new Map<string, Runner>(
    deps.gameIds.map((gameId) => {
      const wanted = () => watchers.has(gameId) || (wantedUntil.get(gameId) ?? 0) > Date.now();
      const pollMs = Math.min(POLL_MS, deps.retryMs);
      return [gameId, createRunner(gameId, { db, seeds, clock, log, mayAct, pollMs, wanted, listener: publisher.listener })];
    }),
  );

  async function resumeLostFlights(before: Date): Promise<void> {
    for (const gameId of await gamesInFlight(db, deps.gameIds, before)) runners.get(gameId)?.ensureRunning();
  }

  function pay(ticket: TicketRecord): void {
    deps
      .tickets()
      .resumeNow(ticket)
      .catch((error: unknown) => log.error({ err: error, ticketId: ticket.id }, 'paying a cash-out failed'));
  }

  return {
    gameIds: new Set(deps.gameIds),
    watch(watcher) {
      const leave = watchers.add(watcher);
      runners.get(watcher.gameId)?.ensureRunning();
      return leave;
    },
    keepFlying(gameId) {
      wantedUntil.set(gameId, Date.now() + KEEP_FLYING_MS);
      runners.get(gameId)?.ensureRunning();
    },
    pay,
    onBetChanged(ticket) {
      const { target, state, player, game_id: gameId } = ticket;
      if (target === null || state === 'placing' || state === 'refused' || watchers.of(gameId, player).length === 0) return;
      publisher
        .publishChangedBet(ticket)
        .catch((error: unknown) => log.error({ err: error, ticketId: ticket.id }, 'bet notification failed'));
    },
    async start() {
      if (deps.gameIds.length === 0) return;
      await resumeLostFlights(END_OF_TIME);
      search.start();
    },
    async stop() {
      await search.stop();
      watchers.close();
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
}

/**
 * Searches for lost flights: the process that flew a game may have ended for good while this process has no viewers, and bets in
 * its flight would stay open forever.
 */
function createRepeatedSearch(everyMs: number, log: Logger, search: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined;
  let searching: Promise<void> = Promise.resolve();
  let isStopped = false;

  function start(): void {
    if (isStopped) return;
    timer = setTimeout(() => {
      searching = search()
        .catch((error: unknown) => log.error({ err: error }, 'search for lost flights failed'))
        .finally(start);
    }, everyMs);
  }

  return {
    start,
    /** Resolves after the last search. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(timer);
      await searching;
    },
  };
}
