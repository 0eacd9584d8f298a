import type { Logger } from 'pino';
import type { Series } from '../../../shared/games/events/series.ts';
import type { TableStreamEvents } from '../../../shared/games/live/protocol.ts';
import { createLoop } from '../../kit/loop.ts';
import type { StudioClock } from '../contract.ts';
import { findEvent, listCurrentRounds, type StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import type { StudioDatabase } from '../tables.ts';
import { openRoundOf, presentSlipAnswer, presentTableRound, type SlipRound } from './presenter.ts';
import { createWatchers, eventText, type Watcher } from './watchers.ts';

/** Publishes the rounds of a table to all its viewers at the same time. */
export interface TableHub {
  watch(watcher: Watcher): () => void;
  /** Sends a changed slip to the player's streams of this process. */
  onSlipChanged(ticket: TicketRecord): void;
  close(): Promise<void>;
}

const POLL_MS = 250;

export function streamEvent<Name extends keyof TableStreamEvents>(name: Name, data: TableStreamEvents[Name]): string {
  return eventText(name, data);
}

export function createTableHub(deps: {
  readonly db: StudioDatabase;
  readonly series: readonly Series[];
  readonly clock: StudioClock;
  readonly log: Logger;
}): TableHub {
  const { db, clock, log } = deps;
  const cycles = new Map(deps.series.map((one) => [one.gameId, one.everySeconds * 1_000]));
  /** Per table: the last published round, the last ended round, and the time of the next poll. */
  const published = new Map<
    string,
    { readonly event: StudioEvent; readonly ended: StudioEvent | undefined; readonly nextPollAt: number }
  >();
  const watchers = createWatchers((gameId) => published.delete(gameId));
  const polls = createLoop(async () => {
    await poll();
    return watchers.games().length > 0 ? POLL_MS : undefined;
  });

  function publishRound(event: StudioEvent, now: Date): void {
    const before = published.get(event.game_id);
    const last = before?.event;
    const cycle = cycles.get(event.game_id) ?? 0;
    const nextPollAt = event.state === 'open' ? event.draws_at.getTime() : event.opens_at.getTime() + cycle;
    if (last?.id !== event.id || last.state !== event.state)
      watchers.publish(event.game_id, streamEvent('round', { now: now.toISOString(), round: presentTableRound(event) }));
    published.set(event.game_id, { event, ended: event.state === 'open' ? before?.ended : event, nextPollAt });
  }

  async function poll(): Promise<void> {
    try {
      const now = clock.now();
      const due = watchers.games().filter((gameId) => (published.get(gameId)?.nextPollAt ?? 0) <= now.getTime());
      for (const event of await listCurrentRounds(db, due, now)) publishRound(event, now);
    } catch (error) {
      log.error({ err: error }, 'table poll failed');
    }
  }

  async function publishSlip(ticket: TicketRecord, players: readonly Watcher[]): Promise<void> {
    const round = await roundOf(ticket);
    if (!round) return;
    const text = streamEvent('slip', presentSlipAnswer(ticket, round));
    for (const watcher of players) watcher.write(text);
  }

  /**
   * A round settles hundreds of slips, some when the next round is open: the event is queried only if neither the slip nor the
   * table has the data.
   */
  async function roundOf(ticket: TicketRecord): Promise<SlipRound | undefined> {
    if (ticket.state === 'open') return openRoundOf(ticket);
    const ended = published.get(ticket.game_id)?.ended;
    return ended?.id === ticket.event_id ? ended : findEvent(db, ticket.event_id ?? '');
  }

  return {
    watch(watcher) {
      const leave = watchers.add(watcher);
      polls.start();
      return leave;
    },
    onSlipChanged(ticket) {
      const { chips, state, player, game_id: gameId } = ticket;
      if (chips === null || state === 'placing' || state === 'refused') return;
      const players = watchers.of(gameId, player);
      if (players.length === 0) return;
      publishSlip(ticket, players).catch((error: unknown) => log.error({ err: error, ticketId: ticket.id }, 'slip notification failed'));
    },
    async close() {
      watchers.close();
      await polls.stop();
    },
  };
}
