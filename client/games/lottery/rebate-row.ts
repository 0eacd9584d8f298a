import type { PrizeMode } from '../../../shared/games/lottery/prices.ts';
import { hasRebate, REBATES, rebateText } from '../../../shared/games/lottery/rebate.ts';
import { h, setText } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';

export interface RebateRow {
  /** Undefined where the prize mode has no rebate. */
  readonly element: HTMLElement | undefined;
  /** In tenths of a percent. */
  readonly value: number;
  set(rebate: number): void;
  /** Shows what the choice means for the order. */
  show(summary: string): void;
  lock(on: boolean): void;
}

/** A slider between the highest odds and the highest rebate. The return is the same at each step. */
export function createRebateRow({ t }: Pick<GameContext, 't'>, mode: PrizeMode, changed: () => void): RebateRow {
  const last = REBATES.length - 1;
  const input = h('input', { id: 'lotto-rebate', class: 'lotto-rebate', type: 'range', min: 0, max: last, step: 1, value: '0' });
  const state = h('output', { class: 'lotto-rebate-state', for: 'lotto-rebate' });
  const value = () => REBATES[Number(input.value)] ?? 0;
  const name = () => t('studio.lotto_rebate_value', { percent: rebateText(value()) });

  function show(summary = ''): void {
    setText(state, summary === '' ? name() : summary);
    input.setAttribute('aria-valuetext', summary === '' ? name() : `${name()}: ${summary}`);
  }

  input.addEventListener('input', changed);
  show();
  const element = h(
    'div',
    { class: 'lotto-rebate-row' },
    h('label', { for: 'lotto-rebate' }, t('studio.lotto_rebate')),
    state,
    h(
      'div',
      { class: 'lotto-rebate-line' },
      h('span', { 'aria-hidden': 'true' }, t('studio.lotto_rebate_odds')),
      input,
      h('span', { 'aria-hidden': 'true' }, t('studio.lotto_rebate_most')),
    ),
  );
  return {
    element: hasRebate(mode) ? element : undefined,
    get value() {
      return value();
    },
    set(rebate) {
      input.value = String(Math.max(0, REBATES.indexOf(rebate as (typeof REBATES)[number])));
    },
    show,
    lock(on) {
      input.toggleAttribute('disabled', on);
    },
  };
}
