import { button, h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import { deleteDigit, fitEntry, randomEntry, typeDigit } from './entry.ts';

export interface NumberPad {
  readonly element: HTMLElement;
  readonly entry: string;
  readonly complete: boolean;
  /** Sets the number of digits; typed digits are preserved as far as they fit. */
  resize(length: number): void;
  type(digit: string): void;
  back(): void;
  lock(locked: boolean): void;
}

/** The player's number: a place for each digit, and keys to type it with. */
export function createNumberPad({ t }: Pick<GameContext, 't'>, changed: () => void): NumberPad {
  let entry = '';
  let length = 1;
  let locked = true;
  const places = h('div', { class: 'places', 'aria-hidden': 'true' });
  const spoken = h('p', { class: 'visually-hidden', 'aria-live': 'polite' });
  const keys = Array.from({ length: 10 }, (_, digit) =>
    button(String(digit), { class: 'digit-key', 'data-digit': digit }, () => pad.type(String(digit))),
  );
  const back = button(icon('undo'), { class: 'digit-key tool-key', 'aria-label': t('studio.digit_delete') }, () => pad.back());
  const random = button(
    icon('wand'),
    { class: 'digit-key tool-key', 'aria-label': t('studio.quick_pick'), title: t('studio.quick_pick') },
    () => set(randomEntry(length)),
  );
  const element = h(
    'div',
    { class: 'number-pad', role: 'group', 'aria-label': t('studio.digits_your_number') },
    places,
    spoken,
    h('div', { class: 'digit-keys' }, ...keys, back, random),
  );

  function set(next: string): void {
    if (locked) return;
    entry = next;
    show();
    changed();
  }
  function show(): void {
    const digits = Array.from({ length }, (_, index) => entry[index] ?? '');
    const next = entry.length % length;
    places.replaceChildren(
      ...digits.map((digit, index) => h('span', { class: index === next && entry.length < length ? 'place next' : 'place' }, digit)),
    );
    setText(spoken, entry === '' ? '' : t('studio.digits_entered', { number: [...entry].join(' ') }));
  }
  const pad: NumberPad = {
    element,
    get entry() {
      return entry;
    },
    get complete() {
      return entry.length === length;
    },
    resize(next) {
      length = next;
      entry = fitEntry(entry, length);
      show();
    },
    type: (digit) => set(typeDigit(entry, digit, length)),
    back: () => set(deleteDigit(entry)),
    lock(on) {
      locked = on;
      for (const key of [...keys, back, random]) key.setAttribute('aria-disabled', String(on));
    },
  };
  return pad;
}
