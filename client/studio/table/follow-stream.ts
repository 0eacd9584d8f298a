import { sleep } from '../lib/attempt.ts';
import { readStream } from './read-stream.ts';

export interface Follower {
  start(): void;
  /** Begins a new stream: the session has come, and with it the player's own bets, or nothing more is heard. */
  restart(): void;
}

/** Where a page hears what happens to everybody. */
export interface StreamSource {
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Asks how things stand, where no stream comes through. */
  ask(): Promise<unknown>;
  dispatch(name: string, data: unknown): void;
}

/** The server says something every ten seconds; a proxy that keeps it all to itself is as good as none. */
const SILENCE_MS = 14_000;
const PAUSE_MS = 2_000;

/** Follows by a stream, after a drop by a new one, and by asking again and again where no stream comes through. */
export function createFollower({ open, ask, dispatch }: StreamSource): Follower {
  let current = new AbortController();

  async function follow(abort: AbortController): Promise<void> {
    let timer = 0;
    const watchdog = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => abort.abort(), SILENCE_MS);
    };
    try {
      watchdog();
      await readStream(await open(abort.signal), watchdog, dispatch);
    } catch {
      // Whatever broke it: it is asked how things stand, and a new stream is tried.
    }
    clearTimeout(timer);
  }

  async function run(): Promise<void> {
    for (;;) {
      const abort = new AbortController();
      current = abort;
      await follow(abort);
      if (current !== abort) continue;
      await ask().catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  }

  return {
    start: () => void run(),
    restart: () => current.abort(),
  };
}
