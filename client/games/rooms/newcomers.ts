import type { LobbyLevel, RoomView } from '../../../shared/games/rooms/protocol.ts';
import { isOpenLevel } from './open-level.ts';

export interface Newcomers {
  /** A level that has its first player. */
  readonly level: LobbyLevel | undefined;
  /** Alias of a new player at the player's own table. */
  readonly alias: number | undefined;
}

const NONE: Newcomers = { level: undefined, alias: undefined };

/** Compares each view with the previous one and returns new players. */
export function createNewcomers(): (view: RoomView) => Newcomers {
  let before: RoomView | undefined;

  return (view) => {
    const last = before;
    before = view;
    if (view.kind === 'lobby' && last?.kind === 'lobby') {
      const wasEmpty = (name: string) => last.levels.some(({ level, players }) => level === name && players === 0);
      return { ...NONE, level: view.levels.find((one) => one.players > 0 && wasEmpty(one.level) && isOpenLevel(view, one)) };
    }
    if (view.kind === 'table' && last?.kind === 'table' && view.nr === last.nr) {
      const isNew = (seat: number, alias: number) => !last.players.some((player) => player.seat === seat && player.alias === alias);
      return { ...NONE, alias: view.players.find(({ seat, alias, you, bot }) => !you && !bot && isNew(seat, alias))?.alias };
    }
    return NONE;
  };
}
