import { type Failure, StudioFailure } from '../lib/api.ts';
import { sleep } from '../lib/attempt.ts';
import { readEvents } from './event-stream.ts';

export interface Following<View> {
  /** True when this was the last one: nothing is followed any more. */
  seen(view: View): boolean;
  /** The connection is gone, and is being made anew; `false` once it is there again. */
  lost(on: boolean): void;
  /** It will not come back. */
  ended(code: Failure): void;
}

const PAUSES_MS = [500, 1_000, 2_000, 4_000];
/** Without a sign of life for so long a connection is dead: the studio speaks every five seconds. */
const SILENCE_MS = 15_000;
/** A page that was loaded anew may come before its last stream is known to be closed. */
const FULL_TRIES = 2;
const FINAL: readonly Failure[] = ['session_expired', 'game_not_found', 'player_blocked', 'bad_request'];

/** Follows what a stream tells as long as the page is there, and finds back after every break where it left off. */
export async function followStream<View>(
  open: (lastEventId: string, signal: AbortSignal) => Promise<ReadableStream<Uint8Array>>,
  following: Following<View>,
  wait = sleep,
): Promise<void> {
  let last = '';
  for (let failures = 0; ; ) {
    const connection = new AbortController();
    let isFull = false;
    try {
      const stream = await open(last, connection.signal);
      following.lost(false);
      for await (const { id, data } of readEvents(watched(stream, () => connection.abort()))) {
        failures = 0;
        last = id;
        if (following.seen(JSON.parse(data) as View)) return connection.abort();
      }
    } catch (error) {
      const code = error instanceof StudioFailure ? error.code : 'offline';
      isFull = code === 'too_many_streams';
      if (FINAL.includes(code) || (isFull && failures >= FULL_TRIES)) return following.ended(code);
    }
    if (!isFull) following.lost(true);
    await wait(PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0);
    failures += 1;
  }
}

/** The stream, given up when nothing has come for too long. */
function watched(stream: ReadableStream<Uint8Array>, giveUp: () => void): ReadableStream<Uint8Array> {
  let timer = setTimeout(giveUp, SILENCE_MS);
  return stream.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        clearTimeout(timer);
        timer = setTimeout(giveUp, SILENCE_MS);
        controller.enqueue(chunk);
      },
      flush: () => clearTimeout(timer),
    }),
  );
}
