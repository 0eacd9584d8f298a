import { StudioFailure } from '../lib/api.ts';
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
  poll(): Promise<unknown>;
  dispatch(name: string, data: unknown): void;
  /** Neither a stream nor a question comes through; `false` once something is heard again. */
  lost(on: boolean): void;
  /** The player has as many streams open as anybody may: there is none here before `restart`. */
  full(): void;
}

/** The server says something every ten seconds; a proxy that keeps it all to itself is as good as none. */
const SILENCE_MS = 14_000;
const PAUSE_MS = 2_000;
/** A page that was loaded anew may come before its last stream is known to be closed. */
const FULL_TRIES = 3;

/** Follows by a stream, after a drop by a new one, and by asking again and again where no stream comes through. */
export function createFollower({ open, poll, dispatch, lost, full }: StreamSource, wait = sleep): Follower {
  let current = new AbortController();
  let isRestarting = false;
  /** As it was told last; undefined when it has to be told anew. */
  let isLost: boolean | undefined = false;
  let resume: () => void = () => undefined;

  function setConnected(through: boolean): void {
    if (isLost === !through) return;
    isLost = !through;
    lost(isLost);
  }

  /** Resolves to true when the stream was refused because there are too many. */
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
      // Whatever else broke it: it is asked how things stand, and a new stream is tried.
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
