import type { Logger } from 'pino';
import type { Series } from '../../../shared/studio/events/series.ts';
import type { TableStreamEvents } from '../../../shared/studio/live/protocol.ts';
import type { StudioClock } from '../contract.ts';
import { findEvent, listCurrentRounds, type StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import type { StudioDatabase } from '../tables.ts';
import { presentSlipAnswer, presentTableRound } from './presenter.ts';

/** Somebody who looks at a table. */
export interface Watcher {
  readonly gameId: string;
  /** Who it is, for their own slips; undefined for a visitor. */
  readonly player: string | undefined;
  /** One event of a stream, as it goes over the wire. */
  write(text: string): void;
  end(): void;
}

/** Tells everybody at a table what happens there, at the same moment and in the same words. */
export interface Hub {
  watch(watcher: Watcher): () => void;
  /** A slip has moved: its player hears of it wherever they look at the table from this process. */
  slipMoved(ticket: TicketRecord): void;
  close(): void;
}

const LOOK_MS = 250;
const HEARTBEAT_MS = 10_000;

export function streamEvent<Name extends keyof TableStreamEvents>(name: Name, data: TableStreamEvents[Name]): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function createHub(deps: {
  readonly db: StudioDatabase;
  readonly series: readonly Series[];
  readonly clock: StudioClock;
  readonly log: Logger;
}): Hub {
  const { db, clock, log } = deps;
  const cycles = new Map(deps.series.map((one) => [one.gameId, one.everySeconds * 1_000]));
  const tables = new Map<string, Set<Watcher>>();
  /** What was told last of each table, and when there is more to tell. */
  const told = new Map<string, { readonly key: string; readonly nextLook: number }>();
  let timer: NodeJS.Timeout | undefined;
  let heartbeat: NodeJS.Timeout | undefined;

  function tell(gameId: string, text: string): void {
    for (const watcher of tables.get(gameId) ?? []) watcher.write(text);
  }

  function tellRound(event: StudioEvent, now: Date): void {
    const key = `${event.id} ${event.state}`;
    const cycle = cycles.get(event.game_id) ?? 0;
    const nextLook = event.state === 'open' ? event.draws_at.getTime() : event.opens_at.getTime() + cycle;
    if (told.get(event.game_id)?.key !== key)
      tell(event.game_id, streamEvent('round', { now: now.toISOString(), round: presentTableRound(event) }));
    told.set(event.game_id, { key, nextLook });
  }

  async function look(): Promise<void> {
    try {
      const now = clock.now();
      const due = [...tables.keys()].filter((gameId) => (told.get(gameId)?.nextLook ?? 0) <= now.getTime());
      for (const event of await listCurrentRounds(db, due, now)) tellRound(event, now);
    } catch (error) {
      log.error({ err: error }, 'tables could not be looked after');
    }
    if (tables.size > 0) timer = setTimeout(() => void look(), LOOK_MS);
    else timer = undefined;
  }

  function wake(): void {
    timer ??= setTimeout(() => void look(), 0);
    heartbeat ??= setInterval(() => {
      for (const gameId of tables.keys()) tell(gameId, ': still here\n\n');
    }, HEARTBEAT_MS);
  }

  async function tellSlip(ticket: TicketRecord, watchers: readonly Watcher[]): Promise<void> {
    const event = await findEvent(db, ticket.event_id);
    if (!event) return;
    const text = streamEvent('slip', presentSlipAnswer(ticket, event));
    for (const watcher of watchers) watcher.write(text);
  }

  function leave(watcher: Watcher): void {
    const watchers = tables.get(watcher.gameId);
    watchers?.delete(watcher);
    if (watchers?.size === 0) {
      tables.delete(watcher.gameId);
      told.delete(watcher.gameId);
    }
    if (tables.size > 0) return;
    clearInterval(heartbeat);
    heartbeat = undefined;
  }

  return {
    watch(watcher) {
      const watchers = tables.get(watcher.gameId) ?? new Set();
      tables.set(watcher.gameId, watchers.add(watcher));
      wake();
      return () => leave(watcher);
    },
    slipMoved(ticket) {
      const { chips, state, player, game_id: gameId } = ticket;
      if (chips === null || state === 'placing' || state === 'refused') return;
      const watchers = [...(tables.get(gameId) ?? [])].filter((watcher) => watcher.player === player);
      if (watchers.length === 0) return;
      tellSlip(ticket, watchers).catch((error: unknown) => log.error({ err: error, ticketId: ticket.id }, 'a slip could not be told'));
    },
    close() {
      clearTimeout(timer);
      clearInterval(heartbeat);
      for (const watchers of tables.values()) for (const watcher of [...watchers]) watcher.end();
      tables.clear();
    },
  };
}
