import { ROOM_SEATS, ROOM_TURN_MS } from '../../../shared/games/rooms/levels.ts';
import type { TableView } from '../../../shared/games/rooms/protocol.ts';
import { cardFace } from '../duel/card.ts';
import { cardName } from '../lib/card-name.ts';
import { h, prefersReducedMotion, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import type { ServerClock } from '../match/match-clock.ts';
import { createHandView, type HandView } from './hand-view.ts';
import { resultPanel } from './result-view.ts';
import { createSeatView } from './seat-view.ts';
import { statusText } from './status.ts';

export interface RoomTable {
  readonly element: HTMLElement;
  readonly hand: HandView;
  show(view: TableView): void;
  /** Called once a second: updates the countdowns. */
  tick(): void;
}

const FLIGHT_MS = 180;

/** The table from the player's side: the others opposite, the trick in the middle, the own cards in front. */
export function createRoomTable(game: GameContext, clock: ServerClock, changed: () => void, textOf = statusText): RoomTable {
  const { t } = game;
  const seats = Array.from({ length: ROOM_SEATS }, () => createSeatView(game));
  const [mine, ...others] = seats;
  const status = h('p', { class: 'room-status' });
  const trick = createTrickView(game);
  const middle = h('div', { class: 'room-middle' }, trick.element);
  const hand = createHandView(game, changed);
  const element = h(
    'div',
    { class: 'room-table' },
    h('ol', { class: 'room-others', 'aria-label': t('studio.room_players') }, ...others.map((seat) => seat.element)),
    h('div', { class: 'room-felt' }, middle, status),
    h('ol', { class: 'room-own', 'aria-label': t('studio.room_you') }, mine?.element),
    hand.element,
  );
  let now: TableView | undefined;
  let displayedTurn = '';

  function showTurn(view: TableView): void {
    const turn = view.hand ? `${view.hand.handId}/${view.hand.step}/${view.dueAt}` : '';
    if (turn === displayedTurn) return;
    displayedTurn = turn;
    const left = view.dueAt ? Date.parse(view.dueAt) - clock.now() : 0;
    for (const [place, seat] of seats.entries()) {
      const isAtTurn = view.hand !== null && view.hand.turn === (view.seat + place) % ROOM_SEATS;
      seat.time(isAtTurn ? { milliseconds: left, of: ROOM_TURN_MS } : null);
    }
  }

  return {
    element,
    hand,
    show(view) {
      now = view;
      element.dataset.state = view.state;
      for (const [place, seat] of seats.entries()) {
        const number = (view.seat + place) % ROOM_SEATS;
        seat.show(
          view.players.find((player) => player.seat === number),
          view.hand?.turn === number,
        );
      }
      hand.show(view.hand?.mine ?? []);
      hand.lock(view.hand?.turn !== view.seat);
      const isOver = view.state === 'waiting' && view.last !== null;
      if (isOver && view.last) middle.replaceChildren(resultPanel(view.last, view, game));
      else if (trick.element.parentElement !== middle) middle.replaceChildren(trick.element);
      trick.show(view);
      showTurn(view);
      this.tick();
    },
    tick() {
      if (now) setText(status, textOf(now, clock.now(), t));
    },
  };
}

/** Where the cards of a player come from, in pixels from the middle, by place from the own one. */
const TRICK_FROM: readonly (readonly [x: number, y: number])[] = [
  [0, 90],
  [-90, -60],
  [0, -90],
  [90, -60],
];

/** The cards to beat, in the middle of the table. */
function createTrickView({ t, sound }: GameContext) {
  const element = h('div', { class: 'room-trick' });
  let displayed = '';
  return {
    element,
    show(view: TableView): void {
      const on = view.hand?.trick ?? null;
      const id = on ? `${view.hand?.handId}/${on.seat}/${on.cards.join()}` : '';
      if (id === displayed) return;
      displayed = id;
      element.replaceChildren(
        ...(on?.cards ?? []).map((card) =>
          h('span', { class: 'room-trick-card', role: 'img', 'aria-label': cardName(card, t) }, cardFace(card)),
        ),
      );
      element.dataset.count = String(on?.cards.length ?? 0);
      if (!on || prefersReducedMotion()) return;
      const place = (on.seat - view.seat + ROOM_SEATS) % ROOM_SEATS;
      const [x, y] = TRICK_FROM[place] ?? [0, 0];
      element.animate(
        [
          { transform: `translate(${x}px, ${y}px) scale(0.8)`, opacity: 0 },
          { transform: 'none', opacity: 1 },
        ],
        {
          duration: FLIGHT_MS,
          easing: 'cubic-bezier(.2,.8,.2,1)',
        },
      );
      sound.tick();
    },
  };
}
