import type { Units } from '../../../shared/money/money.ts';
import { chipLabel, isLong } from './chip-label.ts';
import { button, h, setText, setVariables } from './dom.ts';
import type { GameContext } from './game-view.ts';
import { icon } from './icons.ts';
import { createStakeControl } from './stake-control.ts';
import type { StakeLimits } from './stakes.ts';

/** Distance of the popover from its chip and from the edges of the screen. */
const GAP = 10;

/** A chip whose value the player types. */
export interface OwnChip {
  readonly button: HTMLButtonElement;
  readonly popover: HTMLElement;
  /** Undefined before the first use, and while the typed amount is no valid stake. */
  readonly value: Units | undefined;
  readonly fault: string | undefined;
  open(limits: StakeLimits): void;
  /** Shows the field, in which the amount is typed. */
  edit(): void;
}

/** The first press selects the chip; where it has no value yet, or is selected already, a press shows the field. */
export function createOwnChip(game: GameContext, press: (isEdit: boolean) => void): OwnChip {
  const { t } = game;
  const name = t('studio.own_chip');
  let used = false;
  let wasOpen = false;
  const control = createStakeControl({ ...game, changed: () => update() }, name);
  const popover = h('div', { class: 'own-chip', popover: 'auto', role: 'dialog', 'aria-label': name }, control.element);
  const face = h('span', {});
  const element = button(face, { class: 'rack-chip own', 'aria-haspopup': 'dialog', 'aria-expanded': 'false' }, () => {
    // A press outside the popover closes it before the click: it must not be shown again at once.
    const closed = wasOpen;
    wasOpen = false;
    if (!closed) press(!used || control.fault !== undefined || element.getAttribute('aria-pressed') === 'true');
  });
  const isOpen = () => popover.matches(':popover-open');

  function update(): void {
    const { stake, fault } = control;
    const isSet = used && fault === undefined;
    element.setAttribute('aria-label', isSet ? t('studio.own_chip_of', { amount: game.money(stake) }) : name);
    element.title = name;
    const label = isSet ? chipLabel(stake) : '';
    element.classList.toggle('long', isLong(label));
    if (isSet) setText(face, label);
    else face.replaceChildren(icon('edit'));
  }

  function place(): void {
    const chip = element.getBoundingClientRect();
    const half = popover.offsetWidth / 2;
    const middle = Math.min(Math.max(chip.left + chip.width / 2, half + GAP), innerWidth - half - GAP);
    setVariables(popover, { left: `${middle - half}px`, bottom: `${innerHeight - chip.top + GAP}px` });
  }

  element.addEventListener('pointerdown', () => {
    wasOpen = isOpen();
  });
  popover.addEventListener('toggle', () => element.setAttribute('aria-expanded', String(isOpen())));
  popover.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || !control.check()) return;
    // The focus returns to the chip, which the same key would press.
    event.preventDefault();
    popover.hidePopover();
  });
  addEventListener('resize', () => {
    if (isOpen()) place();
  });
  return {
    button: element,
    popover,
    get value() {
      return used && control.fault === undefined ? control.stake : undefined;
    },
    get fault() {
      return control.fault;
    },
    open(limits) {
      control.open({ ...limits, chips: [] });
      control.lock(false);
      update();
    },
    edit() {
      used = true;
      update();
      popover.showPopover();
      place();
      control.focus();
    },
  };
}
