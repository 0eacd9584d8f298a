import { dicePrize } from '../../../shared/games/dice.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';
import { button, h, setText, setVariables } from '../lib/dom.ts';
import type { GameContext } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import { createStakeControl, type StakeControl } from '../lib/stake-control.ts';
import { type DiceSetting, oddsOf, setTarget, swapSide } from './dice-bet.ts';

interface Fact {
  readonly element: HTMLElement;
  readonly value: HTMLElement;
}

/** The controls of a bet: side and target on the rail, the stake, chance and payout. */
export interface DiceSetup {
  readonly game: GameContext;
  readonly element: HTMLElement;
  readonly stake: StakeControl;
  readonly rail: HTMLElement;
  readonly slider: HTMLInputElement;
  readonly side: HTMLButtonElement;
  readonly target: HTMLInputElement;
  readonly chance: Fact;
  readonly multiplier: Fact;
  readonly prize: Fact;
  readonly state: { setting: DiceSetting };
}

export function createDiceSetup(game: GameContext, marker: HTMLElement): DiceSetup {
  const { t } = game;
  const state: DiceSetup['state'] = { setting: { over: true, target: 5049 } };
  const stake = createStakeControl({ ...game, changed: () => changed(setup) });
  const slider = h('input', { type: 'range', class: 'target', min: 0, max: 9999, step: 1, 'aria-label': t('studio.target') });
  const rail = h('div', { class: 'rail' }, h('div', { class: 'zone' }), marker, slider);
  const side = button('', { class: 'button swap' }, () => set(setup, swapSide(state.setting)));
  const target = h('input', {
    class: 'field target-field',
    inputmode: 'decimal',
    'aria-label': t('studio.target'),
    autocomplete: 'off',
    maxlength: 5,
  });
  const chance = fact(t('studio.chance'));
  const multiplier = fact(t('studio.multiplier'));
  const prize = fact(t('studio.win_pays'));
  const element = h(
    'div',
    { class: 'setup' },
    side,
    h('label', { class: 'target-box' }, h('span', {}, t('studio.target')), target),
    chance.element,
    multiplier.element,
    prize.element,
  );
  const setup: DiceSetup = { game, element, stake, rail, slider, side, target, chance, multiplier, prize, state };
  listen(setup);
  show(setup);
  return setup;
}

/** Updates the payout after a change of stake or setting, then notifies the shell. */
export function changed({ game, stake, prize, state }: DiceSetup): void {
  setText(prize.value, game.money(dicePrize(stake.stake, oddsOf(state.setting).chance)));
  game.changed();
}

export function lock({ stake, slider, target, side }: DiceSetup, on: boolean): void {
  stake.lock(on);
  for (const element of [slider, target, side]) element.disabled = on;
}

function listen(setup: DiceSetup): void {
  const { slider, target, state } = setup;
  slider.addEventListener('input', () => set(setup, setTarget(state.setting, Number(slider.value))));
  slider.addEventListener('keydown', (event) => {
    const step = { PageUp: 500, PageDown: -500, ArrowUp: 100, ArrowDown: -100, ArrowRight: 100, ArrowLeft: -100 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(setup, setTarget(state.setting, state.setting.target + step));
  });
  target.addEventListener('change', () => {
    const typed = /^\d{1,2}(\.\d{1,2})?$/.test(target.value.trim()) ? Math.round(Number(target.value) * 100) : state.setting.target;
    set(setup, setTarget(state.setting, typed));
  });
}

function set(setup: DiceSetup, next: DiceSetting): void {
  setup.state.setting = next;
  show(setup);
  changed(setup);
}

function show({ game, rail, slider, side, target, chance, multiplier, state: { setting } }: DiceSetup): void {
  const { chance: winning, hundredths } = oddsOf(setting);
  const label = game.t(setting.over ? 'studio.roll_over' : 'studio.roll_under');
  side.replaceChildren(icon('swap'), label);
  slider.value = String(setting.target);
  slider.setAttribute('aria-valuetext', `${label} ${hundredthsText(setting.target)}`);
  target.value = hundredthsText(setting.target);
  setText(chance.value, `${hundredthsText(winning)}%`);
  setText(multiplier.value, `×${hundredthsText(hundredths)}`);
  setVariables(rail, { target: setting.target / 100 });
  rail.classList.toggle('over', setting.over);
}

function fact(label: string): Fact {
  const value = h('output', { class: 'amount' }, '–');
  return { element: h('div', { class: 'dice-fact' }, h('span', {}, label), value), value };
}
