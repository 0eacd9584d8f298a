import type { TableView } from '../../../shared/games/rooms/protocol.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { button, h, isHeld, pressOnce, setHeld, setText } from '../lib/dom.ts';
import { icon } from '../lib/icons.ts';

/** The table for which the buttons are shown. */
export interface ControlState {
  readonly view: TableView;
  readonly locked: boolean;
  /** The chosen cards may be played. */
  readonly isPlayable: boolean;
  readonly isPractice: boolean;
  /** As shown, with the currency symbol. */
  readonly stake: string;
}

export interface RoomControls {
  readonly element: HTMLElement;
  hide(): void;
  show(state: ControlState): void;
  /** Presses the main button. */
  press(): void;
}

/** Pass, hint, and the main button: it plays the chosen cards, and between hands it confirms the next one. */
export function createRoomControls(
  t: Translate,
  on: { readonly pass: () => void; readonly hint: () => void; readonly main: () => void },
): RoomControls {
  const pass = button(t('studio.room_pass'), { class: 'button room-pass' }, () => {
    if (!isHeld(pass)) on.pass();
  });
  const hintText = t('studio.room_hint');
  const hint = button(icon('bulb'), { class: 'button room-hint', 'aria-label': hintText, title: hintText }, () => {
    if (!isHeld(hint)) on.hint();
  });
  const label = h('span', {});
  const main = button(label, { class: 'action room-main' }, press);
  pressOnce(main);
  const element = h('div', { class: 'room-controls', hidden: true }, pass, hint, main);

  function press(): void {
    if (!isHeld(main)) on.main();
  }

  return {
    element,
    hide() {
      element.hidden = true;
    },
    show({ view, locked, isPlayable, isPractice, stake }) {
      element.hidden = false;
      const isMyTurn = !locked && view.hand !== null && view.hand.turn === view.seat;
      const isReady = iAmReady(view);
      const waits = view.state === 'waiting';
      pass.hidden = waits;
      hint.hidden = waits;
      setHeld(pass, !isMyTurn || view.hand?.trick === null);
      setHeld(hint, !isMyTurn);
      setHeld(main, waits ? locked : !isMyTurn);
      main.classList.toggle('incomplete', isMyTurn && !isPlayable);
      main.classList.toggle('taken-back', waits && isReady && !isPractice);
      const text = waits ? (isReady ? 'studio.room_unready' : 'studio.room_ready') : 'studio.room_play';
      const deal = view.last ? 'studio.room_practice_deal' : 'studio.room_practice_begin';
      setText(label, isPractice && waits ? t(deal) : t(text, { amount: stake }));
    },
    press,
  };
}

export function iAmReady(view: TableView): boolean {
  return view.players.some((player) => player.you && player.ready);
}
