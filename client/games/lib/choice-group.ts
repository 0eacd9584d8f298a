import { button, type Child, h } from './dom.ts';

export interface Choice<T extends string> {
  readonly value: T;
  readonly content: readonly Child[];
  readonly label?: string;
}

export interface ChoiceGroup<T extends string> {
  readonly element: HTMLElement;
  readonly value: T;
  choose(value: T): void;
  lock(locked: boolean): void;
}

/**
 * Radio buttons of which one is always chosen: arrow keys move the choice, Space or Enter on the chosen one plays, unless `play` is absent. While
 * locked they stay focusable and do not change.
 */
export function createChoiceGroup<T extends string>(
  options: { readonly label: string; readonly class: string; changed(value: T): void; play?(): void },
  choices: readonly [Choice<T>, ...Choice<T>[]],
): ChoiceGroup<T> {
  let chosen: T = choices[0].value;
  let locked = false;
  const buttons = choices.map(({ value, content, label }) => {
    const element = button(null, { class: 'choice', role: 'radio', 'data-value': value, 'aria-label': label }, () => pick(value));
    element.append(...content.filter((child) => child !== null && child !== undefined && child !== false));
    return element;
  });
  const group = h('div', { class: options.class, role: 'radiogroup', 'aria-label': options.label }, ...buttons);

  function pick(value: T): void {
    if (locked || value === chosen) return;
    chosen = value;
    show();
    options.changed(value);
  }
  function show(): void {
    for (const [index, { value }] of choices.entries()) {
      buttons[index]?.setAttribute('aria-checked', String(value === chosen));
      buttons[index]?.setAttribute('tabindex', value === chosen ? '0' : '-1');
    }
  }
  group.addEventListener('keydown', (event) => {
    const from = choices.findIndex(({ value }) => value === chosen);
    const right = getComputedStyle(group).direction === 'rtl' ? -1 : 1;
    const step = { ArrowRight: right, ArrowDown: 1, ArrowLeft: -right, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const to = (from + step + choices.length) % choices.length;
      pick(choices[to]?.value ?? chosen);
      if (!locked) buttons[to]?.focus();
    } else if ((event.key === ' ' || event.key === 'Enter') && event.target === buttons[from]) {
      if (!event.repeat) options.play?.();
    } else return;
    event.preventDefault();
  });
  show();
  return {
    element: group,
    get value() {
      return chosen;
    },
    choose: pick,
    lock(on) {
      locked = on;
      for (const element of buttons) element.setAttribute('aria-disabled', String(on));
    },
  };
}
