import { StudioFailure } from '../lib/api.ts';
import { sleep } from '../lib/attempt.ts';
import { readStream } from './read-stream.ts';

export interface Follower {
  start(): void;
  /** Opens a new stream: for the player's own bets after a session has opened, or after data has stopped. */
  restart(): void;
}

/** The source of a page's public events. */
export interface StreamSource {
  open(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** Requests the current state when no stream can be opened. */
  poll(): Promise<unknown>;
  dispatch(name: string, data: unknown): void;
  /** `true`: stream and poll fail; `false`: data arrives again. */
  lost(on: boolean): void;
  /** The player has reached the limit of open streams: none is opened before `restart`. */
  full(): void;
}

/** The server sends data every ten seconds; a stream that a proxy buffers counts as broken. */
const SILENCE_MS = 14_000;
const PAUSE_MS = 2_000;
/** A reloaded page may connect before the studio has closed its previous stream. */
const FULL_TRIES = 3;

/** Follows a stream, reopens it after a drop, and polls while no stream can be opened. */
export function createFollower({ open, poll, dispatch, lost, full }: StreamSource, wait = sleep): Follower {
  let current = new AbortController();
  let isRestarting = false;
  /** The last reported state; undefined if it must be reported again. */
  let isLost: boolean | undefined = false;
  let resume: () => void = () => undefined;

  function setConnected(through: boolean): void {
    if (isLost === !through) return;
    isLost = !through;
    lost(isLost);
  }

  /** Resolves to true if the stream was rejected because there are too many. */
  async function follow(abort: AbortController): Promise<boolean> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watchdog = () => {
      setConnected(true);
      clearTimeout(timer);
      timer = setTimeout(() => abort.abort(), SILENCE_MS);
    };
    try {
      timer = setTimeout(() => abort.abort(), SILENCE_MS);
      await readStream(await open(abort.signal), watchdog, dispatch);
    } catch (error) {
      // After any other failure the state is polled and a new stream is opened.
      return error instanceof StudioFailure && error.code === 'too_many_streams';
    } finally {
      clearTimeout(timer);
    }
    return false;
  }

  async function run(): Promise<void> {
    for (let refused = 0; ; ) {
      isRestarting = false;
      current = new AbortController();
      refused = (await follow(current)) ? refused + 1 : 0;
      if (isRestarting) continue;
      setConnected(
        await poll().then(
          () => true,
          () => false,
        ),
      );
      if (refused < FULL_TRIES) {
        await wait(PAUSE_MS);
        continue;
      }
      full();
      await new Promise<void>((resolve) => {
        resume = resolve;
      });
      refused = FULL_TRIES - 1;
    }
  }

  return {
    start: () => void run(),
    restart() {
      isRestarting = true;
      isLost = undefined;
      current.abort();
      resume();
    },
  };
}
