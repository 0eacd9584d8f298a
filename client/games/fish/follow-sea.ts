import type { SeaSight, SeaView } from '../../../shared/games/sea/protocol.ts';
import type { StudioApi } from '../lib/api.ts';
import { createServerClock, type ServerClock } from '../match/match-clock.ts';
import { followStream } from '../rooms/follow-stream.ts';

/** The shared sea; undefined without one. */
export interface SharedSea {
  readonly sight: SeaSight | undefined;
  readonly clock: ServerClock;
  /** Takes a seat, unless the player has one or it was moved to another page. */
  join(): void;
  /** The studio has reported the seat as lost. */
  left(): void;
}

/** Follows the shared sea and reports every change; without one the game continues with a local sea. */
export function createSharedSea(
  api: Pick<StudioApi, 'seaStream'>,
  { changed, lost }: { changed(sight: SeaSight | undefined): void; lost(on: boolean): void },
): SharedSea {
  const clock = createServerClock();
  let sight: SeaSight | undefined;
  let state: 'out' | 'in' | 'elsewhere' = 'out';
  /** Number of times a seat was taken: events of an older stream are ignored. */
  let times = 0;
  let isLost = false;

  function show(next: SeaSight | undefined): void {
    // The clock does not change within a sea, so that no animal jumps.
    if (next && next.seaId !== sight?.seaId) clock.set(next.now);
    sight = next;
    changed(next);
  }

  function end(how: 'out' | 'elsewhere'): void {
    state = how;
    times += 1;
    show(undefined);
  }

  function join(): void {
    if (state !== 'out') return;
    state = 'in';
    times += 1;
    const mine = times;
    void followStream<SeaView>(api.seaStream, {
      seen(view) {
        if (mine !== times) return true;
        if (view.kind === 'sea') show(view);
        else end(view.kind);
        return view.kind !== 'sea';
      },
      lost(on) {
        if (mine !== times || on === isLost) return;
        isLost = on;
        lost(on);
      },
      ended() {
        if (mine === times) end('out');
      },
    });
  }

  return {
    clock,
    join,
    get sight() {
      return sight;
    },
    left() {
      if (state === 'in') end('out');
    },
  };
}
