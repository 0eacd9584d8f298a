import { comboOf, powerOf } from '../../../shared/games/rooms/combos.ts';
import type { EndedHand, RoomView, TableView } from '../../../shared/games/rooms/protocol.ts';
import { type HandState, refusalOf, suggestion } from '../../../shared/games/rooms/thirteen.ts';
import type { GameContext, PageView } from '../lib/game-view.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { ServerClock } from '../match/match-clock.ts';
import { createRoomControls, iAmReady } from './room-controls.ts';
import { createRoomScreens } from './room-screens.ts';

export interface RoomSight {
  table(): TableView | undefined;
  last(): EndedHand | null;
}

/** Actions of the player's controls. */
export interface RoomActions {
  sit(level: string): void;
  ready(ready: boolean): void;
  move(cards: readonly number[]): void;
  /** The practice table was opened, changed or left. */
  practised(on: boolean): void;
}

export interface RoomPageView extends PageView, RoomSight {
  show(view: RoomView, trial: boolean): void;
  isPractising(): boolean;
  endPractice(): void;
  tick(): void;
  /** Action of the main button. */
  act(): void;
}

/** Lobby and table of the rooms, with the buttons for the current state. */
export function createRoomView(game: GameContext, clock: ServerClock, actions: RoomActions): RoomPageView {
  const { t } = game;
  let locked = true;
  const screens = createRoomScreens(game, clock, { sit: actions.sit, practised: actions.practised, changed: render });
  const { practice } = screens;
  const controls = createRoomControls(t, { pass: () => play([]), hint: showHint, main: act });

  const atTurn = () => {
    const view = screens.sitting();
    return view?.hand && view.hand.turn === view.seat ? view : undefined;
  };

  function act(): void {
    const view = screens.sitting();
    if (!view) return;
    if (view.state === 'waiting') {
      if (practice.view()) practice.deal();
      else actions.ready(!iAmReady(view));
      return;
    }
    const problem = problemOf(view, screens.hand().chosen);
    if (problem) game.showMessage(t(problem));
    else play(screens.hand().chosen);
  }

  function play(cards: readonly number[]): void {
    if (practice.view()) practice.move(cards);
    else actions.move(cards);
  }

  function showHint(): void {
    const view = atTurn();
    if (!view) return;
    const cards = suggestion(ownState(view));
    screens.hand().choose(cards);
    if (cards.length === 0) game.showMessage(t('studio.room_no_hint'));
  }

  function render(): void {
    const view = screens.sitting();
    if (!view) {
      controls.hide();
      return;
    }
    const isPlayable = !atTurn() || problemOf(view, screens.hand().chosen) === undefined;
    controls.show({ view, locked, isPlayable, isPractice: practice.view() !== undefined, stake: game.money(view.stake) });
  }

  return {
    motif: 'waves',
    stage: screens.element,
    controls: controls.element,
    actionLabel: t('studio.room_play'),
    open() {},
    readBet: () => ({ total: unitsOf(screens.seated()?.stake ?? '0.0000') }),
    lock(on) {
      locked = on;
      screens.lock(on);
      render();
    },
    table: screens.seated,
    isPractising: () => practice.view() !== undefined,
    endPractice: practice.close,
    last: screens.last,
    show(view, trial) {
      screens.show(view, trial);
      render();
    },
    tick: screens.tick,
    act: controls.press,
  };
}

/** The hand as far as the player knows it: sufficient to validate a move. */
function ownState({ hand }: TableView): HandState {
  const trick = hand?.trick ? { player: 1, cards: hand.trick.cards } : null;
  return { hands: [hand?.mine ?? []], turn: 0, trick, passed: [], opening: hand?.opening ?? null, winner: null };
}

/** Locale key of why the cards may not be played. */
function problemOf(view: TableView, cards: readonly number[]): string | undefined {
  if (cards.length === 0) return 'studio.room_choose';
  const refusal = refusalOf(ownState(view), { player: 0, cards });
  return refusal && `studio.room_problem_${refusal}`;
}

/** Cards with the highest last: used for screen readers. */
export function inOrder(cards: readonly number[]): readonly number[] {
  return comboOf(cards) ? [...cards].sort((one, other) => powerOf(one) - powerOf(other)) : cards;
}
