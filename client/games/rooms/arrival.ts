import { levelOf } from '../../../shared/games/rooms/levels.ts';
import type { RoomView } from '../../../shared/games/rooms/protocol.ts';

/**
 * A page opened from the card of a room (`?room=`) takes a seat at a table of its stake, once, unless the player has a seat. A
 * seat is free: the player confirms each hand before its stake is taken.
 */
export function createArrival(address: string, sit: (level: string) => void): (view: RoomView) => void {
  let level = levelOf(new URL(address).searchParams.get('room') ?? '');
  return ({ kind }) => {
    const wanted = level;
    level = undefined;
    if (wanted !== undefined && kind === 'lobby') sit(wanted);
  };
}
