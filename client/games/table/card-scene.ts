import type { TableOutcome } from '../../../shared/games/live/table.ts';
import { cardFace } from '../duel/card.ts';
import { h, prefersReducedMotion, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import type { Scene } from './table-parts.ts';

export interface Seat {
  readonly id: string;
  readonly name: string;
  readonly places: number;
}
/** A card to deal: its position, the card, and the pause before it. */
export interface Dealt {
  readonly seat: string;
  readonly card: number;
  readonly pauseMs: number;
}
export interface CardGame {
  readonly seats: readonly Seat[];
  order(outcome: TableOutcome): readonly Dealt[];
  /** The total of a hand, shown next to its name; empty before the first card. */
  count(cards: readonly number[]): string;
  winner(outcome: TableOutcome): string;
  /** The result in two or three words. */
  title(outcome: TableOutcome): string;
}

const FLIGHT_MS = 420;
const FLIP_MS = 320;

/** Hands of cards that are dealt from the shoe and turned over. Only transform and opacity are animated. */
export function createCardScene({ sound }: Pick<GameContext, 'sound'>, game: CardGame): Scene {
  const seats = new Map(game.seats.map((seat) => [seat.id, createSeat(seat)]));
  const shoe = h('div', { class: 'shoe', 'aria-hidden': 'true' }, h('i', {}), h('i', {}), h('i', {}));
  const element = h('div', { class: 'card-scene' }, shoe, ...[...seats.values()].map((seat) => seat.element));
  let showing = 0;

  function clear(): void {
    showing += 1;
    element.classList.remove('done');
    for (const seat of seats.values()) seat.clear();
  }

  function finish(outcome: TableOutcome): void {
    const winner = game.winner(outcome);
    for (const [id, seat] of seats) seat.element.classList.toggle('won', id === winner);
    element.classList.add('done');
    element.dataset.winner = winner;
  }

  return {
    element,
    clear,
    wait: () => undefined,
    title: game.title,
    async reveal(outcome, elapsedMs) {
      clear();
      const mine = showing;
      const cards = game.order(outcome);
      const whole = cards.reduce((sum, { pauseMs }) => sum + pauseMs + FLIGHT_MS + FLIP_MS, 0);
      const still = prefersReducedMotion() || elapsedMs > whole / 2;
      for (const { seat, card, pauseMs } of cards) {
        if (!still) await pause(pauseMs);
        if (mine !== showing) return;
        await seats.get(seat)?.take(card, shoe, still);
        if (!still) sound.tick();
      }
      if (mine === showing) finish(outcome);
    },
  };

  function createSeat({ id, name, places }: Seat) {
    const count = h('b', { class: 'seat-count' });
    const slots = Array.from({ length: places }, () => h('div', { class: 'card-slot' }));
    const seat = h(
      'div',
      { class: `card-seat seat-${id}` },
      h('p', { class: 'seat-name' }, name, count),
      h('div', { class: `card-row places-${places}` }, ...slots),
    );
    const held: number[] = [];
    return {
      element: seat,
      clear() {
        held.length = 0;
        for (const slot of slots) slot.replaceChildren();
        setText(count, '');
        seat.classList.remove('won');
      },
      async take(card: number, from: HTMLElement, still: boolean): Promise<void> {
        const slot = slots[held.length];
        if (!slot) return;
        held.push(card);
        const flyer = h('div', { class: 'flyer' }, cardFace(undefined));
        slot.replaceChildren(flyer);
        if (!still) await fly(flyer, from);
        const face = h('div', { class: 'flyer' }, cardFace(card));
        if (!still) await turn(flyer, 'rotateY(0deg)', 'rotateY(90deg)');
        slot.replaceChildren(face);
        setText(count, game.count(held));
        if (!still) await turn(face, 'rotateY(-90deg)', 'rotateY(0deg)');
      },
    };
  }
}

function fly(card: HTMLElement, from: HTMLElement): Promise<unknown> {
  const [start, end] = [from.getBoundingClientRect(), card.getBoundingClientRect()];
  const [x, y] = [start.left - end.left, start.top - end.top];
  const frames = [
    { transform: `translate(${x}px, ${y}px) rotate(-34deg) scale(0.6)`, opacity: 0.4 },
    { transform: 'none', opacity: 1 },
  ];
  return card.animate(frames, { duration: FLIGHT_MS, easing: 'cubic-bezier(.2,.75,.25,1)' }).finished;
}

function turn(card: HTMLElement, from: string, to: string): Promise<unknown> {
  return card.animate([{ transform: from }, { transform: to }], { duration: FLIP_MS / 2, easing: 'ease-in-out' }).finished;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
