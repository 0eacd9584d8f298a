import type { Units } from '../../../shared/money/money.ts';
import { chipLabel, isLong } from './chip-label.ts';
import { button, h } from './dom.ts';
import type { GameContext } from './game-view.ts';
import { createOwnChip, type OwnChip } from './own-chip.ts';
import { type StakeLimits, unitsOf } from './stakes.ts';

/** The chips to choose from: those of the game, and one whose value the player types. */
export interface ChipRack {
  readonly element: HTMLElement;
  open(limits: StakeLimits): void;
  /** The selected chip; undefined, with a message that says why, while its typed amount is no valid stake. */
  take(): Units | undefined;
  chooseNth(index: number): void;
  /** Selects the next chip; ignored at an end. */
  step(direction: 1 | -1): void;
  /** Colour of an amount on the board. */
  levelOf(stake: Units): number;
  lock(locked: boolean): void;
}

export function createChipRack(game: GameContext): ChipRack {
  const { t } = game;
  let chips: readonly Units[] = [];
  let buttons: readonly HTMLButtonElement[] = [];
  let chosen = 0;
  let isLocked = true;
  const own: OwnChip = createOwnChip(game, (isEdit) => {
    choose(chips.length);
    if (isEdit) own.edit();
  });
  const element = h('div', { class: 'rack', role: 'group', 'aria-label': t('studio.choose_chip') });

  function choose(index: number): void {
    chosen = index;
    buttons.forEach((one, place) => void one.setAttribute('aria-pressed', String(place === chosen)));
  }

  function lock(locked: boolean): void {
    isLocked = locked;
    for (const one of buttons) one.disabled = locked;
  }

  return {
    element,
    open(limits) {
      chips = limits.chips.map(unitsOf);
      own.open(limits);
      const fixed = chips.map((value, index) => {
        const label = chipLabel(value);
        return button(
          h('span', {}, label),
          {
            class: `rack-chip level-${index}${isLong(label) ? ' long' : ''}`,
            'aria-label': t('studio.chip_of', { amount: game.money(value) }),
          },
          () => choose(index),
        );
      });
      buttons = [...fixed, own.button];
      element.replaceChildren(...buttons, own.popover);
      choose(Math.min(1, chips.length - 1));
      lock(isLocked);
    },
    take() {
      const value = chosen < chips.length ? chips[chosen] : own.value;
      if (value === undefined && own.fault !== undefined) game.showMessage(own.fault);
      return value;
    },
    chooseNth(index) {
      if (!isLocked) buttons[index]?.click();
    },
    step(direction) {
      const last = own.value === undefined ? chips.length - 1 : chips.length;
      const next = chosen + direction;
      if (!isLocked && next >= 0 && next <= last) choose(next);
    },
    levelOf: (stake) =>
      Math.max(
        0,
        chips.findLastIndex((value) => value <= stake),
      ),
    lock,
  };
}
