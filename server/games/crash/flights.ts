import type { Logger } from 'pino';
import type { Crowd } from '../../../shared/games/crash/protocol.ts';
import type { StudioClock } from '../contract.ts';
import { findEvent, type StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import type { Tickets } from '../events/tickets.ts';
import { createWatchers, type Watcher } from '../live/watchers.ts';
import type { StudioDatabase } from '../tables.ts';
import { gamesInFlight, type InPlay } from './flight-store.ts';
import { presentBetAnswer, presentCrowd, presentFlight, streamEvent } from './presenter.ts';
import { createRunner, isSameCrowd, type Runner } from './runner.ts';

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
  readonly tickets: () => Tickets;
  readonly gameIds: readonly string[];
  readonly clock: StudioClock;
  readonly log: Logger;
  readonly mayAct: () => boolean;
  readonly retryMs: number;
}): Flights {
  const { db, clock, log, mayAct } = deps;
  const published = new Map<string, { round: string; crowd: Crowd | undefined }>();
  const wantedUntil = new Map<string, number>();
  let search: NodeJS.Timeout | undefined;
  let searching: Promise<void> = Promise.resolve();
  let isStopped = false;
  const watchers = createWatchers((gameId) => published.delete(gameId));
  const listener = {
    round(event: StudioEvent) {
      if (event.kind !== 'flight' || !watchers.has(event.game_id)) return;
      const round = `${event.id} ${event.state}`;
      if (published.get(event.game_id)?.round === round) return;
      published.set(event.game_id, { round, crowd: undefined });
      watchers.publish(event.game_id, streamEvent('round', { now: clock.now().toISOString(), round: presentFlight(event) }));
      if (event.state !== 'open')
        publishBetsOf(event).catch((error: unknown) => log.error({ err: error }, 'publishing the bets of a flight failed'));
    },
    bets(event: StudioEvent, bets: readonly InPlay[]) {
      const last = published.get(event.game_id);
      const crowd = presentCrowd(event.id, bets);
      if (!last || isSameCrowd(last.crowd, crowd)) return;
      last.crowd = crowd;
      watchers.publish(event.game_id, streamEvent('crowd', crowd));
    },
    tick(event: StudioEvent, elapsed: number) {
      watchers.publish(event.game_id, streamEvent('tick', { now: clock.now().toISOString(), elapsed }));
    },
    cashed(event: StudioEvent, tickets: readonly TicketRecord[]) {
      for (const ticket of tickets) {
        publishBet(ticket, event);
        pay(ticket);
      }
    },
  };
  const runners = new Map<string, Runner>(
    deps.gameIds.map((gameId) => {
      const wanted = () => watchers.has(gameId) || (wantedUntil.get(gameId) ?? 0) > Date.now();
      const pollMs = Math.min(POLL_MS, deps.retryMs);
      return [gameId, createRunner(gameId, { db, clock, log, mayAct, pollMs, wanted, listener: listener })];
    }),
  );

  async function resumeLostFlights(before: Date): Promise<void> {
    for (const gameId of await gamesInFlight(db, deps.gameIds, before)) runners.get(gameId)?.ensureRunning();
  }

  /**
   * The process that flew a game may have ended for good while this process has no viewers: bets in its flight would stay open
   * forever.
   */
  function scheduleSearch(): void {
    if (isStopped) return;
    search = setTimeout(() => {
      searching = resumeLostFlights(new Date(clock.now().getTime() - LOST_MS))
        .catch((error: unknown) => log.error({ err: error }, 'search for lost flights failed'))
        .finally(scheduleSearch);
    }, deps.retryMs * SEARCH_EVERY);
  }

  function pay(ticket: TicketRecord): void {
    deps
      .tickets()
      .resumeNow(ticket)
      .catch((error: unknown) => log.error({ err: error, ticketId: ticket.id }, 'paying a cash-out failed'));
  }

  /** Publishes the results of a flight's bets to their players; winners are paid immediately. */
  async function publishBetsOf(event: StudioEvent): Promise<void> {
    const bets = await db
      .selectFrom('studio_ticket')
      .selectAll()
      .where('event_id', '=', event.id)
      .where('state', '<>', 'refused')
      .execute();
    for (const ticket of bets) {
      publishBet(ticket, event);
      if (ticket.state === 'owed' && ticket.cashed !== null) pay(ticket);
    }
  }

  function publishBet(ticket: TicketRecord, event: StudioEvent): void {
    const players = watchers.of(ticket.game_id, ticket.player);
    if (players.length === 0) return;
    const text = streamEvent('bet', presentBetAnswer(ticket, event));
    for (const watcher of players) watcher.write(text);
  }

  async function publishChangedBet(ticket: TicketRecord): Promise<void> {
    const event = await findEvent(db, ticket.event_id ?? '');
    if (event) publishBet(ticket, event);
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
      publishChangedBet(ticket).catch((error: unknown) => log.error({ err: error, ticketId: ticket.id }, 'bet notification failed'));
    },
    async start() {
      if (deps.gameIds.length === 0) return;
      await resumeLostFlights(END_OF_TIME);
      scheduleSearch();
    },
    async stop() {
      isStopped = true;
      clearTimeout(search);
      await searching;
      watchers.close();
      await Promise.all([...runners.values()].map((runner) => runner.stop()));
    },
  };
}
