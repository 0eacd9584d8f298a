import type { LobbyLevel, RoomView } from '../../../shared/studio/rooms/protocol.ts';

export interface Newcomers {
  /** A level where nobody was, and somebody is now. */
  readonly level: LobbyLevel | undefined;
  /** Name of somebody who has sat down at the player's own table. */
  readonly alias: number | undefined;
}

const NONE: Newcomers = { level: undefined, alias: undefined };

/** Compares what is seen with what was seen before: who has sat down since. */
export function createNewcomers(): (view: RoomView) => Newcomers {
  let before: RoomView | undefined;

  return (view) => {
    const last = before;
    before = view;
    if (view.kind === 'lobby' && last?.kind === 'lobby') {
      const wasEmpty = (name: string) => last.levels.some(({ level, players }) => level === name && players === 0);
      return { ...NONE, level: view.levels.find(({ level, players }) => players > 0 && wasEmpty(level)) };
    }
    if (view.kind === 'table' && last?.kind === 'table' && view.nr === last.nr) {
      const isNew = (seat: number, alias: number) => !last.players.some((player) => player.seat === seat && player.alias === alias);
      return { ...NONE, alias: view.players.find(({ seat, alias, you, bot }) => !you && !bot && isNew(seat, alias))?.alias };
    }
    return NONE;
  };
}
