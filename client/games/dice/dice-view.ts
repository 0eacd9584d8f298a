import type { DiceOutcome } from '../../../shared/games/dice.ts';
import { DICE_RETURN } from '../../../shared/games/dice.ts';
import type { StudioRound } from '../../../shared/games/protocol.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';
import { h } from '../lib/dom.ts';
import type { GameContext, GameView } from '../lib/game-view.ts';
import { exampleStake, ruleTable } from '../lib/rule-table.ts';
import { stakedBet } from '../lib/stake-control.ts';
import { unitsOf } from '../lib/stakes.ts';
import { addToHistory, createDiceRoll, point, tumble } from './dice-roll.ts';
import { changed, createDiceSetup, lock } from './dice-setup.ts';

export function createDiceView(game: GameContext): GameView {
  const { t } = game;
  const rolling = createDiceRoll(game);
  const { roll, art, marker, strip } = rolling;
  const setup = createDiceSetup(game, marker);
  const { stake, rail, state } = setup;
  const scale = h('div', { class: 'scale', 'aria-hidden': 'true' }, ...['0', '25', '50', '75', '100'].map((text) => h('span', {}, text)));

  return {
    motif: 'hexagons',
    stage: h(
      'div',
      { class: 'dice' },
      strip,
      h('div', { class: 'dice-centre' }, art, roll),
      h('div', { class: 'rail-box' }, rail, scale),
      setup.element,
    ),
    controls: stake.element,
    actionLabel: t('studio.roll'),
    open(session) {
      stake.open(session.limits);
      changed(setup);
    },
    readBet: () =>
      stakedBet(stake, (wire) => ({ engine: 'dice', stake: wire, over: state.setting.over, target: state.setting.target / 100 })),
    begin() {
      roll.className = 'roll';
      marker.className = 'marker';
      art.classList.add('waiting');
      game.sound.tick();
    },
    async show(round: StudioRound) {
      const outcome = round.outcome as DiceOutcome;
      await tumble(rolling, outcome);
      art.classList.remove('waiting');
      point(rolling, rail, outcome);
      addToHistory(rolling, outcome, unitsOf(round.payout) > 0n);
    },
    abort: () => art.classList.remove('waiting'),
    stepStake: stake.step,
    lock: (on) => lock(setup, on),
    rules: () => diceRules(game),
    describe(round) {
      const { roll: rolled } = round.outcome as DiceOutcome;
      if (round.bet.engine !== 'dice') return '';
      const bet = t(round.bet.over ? 'studio.roll_over' : 'studio.roll_under');
      return t('studio.rolled', { roll: rolled.toFixed(2), bet, target: round.bet.target.toFixed(2) });
    },
  };
}

function diceRules(game: GameContext): readonly Node[] {
  const { t, context, money, coin } = game;
  const { stake, show } = exampleStake(game);
  const rows = [9500, 7500, 5000, 2500, 1000, 100].map((chance) => [
    `${hundredthsText(chance)}%`,
    `×${hundredthsText(Math.floor((DICE_RETURN * 100) / chance))}`,
    show((stake * BigInt(Math.floor((DICE_RETURN * 100) / chance))) / 100n),
  ]);
  return [
    h('p', {}, t('studio.dice_rule_intro')),
    h('p', {}, t('studio.rule_return', { rtp: context.rtp })),
    h('h3', {}, t('studio.pay_table')),
    h('p', {}, t('studio.dice_rule_multiplier'), ' ', t('studio.rule_cents', { coin: money(coin()) })),
    ruleTable([t('studio.chance'), t('studio.multiplier'), t('studio.pays_on_ten', { stake: show(stake) })], rows),
    h('h3', {}, t('studio.keyboard')),
    h('p', {}, t('studio.dice_rule_keys')),
    h('p', { class: 'quiet' }, t('studio.rule_malfunction')),
  ];
}
