import { levelOf } from '../../../shared/studio/rooms/levels.ts';
import type { RoomView } from '../../../shared/studio/rooms/protocol.ts';

/**
 * Whoever comes by the card of a room (`?room=`) is led to a table of its stake, once, unless a seat is held already. A seat
 * costs nothing: a hand is paid for on the player's own word alone.
 */
export function createArrival(address: string, sit: (level: string) => void): (view: RoomView) => void {
  let level = levelOf(new URL(address).searchParams.get('room') ?? '');
  return ({ kind }) => {
    const wanted = level;
    level = undefined;
    if (wanted !== undefined && kind === 'lobby') sit(wanted);
  };
}
