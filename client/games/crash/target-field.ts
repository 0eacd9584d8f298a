import { HIGHEST_TARGET, LOWEST_TARGET, multiplierText } from '../../../shared/games/crash/flight.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { listenToArrowSteps } from '../lib/arrow-steps.ts';
import { h, setText } from '../lib/dom.ts';
import { icon } from '../lib/icons.ts';
import { readTarget, stepTarget } from './target.ts';

export interface TargetField {
  readonly element: HTMLElement;
  /** In hundredths; null when it is off; undefined while the typed text is invalid or out of range. */
  readonly value: number | null | undefined;
  /** Sets the highest target of the stake; a higher target is lowered to it. */
  limit(highest: number): void;
  /** False, with the focus on the field, while the field holds no valid target. */
  check(): boolean;
  lock(locked: boolean): void;
}

/** The auto cash-out of a bet: a switch, initially off, that opens the field; `first` is its initial value. */
export function createTargetField(t: Translate, number: number, first: number, changed: () => void): TargetField {
  let highest = HIGHEST_TARGET;
  let value: number | null | undefined = null;
  /** The last valid target. */
  let chosen = first;
  let isLocked = false;
  const { element, toggle, less, input, unit, more, state } = targetControls(t, `target-${number}`);
  toggle.addEventListener('click', () => {
    set(value === null ? Math.min(chosen, highest) : null);
    if (value !== null) input.focus();
  });
  less.addEventListener('click', () => step(-1));
  more.addEventListener('click', () => step(1));

  function set(next: number | null): void {
    value = next;
    chosen = next ?? chosen;
    input.value = next === null ? '' : multiplierText(next);
    allow();
    showValidity();
    changed();
  }

  function step(direction: 1 | -1): void {
    if (value !== null) set(stepTarget(value ?? chosen, direction, highest));
  }

  /** Enables the controls that can be used now. */
  function allow(): void {
    toggle.disabled = isLocked;
    toggle.setAttribute('aria-checked', String(value !== null));
    input.disabled = isLocked || value === null;
    less.disabled = input.disabled || (typeof value === 'number' && value <= LOWEST_TARGET);
    more.disabled = input.disabled || (typeof value === 'number' && value >= highest);
  }

  function showValidity(): void {
    unit.hidden = value === null;
    input.setAttribute('aria-invalid', String(value === undefined));
    const range = { min: multiplierText(LOWEST_TARGET), max: multiplierText(highest) };
    setText(state, value === undefined ? t('studio.crash_target_invalid', range) : '');
  }

  input.addEventListener('input', () => {
    const typed = readTarget(input.value);
    value = typed !== undefined && typed >= LOWEST_TARGET && typed <= highest ? typed : undefined;
    chosen = value ?? chosen;
    allow();
    showValidity();
    changed();
  });
  input.addEventListener('change', () => {
    if (typeof value === 'number') input.value = multiplierText(value);
  });
  input.addEventListener('focus', () => input.select());
  listenToArrowSteps(input, step);
  return {
    element,
    get value() {
      return value;
    },
    limit(next) {
      highest = next;
      if (typeof value === 'number' && value > highest) {
        value = highest;
        input.value = multiplierText(highest);
      }
      showValidity();
    },
    check() {
      if (value === undefined) input.focus();
      return value !== undefined;
    },
    lock(locked) {
      isLocked = locked;
      allow();
    },
  };
}

/** The switch and the stepper of the field, without their actions. */
function targetControls(t: Translate, id: string) {
  const toggle = h(
    'button',
    { type: 'button', class: 'switch', role: 'switch', 'aria-checked': 'false', 'aria-label': t('studio.crash_target_switch') },
    h('span', { class: 'switch-track' }),
  );
  const less = h('button', { type: 'button', class: 'step', 'aria-label': t('studio.crash_target_less') }, icon('minus'));
  const more = h('button', { type: 'button', class: 'step', 'aria-label': t('studio.crash_target_more') }, icon('plus'));
  const input = h('input', {
    id,
    class: 'target-input',
    inputmode: 'decimal',
    autocomplete: 'off',
    maxlength: 7,
    placeholder: t('studio.crash_target_off'),
    'aria-describedby': `${id}-state`,
    disabled: true,
  });
  const unit = h('span', { 'aria-hidden': 'true', hidden: true }, 'x');
  const state = h('span', { id: `${id}-state`, class: 'target-state', role: 'status' });
  const label = h('label', { class: 'stake-label', for: id }, t('studio.crash_target'));
  const text = h('span', { class: 'stake-text' }, label, h('span', { class: 'target-line' }, input, unit));
  const element = h('div', { class: 'stepper target-field' }, toggle, less, text, more, state);
  return { element, toggle, less, input, unit, more, state };
}
