import type { EndedHand, RoomView, TableView } from '../../../shared/games/rooms/protocol.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import type { ServerClock } from '../match/match-clock.ts';
import type { HandView } from './hand-view.ts';
import { createRoomLobby } from './lobby-view.ts';
import { createPractice, type Practice } from './practice.ts';
import { createPracticeTable, randomSeed } from './practice-table.ts';
import { createRoomTable } from './table-view.ts';

/** Lobby, table and practice table, of which one is on the stage. */
export interface RoomScreens {
  readonly element: HTMLElement;
  readonly practice: Practice;
  /** The player's table of the studio. */
  seated(): TableView | undefined;
  /** The table on the stage: at practice, or of the studio. */
  sitting(): TableView | undefined;
  /** The player's cards at the table on the stage. */
  hand(): HandView;
  /** The last hand at a table of the studio. */
  last(): EndedHand | null;
  show(view: RoomView, trial: boolean): void;
  lock(on: boolean): void;
  tick(): void;
}

export interface ScreenEvents {
  sit(level: string): void;
  /** The practice table was opened, changed or left. */
  practised(on: boolean): void;
  /** The practice, or the chosen cards, have changed. */
  changed(): void;
}

export function createRoomScreens(game: GameContext, clock: ServerClock, events: ScreenEvents): RoomScreens {
  let now: RoomView | undefined;
  const practice = createPractice({
    changed: () => {
      events.practised(practice.view() !== undefined);
      swap();
      events.changed();
    },
    later: (task, milliseconds) => void setTimeout(task, milliseconds),
    newSeed: randomSeed,
    now: clock.now,
  });
  const lobby = createRoomLobby(game, events.sit, practice.open);
  const table = createRoomTable(game, clock, events.changed);
  const training = createPracticeTable(game, clock, events.changed);
  const element = h('div', { class: 'rooms' }, lobby.element);
  const seated = () => (now?.kind === 'table' ? now : undefined);

  /** Shows the current screen on the stage. */
  function swap(): void {
    const trained = practice.view();
    if (trained) training.show(trained);
    const current = trained ? training.element : now?.kind === 'table' ? table.element : lobby.element;
    if (current.parentElement !== element) element.replaceChildren(current);
  }

  return {
    element,
    practice,
    seated,
    sitting: () => practice.view() ?? seated(),
    hand: () => (practice.view() ? training : table).hand,
    last: () => (now && now.kind !== 'elsewhere' ? now.last : null),
    show(view, trial) {
      now = view;
      if (view.kind === 'lobby') lobby.show(view, trial);
      if (view.kind === 'table') {
        // A seat at a table of the studio ends the practice.
        if (practice.view()) practice.close();
        table.show(view);
      }
      swap();
    },
    lock: lobby.lock,
    tick: () => table.tick(),
  };
}
