import type { Logger } from 'pino';
import type { Crowd } from '../../../shared/games/crash/protocol.ts';
import type { StudioClock } from '../contract.ts';
import { findEvent, type StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { createWatchers, type Watchers } from '../live/watchers.ts';
import type { StudioDatabase } from '../tables.ts';
import { presentBetAnswer, presentCrowd, presentFlight, streamEvent } from './presenter.ts';
import { isSameCrowd, type RunnerListener } from './runner.ts';

export interface FlightPublisher {
  readonly watchers: Watchers;
  /** Publishes the changes of a flight to the viewers of its game. */
  readonly listener: RunnerListener;
  /** Publishes a bet to the streams of its player. */
  publishChangedBet(ticket: TicketRecord): Promise<void>;
}

/** Sends flights, crowds and bets to the viewers of this process; each state of a flight once. */
export function createFlightPublisher(deps: {
  readonly db: StudioDatabase;
  readonly clock: StudioClock;
  readonly log: Logger;
  /** Pays a bet that has been cashed out. */
  readonly pay: (ticket: TicketRecord) => void;
}): FlightPublisher {
  const { db, clock, log, pay } = deps;
  const published = new Map<string, { round: string; crowd: Crowd | undefined }>();
  const watchers = createWatchers((gameId) => published.delete(gameId));
  const listener: RunnerListener = {
    round(event) {
      if (event.kind !== 'flight' || !watchers.has(event.game_id)) return;
      const round = `${event.id} ${event.state}`;
      if (published.get(event.game_id)?.round === round) return;
      published.set(event.game_id, { round, crowd: undefined });
      watchers.publish(event.game_id, streamEvent('round', { now: clock.now().toISOString(), round: presentFlight(event) }));
      if (event.state !== 'open')
        publishBetsOf(event).catch((error: unknown) => log.error({ err: error }, 'publishing the bets of a flight failed'));
    },
    bets(event, bets) {
      const last = published.get(event.game_id);
      const crowd = presentCrowd(event.id, bets);
      if (!last || isSameCrowd(last.crowd, crowd)) return;
      last.crowd = crowd;
      watchers.publish(event.game_id, streamEvent('crowd', crowd));
    },
    tick(event, elapsed) {
      watchers.publish(event.game_id, streamEvent('tick', { now: clock.now().toISOString(), elapsed }));
    },
    cashed(event, tickets) {
      for (const ticket of tickets) {
        publishBet(ticket, event);
        pay(ticket);
      }
    },
  };

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

  return { watchers, listener, publishChangedBet };
}
