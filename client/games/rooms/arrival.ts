import { levelOf } from '../../../shared/games/rooms/levels.ts';
import type { RoomView } from '../../../shared/games/rooms/protocol.ts';
import { isOpenLevel } from './open-level.ts';

/**
 * A page opened from the card of a room (`?room=`) takes a seat at a table of its stake, once, unless the player has a seat. A
 * seat is free: the player confirms each hand before its stake is taken. A level above the highest stake of the site stays in the lobby, which
 * names the reason.
 */
export function createArrival(address: string, sit: (level: string) => void): (view: RoomView) => void {
  let level = levelOf(new URL(address).searchParams.get('room') ?? '');
  return (view) => {
    const wanted = level;
    level = undefined;
    if (wanted === undefined || view.kind !== 'lobby') return;
    const chosen = view.levels.find((one) => one.level === wanted);
    if (chosen && isOpenLevel(view, chosen)) sit(wanted);
  };
}
