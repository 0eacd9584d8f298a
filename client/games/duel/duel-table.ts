import type { DuelVariant } from '../../../shared/games/catalogue.ts';
import { DUELS, type DuelSide, rankOf } from '../../../shared/games/duel.ts';
import { sleep } from '../lib/attempt.ts';
import { h, prefersReducedMotion, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { cardFace } from './card.ts';

const TURN_MS = 150;
const BETWEEN_MS = 220;
type Seat = Exclude<DuelSide, 'tie'>;

interface SeatView {
  readonly element: HTMLElement;
  readonly slots: readonly HTMLElement[];
  readonly score: HTMLElement;
}

export interface DuelTableView {
  readonly element: HTMLElement;
  /** Removes the cards and shows their backs. */
  clear(): void;
  wait(on: boolean): void;
  /** Turns the cards pair by pair. */
  deal(one: readonly number[], other: readonly number[]): Promise<void>;
  mark(winner: DuelSide): void;
}

/** Names of the seats: the player and the house, or two sides that the player bets on. */
export function seatName(variant: DuelVariant, seat: Seat): string {
  if (variant === 'pick') return seat === 'one' ? 'studio.duel_sun' : 'studio.duel_moon';
  return seat === 'one' ? 'studio.duel_you' : 'studio.duel_house';
}

export function createDuelTable({ t, sound }: GameContext, variant: DuelVariant): DuelTableView {
  const count = DUELS[variant].cards;
  const seats: Readonly<Record<Seat, SeatView>> = { one: seat('one'), other: seat('other') };
  const badge = h('p', { class: 'duel-badge' }, t('studio.duel_versus'));
  const element = h('div', { class: `duel-table cards-${count}`, 'aria-hidden': 'true' }, seats.one.element, badge, seats.other.element);

  function seat(name: Seat): SeatView {
    const slots = Array.from({ length: count }, () => h('div', { class: 'slot-card' }, cardFace(undefined)));
    const score = h('span', { class: 'duel-score' });
    const title = h('p', { class: 'duel-name' }, t(seatName(variant, name)), count > 1 && score);
    return { element: h('div', { class: `seat seat-${name}` }, title, h('div', { class: 'seat-cards' }, ...slots)), slots, score };
  }

  async function turn(slot: HTMLElement | undefined, card: number): Promise<void> {
    if (!slot) return;
    const flip = (from: number, to: number) =>
      slot.animate([{ transform: `scaleX(${from})` }, { transform: `scaleX(${to})` }], { duration: TURN_MS, easing: 'ease-in-out' })
        .finished;
    if (!prefersReducedMotion()) await flip(1, 0);
    slot.replaceChildren(cardFace(card));
    if (prefersReducedMotion()) return;
    sound.tick();
    await flip(0, 1);
  }

  return {
    element,
    clear() {
      element.classList.remove('done');
      for (const { element: box, slots, score } of Object.values(seats)) {
        box.classList.remove('won', 'beaten');
        setText(score, '');
        for (const slot of slots) {
          slot.classList.remove('won', 'beaten');
          slot.replaceChildren(cardFace(undefined));
        }
      }
    },
    wait: (on) => element.classList.toggle('waiting', on),
    async deal(one, other) {
      const scores = { one: 0, other: 0 };
      for (const [index, card] of one.entries()) {
        const against = other[index] ?? 0;
        await turn(seats.one.slots[index], card);
        await turn(seats.other.slots[index], against);
        const step = rankOf(card) - rankOf(against);
        if (step !== 0) scores[step > 0 ? 'one' : 'other'] += 1;
        markPair(index, step);
        for (const name of ['one', 'other'] as const) setText(seats[name].score, String(scores[name]));
        if (index < one.length - 1 && !prefersReducedMotion()) await sleep(BETWEEN_MS);
      }
    },
    mark(winner) {
      if (winner === 'tie') return;
      seats[winner].element.classList.add('won');
      seats[winner === 'one' ? 'other' : 'one'].element.classList.add('beaten');
    },
  };

  function markPair(index: number, step: number): void {
    if (step === 0) return;
    seats.one.slots[index]?.classList.add(step > 0 ? 'won' : 'beaten');
    seats.other.slots[index]?.classList.add(step < 0 ? 'won' : 'beaten');
  }
}
