import type { TableAnswer, TableStreamEvents } from '../../../shared/studio/live/protocol.ts';
import type { StudioApi } from '../lib/api.ts';
import { sleep } from '../lib/attempt.ts';
import { readStream } from './read-stream.ts';

export interface FeedEvents {
  table(answer: TableAnswer): void;
  round(news: TableStreamEvents['round']): void;
  slip(news: TableStreamEvents['slip']): void;
}

export interface TableFeed {
  start(): void;
  /** Begins a new stream: the session has come, and with it the player's own slips. */
  restart(): void;
}

/** The server says something every ten seconds; a proxy that keeps it all to itself is as good as none. */
const SILENCE_MS = 14_000;
const PAUSE_MS = 2_000;

/** Follows a table: by a stream, after a drop by a new one, and by asking again and again where no stream comes through. */
export function createTableFeed(api: Pick<StudioApi, 'table' | 'tableStream'>, gameId: string, events: FeedEvents): TableFeed {
  let current = new AbortController();

  async function follow(abort: AbortController): Promise<void> {
    let timer = 0;
    const watchdog = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => abort.abort(), SILENCE_MS);
    };
    try {
      watchdog();
      const body = await api.tableStream(gameId, abort.signal);
      await readStream(body, watchdog, dispatch);
    } catch {
      // Whatever broke it: the table is asked for, and a new stream is tried.
    }
    clearTimeout(timer);
  }

  function dispatch(name: string, data: unknown): void {
    if (name === 'table') events.table(data as TableAnswer);
    if (name === 'round') events.round(data as TableStreamEvents['round']);
    if (name === 'slip') events.slip(data as TableStreamEvents['slip']);
  }

  async function run(): Promise<void> {
    for (;;) {
      const abort = new AbortController();
      current = abort;
      await follow(abort);
      if (current !== abort) continue;
      await api.table(gameId).then(events.table, () => undefined);
      await sleep(PAUSE_MS);
    }
  }

  return {
    start: () => void run(),
    restart: () => current.abort(),
  };
}
