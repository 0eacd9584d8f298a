import type { Logger } from 'pino';
import type { LotteryDrawsAnswer, LotteryStreamEvents } from '../../../shared/games/lottery/protocol.ts';
import { createLoop } from '../../kit/loop.ts';
import type { StudioClock } from '../contract.ts';
import { listEnded, listOpen, type StudioEvent } from '../events/event-store.ts';
import type { TicketRecord } from '../events/ticket-store.ts';
import { createWatchers, eventText, type Watcher } from '../live/watchers.ts';
import type { StudioDatabase } from '../tables.ts';
import { listClosedDays, presentClosedDays } from './closed-days.ts';
import { presentDraw } from './presenter.ts';

/** Publishes draws and results of a lottery to its viewers as soon as they change. */
export interface DrawHub {
  watch(watcher: Watcher): () => void;
  /** Sends a hint to the player whose ticket has changed. */
  onTicketChanged(ticket: TicketRecord): void;
  close(): Promise<void>;
}

const POLL_MS = 400;
/** A sale that an operator ends, and a draw that is taken back, are published within this time. */
const CHECK_MS = 3_000;

interface Published {
  readonly key: string;
  readonly nextPollAt: number;
}

/** Draws on sale and results as of now. */
export async function readDraws(db: StudioDatabase, gameId: string, now: Date): Promise<LotteryDrawsAnswer> {
  const isDraw = ({ kind }: StudioEvent) => kind === 'draw';
  const [open, ended] = [await listOpen(db, gameId), await listEnded(db, gameId)];
  return {
    now: now.toISOString(),
    open: open.filter(isDraw).map(presentDraw),
    results: ended.filter(isDraw).map(presentDraw),
    closed: presentClosedDays(await listClosedDays(db, [gameId], now)),
  };
}

export function streamEvent<Name extends keyof LotteryStreamEvents>(name: Name, data: LotteryStreamEvents[Name]): string {
  return eventText(name, data);
}

export function createDrawHub(deps: { readonly db: StudioDatabase; readonly clock: StudioClock; readonly log: Logger }): DrawHub {
  const { db, clock, log } = deps;
  const published = new Map<string, Published>();
  const watchers = createWatchers((gameId) => published.delete(gameId));
  const polls = createLoop(async () => {
    await poll();
    return watchers.games().length > 0 ? POLL_MS : undefined;
  });

  async function poll(): Promise<void> {
    try {
      const now = clock.now();
      const due = watchers.games().filter((gameId) => (published.get(gameId)?.nextPollAt ?? 0) <= now.getTime());
      for (const gameId of due) publish(gameId, await readDraws(db, gameId, now), now);
    } catch (error) {
      log.error({ err: error }, 'lottery poll failed');
    }
  }

  /** The first answer of a game is published as well: a draw may have ended after a stream began. */
  function publish(gameId: string, answer: LotteryDrawsAnswer, now: Date): void {
    const { open, results, closed } = answer;
    const key = JSON.stringify([open, results, closed]);
    if (published.get(gameId)?.key !== key) watchers.publish(gameId, streamEvent('draws', answer));
    const isDue = open.some(({ drawsAt }) => Date.parse(drawsAt) <= now.getTime());
    const next = Math.min(...open.map(({ drawsAt }) => Date.parse(drawsAt)), now.getTime() + CHECK_MS);
    published.set(gameId, { key, nextPollAt: isDue ? 0 : next });
  }

  return {
    watch(watcher) {
      const leave = watchers.add(watcher);
      polls.start();
      return leave;
    },
    onTicketChanged({ state, player, game_id: gameId }) {
      if (state === 'placing' || state === 'refused') return;
      for (const watcher of watchers.of(gameId, player)) watcher.write(streamEvent('tickets', {}));
    },
    async close() {
      watchers.close();
      await polls.stop();
    },
  };
}
