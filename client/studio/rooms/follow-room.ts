import type { RoomView } from '../../../shared/studio/rooms/protocol.ts';
import { type Failure, type StudioApi, StudioFailure } from '../lib/api.ts';
import { sleep } from '../lib/attempt.ts';
import { readEvents } from './event-stream.ts';

export interface Following {
  seen(view: RoomView): void;
  /** The connection is gone, and is being made anew; `false` once it is there again. */
  lost(on: boolean): void;
  /** It will not come back. */
  ended(code: Failure): void;
}

const PAUSES_MS = [500, 1_000, 2_000, 4_000];
/** Without a sign of life for so long a connection is dead: the studio speaks every five seconds. */
const SILENCE_MS = 15_000;
const FINAL: readonly Failure[] = ['session_expired', 'game_not_found', 'player_blocked', 'bad_request'];

/** Follows the room as long as the page is there, and finds back after every break where it left off. */
export async function followRoom(api: Pick<StudioApi, 'roomStream'>, following: Following, wait = sleep): Promise<void> {
  let last = '';
  for (let failures = 0; ; ) {
    try {
      const gone = new AbortController();
      const stream = await api.roomStream(last, gone.signal);
      following.lost(false);
      for await (const { id, data } of readEvents(watched(stream, () => gone.abort()))) {
        failures = 0;
        last = id;
        const view = JSON.parse(data) as RoomView;
        following.seen(view);
        if (view.kind === 'elsewhere') return following.ended('seat_elsewhere');
      }
    } catch (error) {
      if (error instanceof StudioFailure && FINAL.includes(error.code)) return following.ended(error.code);
    }
    following.lost(true);
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
