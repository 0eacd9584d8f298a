import { CHASED_DRAWS, type ChasePlan, type ChaseTicket, MAX_STEP } from '../../../shared/games/lottery/chase.ts';
import { button, h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { createChaseSums } from './chase-sums.ts';

export interface ChaseRow {
  readonly element: HTMLElement;
  /** Undefined for a ticket on one draw. */
  readonly plan: ChasePlan | undefined;
  /** Shows how many draws are played, and what their tickets cost and can win; no tickets: there is no order yet. */
  show(summary: string, tickets: readonly ChaseTicket[]): void;
  /** Back to one draw. */
  clear(): void;
  lock(on: boolean): void;
}

/** How many draws the order is placed on, and how the multiplier grows; closed until a player opens it. */
export function createChaseRow(game: Pick<GameContext, 't' | 'money'>, changed: () => void): ChaseRow {
  const { t } = game;
  const sums = createChaseSums(game);
  const state = h('span', { class: 'lotto-chase-state' });
  const draws = createCounter({ id: 'lotto-draws', label: t('studio.lotto_chase_draws'), least: 1, most: CHASED_DRAWS.most, changed, t });
  const step = createCounter({ id: 'lotto-growth', label: t('studio.lotto_chase_step'), least: 0, most: MAX_STEP, changed, t });
  const stop = h('input', { type: 'checkbox', id: 'lotto-stop', checked: '' });
  const element = h(
    'details',
    { class: 'lotto-chase' },
    h('summary', {}, h('span', {}, t('studio.lotto_chase')), state),
    h(
      'div',
      { class: 'lotto-chase-body' },
      draws.element,
      step.element,
      h('label', { class: 'lotto-chase-stop', for: 'lotto-stop' }, stop, t('studio.lotto_chase_stop')),
      sums.element,
      h('p', { class: 'lotto-chase-text' }, t('studio.lotto_chase_text')),
    ),
  );
  stop.addEventListener('change', changed);
  return {
    element,
    get plan() {
      if (draws.value === 1 && step.value !== undefined) return undefined;
      // What is no number is refused like a number outside of the limits.
      return { draws: draws.value ?? 0, step: step.value ?? -1, stopOnWin: stop.checked };
    },
    show(summary, tickets) {
      setText(state, summary);
      sums.show(tickets);
    },
    clear() {
      draws.set(1);
      step.set(0);
    },
    lock(on) {
      for (const counter of [draws, step]) counter.lock(on);
      stop.toggleAttribute('disabled', on);
    },
  };
}

interface CounterOptions extends Pick<GameContext, 't'> {
  readonly id: string;
  readonly label: string;
  readonly least: number;
  readonly most: number;
  changed(): void;
}

/** A whole number with buttons for less and more; undefined while the field has none within the limits. */
function createCounter({ id, label, least, most, changed, t }: CounterOptions) {
  const input = h('input', {
    id,
    class: 'lotto-multiplier',
    inputmode: 'numeric',
    autocomplete: 'off',
    maxlength: 3,
    value: String(least),
  });
  const read = () => (/^\d{1,3}$/.test(input.value) ? Number(input.value) : undefined);
  function move(by: number): void {
    if (input.readOnly) return;
    input.value = String(Math.min(most, Math.max(least, (read() ?? least) + by)));
    changed();
  }
  const less = button('−', { class: 'lotto-step', 'aria-label': t('studio.lotto_fewer', { name: label }) }, () => move(-1));
  const more = button('+', { class: 'lotto-step', 'aria-label': t('studio.lotto_further', { name: label }) }, () => move(1));
  input.addEventListener('input', changed);
  input.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(by);
  });
  return {
    element: h('div', { class: 'lotto-counter' }, h('label', { for: id }, label), h('div', { class: 'lotto-times' }, less, input, more)),
    get value(): number | undefined {
      const value = read();
      return value !== undefined && value >= least && value <= most ? value : undefined;
    },
    set(value: number) {
      input.value = String(value);
    },
    lock(on: boolean) {
      input.readOnly = on;
    },
  };
}
