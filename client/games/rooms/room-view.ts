import { comboOf, powerOf } from '../../../shared/games/rooms/combos.ts';
import type { EndedHand, RoomView, TableView } from '../../../shared/games/rooms/protocol.ts';
import { type HandState, refusalOf, suggestion } from '../../../shared/games/rooms/thirteen.ts';
import { button, h, isHeld, pressOnce, setHeld, setText } from '../lib/dom.ts';
import type { GameContext, PageView } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import { unitsOf } from '../lib/stakes.ts';
import type { ServerClock } from '../match/match-clock.ts';
import { createRoomLobby } from './lobby-view.ts';
import { createPractice } from './practice.ts';
import { createPracticeTable, randomSeed } from './practice-table.ts';
import { createRoomTable } from './table-view.ts';

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
  let now: RoomView | undefined;
  let locked = true;
  const practice = createPractice({
    changed: () => {
      actions.practised(practice.view() !== undefined);
      swap();
      render();
    },
    later: (task, milliseconds) => void setTimeout(task, milliseconds),
    newSeed: randomSeed,
    now: clock.now,
  });
  const lobby = createRoomLobby(game, actions.sit, practice.open);
  const table = createRoomTable(game, clock, render);
  const training = createPracticeTable(game, clock, render);
  const stage = h('div', { class: 'rooms' }, lobby.element);
  const pass = button(t('studio.room_pass'), { class: 'button room-pass' }, () => {
    if (!isHeld(pass)) play([]);
  });
  const hint = button(
    icon('bulb'),
    { class: 'button room-hint', 'aria-label': t('studio.room_hint'), title: t('studio.room_hint') },
    showHint,
  );
  const label = h('span', {});
  const main = button(label, { class: 'action room-main' }, () => act());
  pressOnce(main);
  const controls = h('div', { class: 'room-controls', hidden: true }, pass, hint, main);

  const seated = () => (now?.kind === 'table' ? now : undefined);
  const sitting = () => practice.view() ?? seated();
  const chosen = () => (practice.view() ? training : table).hand;
  const atTurn = () => {
    const view = sitting();
    return view?.hand && view.hand.turn === view.seat ? view : undefined;
  };

  function act(): void {
    const view = sitting();
    if (!view || isHeld(main)) return;
    if (view.state === 'waiting') {
      if (practice.view()) practice.deal();
      else actions.ready(!iAmReady(view));
      return;
    }
    const problem = problemOf(view, chosen().chosen);
    if (problem) game.showMessage(t(problem));
    else play(chosen().chosen);
  }

  function play(cards: readonly number[]): void {
    if (practice.view()) practice.move(cards);
    else actions.move(cards);
  }

  /** Shows the current screen on the stage. */
  function swap(): void {
    const trained = practice.view();
    if (trained) training.show(trained);
    const current = trained ? training.element : now?.kind === 'table' ? table.element : lobby.element;
    if (current.parentElement !== stage) stage.replaceChildren(current);
  }

  function showHint(): void {
    const view = atTurn();
    if (!view || isHeld(hint)) return;
    const cards = suggestion(ownState(view));
    chosen().choose(cards);
    if (cards.length === 0) game.showMessage(t('studio.room_no_hint'));
  }

  function render(): void {
    const view = sitting();
    controls.hidden = !view;
    if (!view) return;
    const turn = !locked && atTurn() !== undefined;
    const isReady = iAmReady(view);
    const waits = view.state === 'waiting';
    pass.hidden = waits;
    hint.hidden = waits;
    setHeld(pass, !turn || view.hand?.trick === null);
    setHeld(hint, !turn);
    setHeld(main, waits ? locked : !turn);
    main.classList.toggle('incomplete', turn && problemOf(view, chosen().chosen) !== undefined);
    main.classList.toggle('taken-back', waits && isReady && !practice.view());
    const text = waits ? (isReady ? 'studio.room_unready' : 'studio.room_ready') : 'studio.room_play';
    const deal = view.last ? 'studio.room_practice_deal' : 'studio.room_practice_begin';
    setText(label, practice.view() && waits ? t(deal) : t(text, { amount: game.money(view.stake) }));
  }

  return {
    motif: 'waves',
    stage,
    controls,
    actionLabel: t('studio.room_play'),
    open() {},
    readBet: () => ({ total: unitsOf(seated()?.stake ?? '0.0000') }),
    lock(on) {
      locked = on;
      lobby.lock(on);
      render();
    },
    table: seated,
    isPractising: () => practice.view() !== undefined,
    endPractice: practice.close,
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
      render();
    },
    tick: () => table.tick(),
    act,
  };
}

export function iAmReady(view: TableView): boolean {
  return view.players.some((player) => player.you && player.ready);
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
