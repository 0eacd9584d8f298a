import { betStake, LOTTERY_UNITS, type LotteryUnit, MAX_MULTIPLIER } from '../../../shared/games/lottery/stake.ts';
import { createChoiceGroup } from '../lib/choice-group.ts';
import { button, h } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';

export interface StakeRow {
  readonly element: HTMLElement;
  readonly unit: LotteryUnit;
  readonly multiplier: number;
  set(unit: LotteryUnit, multiplier: number): void;
  /** Shows the units in the currency of the session. */
  open(): void;
  lock(on: boolean): void;
}

/** Unit and multiplier: together the stake of one bet. */
export function createStakeRow(game: Pick<GameContext, 't' | 'money' | 'coin'>, on: { changed(): void }): StakeRow {
  const { t } = game;
  const [first, ...rest] = LOTTERY_UNITS;
  const choice = (value: LotteryUnit) => ({ value, content: [h('span', { 'data-unit': value }, value)] });
  const units = createChoiceGroup<LotteryUnit>({ label: t('studio.lotto_unit'), class: 'lotto-units', changed: on.changed }, [
    choice(first),
    ...rest.map(choice),
  ]);
  const input = h('input', {
    id: 'lotto-multiplier',
    class: 'lotto-multiplier',
    inputmode: 'numeric',
    autocomplete: 'off',
    maxlength: 5,
    value: '1',
    'aria-label': t('studio.lotto_multiplier'),
  });
  const less = button('−', { class: 'lotto-step', 'aria-label': t('studio.lotto_less') }, () => step(-1));
  const more = button('+', { class: 'lotto-step', 'aria-label': t('studio.lotto_more_times') }, () => step(1));
  const element = h('div', { class: 'lotto-stake' }, units.element, h('div', { class: 'lotto-times' }, less, input, more));

  const read = () => (/^[1-9]\d*$/.test(input.value) ? Number(input.value) : 0);
  function step(by: number): void {
    if (input.readOnly) return;
    input.value = String(Math.min(MAX_MULTIPLIER, Math.max(1, read() + by)));
    on.changed();
  }
  input.addEventListener('input', on.changed);
  input.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    step(by);
  });
  return {
    element,
    get unit() {
      return units.value;
    },
    get multiplier() {
      return read();
    },
    set(unit, multiplier) {
      units.choose(unit);
      input.value = String(multiplier);
      on.changed();
    },
    open() {
      for (const one of units.element.querySelectorAll<HTMLElement>('[data-unit]'))
        one.textContent = game.money(betStake(one.dataset.unit as LotteryUnit, 1, game.coin()));
    },
    lock(isLocked) {
      units.lock(isLocked);
      input.readOnly = isLocked;
    },
  };
}
