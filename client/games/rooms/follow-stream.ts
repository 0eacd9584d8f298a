import { type Failure, StudioFailure } from '../lib/api.ts';
import { sleep } from '../lib/attempt.ts';
import { readEvents } from './event-stream.ts';

export interface Following<View> {
  /** Returns true to end following. */
  seen(view: View): boolean;
  /** `true`: the connection is lost and being reopened; `false`: it is open again. */
  lost(on: boolean): void;
  /** The stream has ended for good. */
  ended(code: Failure): void;
}

const PAUSES_MS = [500, 1_000, 2_000, 4_000];
/** A connection without data for this long is dead: the studio sends a heartbeat every five seconds. */
const SILENCE_MS = 15_000;
/** A reloaded page may connect before the studio has closed its previous stream. */
const FULL_TRIES = 2;
const FINAL: readonly Failure[] = ['session_expired', 'game_not_found', 'player_blocked', 'bad_request'];

/** Follows a stream until it ends for good, and resumes after every break at the last received event. */
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

/** The stream with a watchdog: `giveUp` runs after too long without data. */
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
