import { toWire, type Units } from '../../../shared/money/money.ts';
import { chipLabel } from './chip-label.ts';
import { button, h } from './dom.ts';
import type { BetReading, GameContext } from './game-view.ts';
import { icon } from './icons.ts';
import { createStakeField, type StakeField } from './stake-field.ts';
import { firstStake, highestStake, type StakeLimits, scaleStake, someChips, stakeLadder, stepStake, unitsOf } from './stakes.ts';

const MAX_CHIPS = 5;

export interface StakeControl {
  readonly element: HTMLElement;
  readonly stake: Units;
  /** Why the typed amount is no valid stake; a bet is incomplete while this is set. */
  readonly fault: string | undefined;
  open(limits: StakeLimits): void;
  /** Moves to the next stake of the ladder; ignored while locked. */
  step(direction: 1 | -1): void;
  /** False, with the focus on the field, while its text is no valid stake. */
  check(): boolean;
  focus(): void;
  lock(locked: boolean): void;
}

type Game = Pick<GameContext, 't' | 'money' | 'coin' | 'balance' | 'changed'>;

/** A stake that can be typed, stepped, halved, doubled or set to the maximum, with chips as shortcuts. */
export function createStakeControl(game: Game, label = game.t('studio.stake')): StakeControl {
  const { t } = game;
  let limits: StakeLimits | undefined;
  let ladder: readonly Units[] = [];
  let isLocked = true;
  const field: StakeField = createStakeField(game, { changed: () => update(), step: (direction) => step(direction) }, label);
  const less = button(icon('minus'), { class: 'step', 'aria-label': t('studio.stake_less') }, () => step(-1));
  const more = button(icon('plus'), { class: 'step', 'aria-label': t('studio.stake_more') }, () => step(1));
  const quick = {
    half: quickButton('½', t('studio.stake_half'), (open) => scaleStake(open, field.stake, 'half', game.balance())),
    double: quickButton('2×', t('studio.stake_double'), (open) => scaleStake(open, field.stake, 'double', game.balance())),
    max: quickButton(t('studio.stake_max'), t('studio.stake_highest'), (open) => highestStake(open, game.balance())),
  };
  const chips = createStakeChips(game, choose);

  function quickButton(text: string, label: string, stakeOf: (open: StakeLimits) => Units): HTMLButtonElement {
    const element = button(text, { class: 'quick', 'aria-label': label, title: label }, () => {
      if (limits) choose(stakeOf(limits));
    });
    // The field stays focused, so that a phone's keypad stays open.
    element.addEventListener('pointerdown', (event) => event.preventDefault());
    return element;
  }

  function choose(units: Units): void {
    field.set(units);
    update();
  }

  function step(direction: 1 | -1): void {
    if (!(direction === 1 ? more : less).disabled) choose(stepStake(ladder, field.stake, direction));
  }

  function update(): void {
    paint();
    game.changed();
  }

  function paint(): void {
    const { stake } = field;
    less.disabled = isLocked || stake <= (ladder[0] ?? 0n);
    more.disabled = isLocked || stake >= (ladder.at(-1) ?? 0n);
    quick.half.disabled = less.disabled;
    quick.double.disabled = more.disabled;
    quick.max.disabled = isLocked;
    chips.show(field.fault === undefined ? stake : undefined, isLocked);
  }

  return {
    element: h(
      'div',
      { class: 'stake-control' },
      h('div', { class: 'stepper', role: 'group', 'aria-label': label }, less, field.element, more),
      h('div', { class: 'quicks', role: 'group', 'aria-label': t('studio.stake_change') }, ...Object.values(quick)),
      chips.element,
      field.state,
    ),
    get stake() {
      return field.stake;
    },
    get fault() {
      return field.fault;
    },
    open(open) {
      limits = open;
      ladder = stakeLadder(limits);
      chips.open(limits);
      field.open(limits);
      choose(firstStake(limits));
    },
    step,
    check: field.check,
    focus: field.focus,
    lock(locked) {
      isLocked = locked;
      field.lock(locked);
      paint();
    },
  };
}

/** Some chips of the game as shortcuts to a stake. */
function createStakeChips({ t, money }: Game, choose: (units: Units) => void) {
  const element = h('div', { class: 'chips', role: 'group', 'aria-label': t('studio.chips') });
  const buttons = new Map<Units, HTMLButtonElement>();
  return {
    element,
    open(limits: StakeLimits): void {
      buttons.clear();
      for (const units of someChips(limits.chips.map(unitsOf), MAX_CHIPS)) {
        const attributes = { class: 'chip', 'aria-label': t('studio.stake_of', { amount: money(units) }) };
        buttons.set(
          units,
          button(chipLabel(units), attributes, () => choose(units)),
        );
      }
      element.replaceChildren(...buttons.values());
    },
    /** Marks the chip of the stake, if there is one. */
    show(stake: Units | undefined, isLocked: boolean): void {
      for (const [units, chip] of buttons) {
        chip.disabled = isLocked;
        chip.setAttribute('aria-pressed', String(units === stake));
      }
    },
  };
}

/** A bet with its stake; without the bet while the text is no valid stake. `bet` builds the bet from the stake in wire form. */
export function stakedBet<Bet>(
  { stake, fault }: Pick<StakeControl, 'stake' | 'fault'>,
  bet: (stake: string) => Bet,
): Omit<BetReading, 'bet'> & { readonly bet?: Bet } {
  return fault === undefined ? { bet: bet(toWire(stake)), total: stake } : { total: stake, missing: fault };
}
