import { inCoins } from '../../../shared/money/currency-steps.ts';
import { UNITS_PER_WHOLE, type Units } from '../../../shared/money/money.ts';
import { listenToArrowSteps } from './arrow-steps.ts';
import { h, setText } from './dom.ts';
import type { GameContext } from './game-view.ts';
import { hasNoStake, limitValues } from './site-limit.ts';
import { checkStake, readStake, type StakeLimits, unitsOf } from './stakes.ts';

export interface StakeField {
  readonly element: HTMLElement;
  /** What is wrong with the typed amount, or how it was rounded. */
  readonly state: HTMLElement;
  /** The last amount that the game accepts. */
  readonly stake: Units;
  readonly fault: string | undefined;
  open(limits: StakeLimits): void;
  set(stake: Units): void;
  /** False, with the focus on the field, while there is a fault. */
  check(): boolean;
  focus(): void;
  lock(locked: boolean): void;
}

let fields = 0;
/** An amount as it may be typed, where a coin is a cent: 2.50. */
const EXAMPLE: Units = 25_000n;

/** The highest stake of the site is named where it is the reason. */
function reasonOf(limits: StakeLimits, fault: 'amount' | 'low' | 'high'): string {
  if (hasNoStake(limits)) return 'none';
  return fault === 'high' && limits.siteMaxStake ? 'site' : fault;
}

function stakeInput(id: string): HTMLInputElement {
  return h('input', {
    id,
    class: 'stake-value',
    inputmode: 'decimal',
    enterkeyhint: 'done',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 16,
    value: '–',
    disabled: true,
    'aria-describedby': `${id}-state`,
  });
}

/** The stake as text: a tap selects it, and digits replace it. A typed stake is only ever rounded down. */
export function createStakeField(
  { t, money, coin }: Pick<GameContext, 't' | 'money' | 'coin'>,
  on: { changed(): void; step(direction: 1 | -1): void },
  label = t('studio.stake'),
): StakeField {
  const id = `stake-${++fields}`;
  let limits: StakeLimits | undefined;
  let stake: Units = 0n;
  let fault: string | undefined;
  const isWhole = () => coin() % UNITS_PER_WHOLE === 0n;
  const input = stakeInput(id);
  const state = h('p', { id: `${id}-state`, class: 'stake-state', role: 'status' });

  function read(open: StakeLimits): void {
    const typed = checkStake(open, readStake(input.value, isWhole()));
    fault =
      'fault' in typed
        ? t(`studio.stake_fault_${reasonOf(open, typed.fault)}`, { ...limitValues(open, money), example: money(inCoins(EXAMPLE, coin())) })
        : undefined;
    if ('stake' in typed) stake = typed.stake;
    const rounded =
      'stake' in typed && typed.isRounded ? t('studio.stake_rounded', { step: money(open.stakeStep), stake: money(stake) }) : '';
    input.setAttribute('aria-invalid', String(fault !== undefined));
    setText(state, fault ?? rounded);
    on.changed();
  }

  /** An amount between two stakes is shown rounded on completion; an invalid one stays as typed. */
  function complete(): void {
    if (fault === undefined && limits) input.value = money(stake);
  }

  input.addEventListener('focus', () => input.select());
  input.addEventListener('input', () => {
    if (limits) read(limits);
  });
  input.addEventListener('change', complete);
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') complete();
  });
  listenToArrowSteps(input, on.step);
  return {
    element: h('label', { class: 'stake-text', for: id }, h('span', { class: 'stake-label' }, label), input),
    state,
    get stake() {
      return stake;
    },
    get fault() {
      return fault;
    },
    open(open) {
      limits = open;
      // Stakes are whole coins.
      input.setAttribute('inputmode', isWhole() ? 'numeric' : 'decimal');
      stake = unitsOf(open.minStake);
    },
    set(next) {
      stake = next;
      fault = undefined;
      input.value = money(next);
      input.removeAttribute('aria-invalid');
      setText(state, '');
    },
    check() {
      if (fault !== undefined) input.focus();
      return fault === undefined;
    },
    focus: () => input.focus(),
    lock(locked) {
      input.disabled = locked || limits === undefined;
    },
  };
}
