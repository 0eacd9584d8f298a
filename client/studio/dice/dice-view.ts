import { toScreen, toWire } from '../../../shared/money/money.ts';
import { DICE_RETURN } from '../../../shared/studio/dice.ts';
import type { EngineOutcome, StudioRound } from '../../../shared/studio/protocol.ts';
import { button, h, prefersReducedMotion, setText, setVariables } from '../lib/dom.ts';
import type { GameContext, GameView } from '../lib/game-view.ts';
import { icon } from '../lib/icons.ts';
import { ruleTable } from '../lib/rule-table.ts';
import { createStakeControl } from '../lib/stake-control.ts';
import { unitsOf } from '../lib/stakes.ts';
import { diceArt } from './dice-art.ts';
import { type DiceSetting, hundredthsText, oddsOf, setTarget, swapSide } from './dice-bet.ts';

type DiceOutcome = Extract<EngineOutcome, { engine: 'dice' }>;
const ROLL_MS = 380;
const REMEMBERED = 14;

export function createDiceView(game: GameContext): GameView {
  const { t, money } = game;
  let setting: DiceSetting = { over: true, target: 5049 };
  const stake = createStakeControl({ ...game, changed });
  const roll = h('p', { class: 'roll' }, '00.00');
  const art = h('div', { class: 'dice-art' }, diceArt());
  const marker = h('div', { class: 'marker' });
  const slider = h('input', { type: 'range', class: 'target', min: 0, max: 9999, step: 1, 'aria-label': t('studio.target') });
  const rail = h('div', { class: 'rail' }, h('div', { class: 'zone' }), marker, slider);
  const scale = h('div', { class: 'scale', 'aria-hidden': 'true' }, ...['0', '25', '50', '75', '100'].map((text) => h('span', {}, text)));
  const side = button('', { class: 'button swap' }, () => set(swapSide(setting)));
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
  const strip = h('ol', { class: 'rolls', 'aria-label': t('studio.last_rolls') });
  const setup = h(
    'div',
    { class: 'setup' },
    side,
    h('label', { class: 'target-box' }, h('span', {}, t('studio.target')), target),
    chance.element,
    multiplier.element,
    prize.element,
  );
  const stage = h(
    'div',
    { class: 'dice' },
    strip,
    h('div', { class: 'dice-centre' }, art, roll),
    h('div', { class: 'rail-box' }, rail, scale),
    setup,
  );

  slider.addEventListener('input', () => set(setTarget(setting, Number(slider.value))));
  slider.addEventListener('keydown', (event) => {
    const step = { PageUp: 500, PageDown: -500, ArrowUp: 100, ArrowDown: -100, ArrowRight: 100, ArrowLeft: -100 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    set(setTarget(setting, setting.target + step));
  });
  target.addEventListener('change', () => {
    const typed = /^\d{1,2}(\.\d{1,2})?$/.test(target.value.trim()) ? Math.round(Number(target.value) * 100) : setting.target;
    set(setTarget(setting, typed));
  });

  function set(next: DiceSetting): void {
    setting = next;
    show();
    changed();
  }
  function show(): void {
    const { chance: winning, hundredths } = oddsOf(setting);
    const label = t(setting.over ? 'studio.roll_over' : 'studio.roll_under');
    side.replaceChildren(icon('swap'), label);
    slider.value = String(setting.target);
    slider.setAttribute('aria-valuetext', `${label} ${hundredthsText(setting.target)}`);
    target.value = hundredthsText(setting.target);
    setText(chance.value, `${hundredthsText(winning)}%`);
    setText(multiplier.value, `×${hundredthsText(hundredths)}`);
    setVariables(rail, { target: setting.target / 100 });
    rail.classList.toggle('over', setting.over);
  }
  function changed(): void {
    setText(prize.value, money((stake.stake * BigInt(oddsOf(setting).hundredths)) / 100n));
    game.changed();
  }
  function lock(on: boolean): void {
    stake.lock(on);
    for (const element of [slider, target, side]) element.disabled = on;
  }
  function point(outcome: DiceOutcome): void {
    const won = outcome.multiplier !== '0.00';
    setText(roll, hundredthsText(Math.round(outcome.roll * 100)));
    roll.className = won ? 'roll won' : 'roll lost';
    marker.className = won ? 'marker shown won' : 'marker shown lost';
    setVariables(rail, { roll: outcome.roll });
  }

  async function tumble(outcome: DiceOutcome): Promise<void> {
    if (prefersReducedMotion()) return;
    art.classList.remove('waiting');
    const settle = art.animate([{ transform: 'rotate(0deg) scale(.94)' }, { transform: 'rotate(360deg) scale(1)' }], {
      duration: ROLL_MS,
      easing: 'cubic-bezier(.2, .8, .2, 1)',
    });
    const started = performance.now();
    const count = () => {
      const part = Math.min(1, (performance.now() - started) / ROLL_MS);
      if (part >= 1) return;
      const shown = Math.round(outcome.roll * 100 * (0.3 + 0.7 * part) + (1 - part) * 4000 * Math.sin(part * 26));
      setText(roll, hundredthsText(Math.min(9999, Math.abs(shown))));
      requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    await settle.finished;
  }
  show();

  return {
    motif: 'hexagons',
    stage,
    controls: stake.element,
    actionLabel: t('studio.roll'),
    open(session) {
      stake.open(session.limits);
      changed();
    },
    readBet: () => ({
      bet: { engine: 'dice', stake: toWire(stake.stake), over: setting.over, target: setting.target / 100 },
      total: stake.stake,
    }),
    begin() {
      roll.className = 'roll';
      marker.className = 'marker';
      art.classList.add('waiting');
      game.sound.tick();
    },
    async show(round: StudioRound) {
      const outcome = round.outcome as DiceOutcome;
      await tumble(outcome);
      art.classList.remove('waiting');
      point(outcome);
      const won = unitsOf(round.payout) > 0n;
      strip.prepend(
        h(
          'li',
          { class: won ? 'won' : 'lost' },
          hundredthsText(Math.round(outcome.roll * 100)),
          h('span', { class: 'visually-hidden' }, t(won ? 'studio.roll_won' : 'studio.roll_lost')),
        ),
      );
      while (strip.children.length > REMEMBERED) strip.lastElementChild?.remove();
    },
    abort: () => art.classList.remove('waiting'),
    lock,
    rules: () => diceRules(game),
    describe(round) {
      const { roll: rolled } = round.outcome as DiceOutcome;
      if (round.bet.engine !== 'dice') return '';
      const bet = t(round.bet.over ? 'studio.roll_over' : 'studio.roll_under');
      return t('studio.rolled', { roll: rolled.toFixed(2), bet, target: round.bet.target.toFixed(2) });
    },
  };
}

function fact(label: string): { readonly element: HTMLElement; readonly value: HTMLElement } {
  const value = h('output', { class: 'amount' }, '–');
  return { element: h('div', { class: 'dice-fact' }, h('span', {}, label), value), value };
}

function diceRules({ t, context }: GameContext): readonly Node[] {
  const rows = [9500, 7500, 5000, 2500, 1000, 100].map((chance) => [
    `${hundredthsText(chance)}%`,
    `×${hundredthsText(Math.floor((DICE_RETURN * 100) / chance))}`,
    toScreen((100_000n * BigInt(Math.floor((DICE_RETURN * 100) / chance))) / 100n),
  ]);
  return [
    h('p', {}, t('studio.dice_rule_intro')),
    h('p', {}, t('studio.rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.pay_table')),
    h('p', {}, t('studio.dice_rule_multiplier')),
    ruleTable([t('studio.chance'), t('studio.multiplier'), t('studio.pays_on_ten')], rows),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.dice_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.rule_malfunction')),
  ];
}
