import { byPower } from '../../../shared/games/rooms/combos.ts';
import { cardFace } from '../duel/card.ts';
import { cardName } from '../lib/card-name.ts';
import { h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';

export interface HandView {
  readonly element: HTMLElement;
  readonly chosen: readonly number[];
  /** Shows the cards of the hand; remaining cards keep their position and selection. */
  show(cards: readonly number[]): void;
  choose(cards: readonly number[]): void;
  lock(locked: boolean): void;
}

/** The player's cards, lowest first. A tap, Space or Enter selects a card; arrow keys move the focus. */
export function createHandView({ t }: Pick<GameContext, 't'>, changed: () => void): HandView {
  const buttons = new Map<number, HTMLButtonElement>();
  const chosen = new Set<number>();
  const element = h('div', { class: 'own-hand', role: 'toolbar', 'aria-label': t('studio.room_hand') });
  let locked = true;

  function cardButton(card: number): HTMLButtonElement {
    const made = h(
      'button',
      { type: 'button', class: 'own-card', 'aria-label': cardName(card, t), 'aria-pressed': 'false' },
      cardFace(card),
    );
    made.addEventListener('click', () => {
      if (!chosen.delete(card)) chosen.add(card);
      mark();
      changed();
    });
    return made;
  }

  function take(card: number): void {
    const one = cardButton(card);
    one.tabIndex = -1;
    buttons.set(card, one);
    element.append(one);
  }

  function drop(card: number): void {
    buttons.get(card)?.remove();
    buttons.delete(card);
    chosen.delete(card);
  }

  function mark(): void {
    for (const [card, one] of buttons) one.setAttribute('aria-pressed', String(chosen.has(card)));
  }

  element.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const all = [...buttons.values()];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (step === 0 || at < 0) return;
    event.preventDefault();
    const next = all[(at + step + all.length) % all.length];
    for (const one of all) one.tabIndex = one === next ? 0 : -1;
    next?.focus();
  });

  return {
    element,
    get chosen() {
      return byPower([...chosen]);
    },
    show(cards) {
      const isNew = buttons.size === 0;
      for (const card of [...buttons.keys()].filter((held) => !cards.includes(held))) drop(card);
      for (const card of byPower(cards)) if (!buttons.has(card)) take(card);
      const all = [...buttons.values()];
      // Only one card is in the tab order (roving tabindex).
      if (!all.some((one) => one.tabIndex === 0)) all[0]?.setAttribute('tabindex', '0');
      element.classList.toggle('dealt', isNew && cards.length > 0);
      element.dataset.count = String(cards.length);
      mark();
    },
    choose(cards) {
      chosen.clear();
      for (const card of cards) chosen.add(card);
      mark();
      changed();
    },
    lock(on) {
      locked = on;
      element.classList.toggle('locked', locked);
    },
  };
}
