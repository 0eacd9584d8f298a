import type { Logger } from 'pino';
import type { EventStreamEvents } from '../../../shared/games/events/protocol.ts';
import { toWire } from '../../../shared/money/money.ts';
import { createLoop } from '../../kit/loop.ts';
import type { StudioClock } from '../contract.ts';
import { createWatchers, eventText, type Watcher } from '../live/watchers.ts';
import type { StudioDatabase } from '../tables.ts';
import { findEvents, listRunning, type StudioEvent } from './event-store.ts';
import { findLegs, isOnMatches } from './leg-store.ts';
import { presentMatch, presentTicket } from './presenter.ts';
import type { TicketRecord } from './ticket-store.ts';

/** Publishes the matches of a game to its viewers: score, clock and odds of one moment together. */
export interface MatchHub {
  watch(watcher: Watcher): () => void;
  /** Sends a changed bet to its player. */
  onTicketChanged(ticket: TicketRecord): void;
  close(): Promise<void>;
}

const POLL_MS = 300;
/** An ended match is still read for this long, so that a late poll publishes its end. */
const ENDED_MS = 10_000;

export function streamEvent<Name extends keyof EventStreamEvents>(name: Name, data: EventStreamEvents[Name]): string {
  return eventText(name, data);
}

export function createMatchHub(deps: { readonly db: StudioDatabase; readonly clock: StudioClock; readonly log: Logger }): MatchHub {
  const { db, clock, log } = deps;
  /** Last published state of each match, by game. */
  const published = new Map<string, ReadonlyMap<string, string>>();
  const watchers = createWatchers((gameId) => published.delete(gameId));
  const polls = createLoop(async () => {
    await poll();
    return watchers.games().length > 0 ? POLL_MS : undefined;
  });

  async function poll(): Promise<void> {
    try {
      const games = watchers.games();
      const now = clock.now();
      const running = await listRunning(db, games, now, new Date(now.getTime() - ENDED_MS));
      for (const gameId of games)
        publishChanges(
          gameId,
          running.filter((event) => event.game_id === gameId),
          now,
        );
    } catch (error) {
      log.error({ err: error }, 'match poll failed');
    }
  }

  function publishChanges(gameId: string, running: readonly StudioEvent[], now: Date): void {
    const before = published.get(gameId);
    for (const event of running) {
      if (before?.get(event.id) === keyOf(event)) continue;
      watchers.publish(gameId, streamEvent('match', { now: now.toISOString(), match: presentMatch(event) }));
    }
    published.set(gameId, new Map(running.map((event) => [event.id, keyOf(event)])));
  }

  async function publishTicket(ticket: TicketRecord): Promise<void> {
    const legs = (await findLegs(db, [ticket.id])).get(ticket.id) ?? [];
    const events = await findEvents(
      db,
      legs.map(({ event_id }) => event_id),
    );
    const balance = ticket.balance_after === null ? null : toWire(BigInt(ticket.balance_after));
    const text = streamEvent('ticket', { ticket: presentTicket(ticket, legs, events), balance });
    for (const watcher of watchers.of(ticket.game_id, ticket.player)) watcher.write(text);
  }

  return {
    watch(watcher) {
      const leave = watchers.add(watcher);
      polls.start();
      return leave;
    },
    onTicketChanged(ticket) {
      if (!isOnMatches(ticket) || ticket.state === 'placing' || ticket.state === 'refused') return;
      if (watchers.of(ticket.game_id, ticket.player).length === 0) return;
      publishTicket(ticket).catch((error: unknown) => log.error({ err: error, ticketId: ticket.id }, 'bet notification failed'));
    },
    async close() {
      watchers.close();
      await polls.stop();
    },
  };
}

function keyOf({ state, course }: StudioEvent): string {
  return `${state} ${course}`;
}
