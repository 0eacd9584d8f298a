import type { Units } from '../../../shared/money/money.ts';
import { button, h, setText } from './dom.ts';
import type { GameContext } from './game-view.ts';
import { icon } from './icons.ts';
import { chipLabel, firstStake, type StakeLimits, someChips, stakeLadder, stepStake, unitsOf } from './stakes.ts';

const SHOWN_CHIPS = 5;

export interface StakeControl {
  readonly element: HTMLElement;
  readonly stake: Units;
  open(limits: StakeLimits): void;
  /** The next rung of the ladder; nothing while locked. */
  step(direction: 1 | -1): void;
  lock(locked: boolean): void;
}

/** A stepper over the stake ladder with the chips as short cuts. */
export function createStakeControl(game: Pick<GameContext, 't' | 'money' | 'changed'>): StakeControl {
  const { t } = game;
  let stake: Units = 0n;
  let limits: StakeLimits | undefined;
  let ladder: readonly Units[] = [];
  const less = button(icon('minus'), { class: 'step', 'aria-label': t('studio.stake_less') }, () => choose(stepStake(ladder, stake, -1)));
  const more = button(icon('plus'), { class: 'step', 'aria-label': t('studio.stake_more') }, () => choose(stepStake(ladder, stake, 1)));
  const value = h('output', { class: 'stake-value', 'aria-live': 'polite' }, '–');
  const stepper = h(
    'div',
    { class: 'stepper', role: 'group', 'aria-label': t('studio.stake') },
    less,
    h('span', { class: 'stake-text' }, h('span', { class: 'stake-label' }, t('studio.stake')), value),
    more,
  );
  const chips = h('div', { class: 'chips', role: 'group', 'aria-label': t('studio.chips') });
  const buttons = new Map<Units, HTMLButtonElement>();

  function choose(units: Units): void {
    stake = units;
    setText(value, game.money(stake));
    show(false);
    game.changed();
  }
  function show(locked: boolean): void {
    less.disabled = locked || stake <= (ladder[0] ?? 0n);
    more.disabled = locked || stake >= (ladder.at(-1) ?? 0n);
    for (const [units, chip] of buttons) {
      chip.disabled = locked;
      chip.setAttribute('aria-pressed', String(units === stake));
    }
  }
  return {
    element: h('div', { class: 'stake-control' }, chips, stepper),
    get stake() {
      return stake;
    },
    open(open) {
      limits = open;
      ladder = stakeLadder(limits);
      buttons.clear();
      for (const units of someChips(limits.chips.map(unitsOf), SHOWN_CHIPS)) {
        const label = t('studio.stake_of', { amount: game.money(units) });
        buttons.set(
          units,
          button(chipLabel(units), { class: 'chip', 'aria-label': label }, () => choose(units)),
        );
      }
      chips.replaceChildren(...buttons.values());
      choose(firstStake(limits));
    },
    step(direction) {
      if (!(direction === 1 ? more : less).disabled) choose(stepStake(ladder, stake, direction));
    },
    lock: show,
  };
}
