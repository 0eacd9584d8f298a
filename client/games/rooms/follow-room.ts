import type { RoomView } from '../../../shared/games/rooms/protocol.ts';
import type { StudioApi } from '../lib/api.ts';
import { sleep } from '../lib/attempt.ts';
import { type Following as Follow, followStream } from './follow-stream.ts';

export interface Following extends Omit<Follow<RoomView>, 'seen'> {
  seen(view: RoomView): void;
}

/** Follows the player's room; ends when the seat has moved to another page. */
export function followRoom(api: Pick<StudioApi, 'roomStream'>, following: Following, wait = sleep): Promise<void> {
  return followStream<RoomView>(
    api.roomStream,
    {
      ...following,
      seen(view) {
        following.seen(view);
        if (view.kind === 'elsewhere') following.ended('seat_elsewhere');
        return view.kind === 'elsewhere';
      },
    },
    wait,
  );
}
