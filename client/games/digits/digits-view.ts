import type { DigitsVariant } from '../../../shared/games/catalogue.ts';
import type { DigitsOutcome } from '../../../shared/games/digits.ts';
import {
  DIGITS,
  type DigitsKind,
  digitsKinds,
  digitsLength,
  digitsMultiplier,
  digitsTenths,
  digitsWays,
} from '../../../shared/games/digits.ts';
import type { StudioRound } from '../../../shared/games/protocol.ts';
import type { Units } from '../../../shared/money/money.ts';
import { createChoiceGroup } from '../lib/choice-group.ts';
import { dialogIsOpen } from '../lib/dialog.ts';
import { h, setText } from '../lib/dom.ts';
import type { GameContext, GameView } from '../lib/game-view.ts';
import { createStakeControl, stakedBet } from '../lib/stake-control.ts';
import { unitsOf } from '../lib/stakes.ts';
import { timesText } from '../lib/times-text.ts';
import { digitsRules } from './digits-rules.ts';
import { createDrums } from './drums.ts';
import { createNumberPad, type NumberPad } from './number-pad.ts';

const HISTORY_LENGTH = 8;

export function createDigitsView(game: GameContext): GameView {
  const { t, context } = game;
  const variant = context.variant as DigitsVariant;
  const stake = createStakeControl({ ...game, changed });
  const drums = createDrums(DIGITS[variant], game);
  const pad = createNumberPad(game, changed);
  const kinds = createChoiceGroup<DigitsKind>(
    {
      label: t('studio.digits_kind'),
      class: 'kinds',
      play: game.play,
      changed(kind) {
        pad.resize(digitsLength(variant, kind));
        changed();
      },
    },
    kindChoices(variant, game),
  );
  const facts = createFacts(game);
  const last = h('ol', { class: 'draws', 'aria-label': t('studio.digits_draws') });
  pad.resize(digitsLength(variant, kinds.value));
  listenToDigits(pad);

  function changed(): void {
    facts.show(kinds.value, pad.complete ? pad.entry : undefined, stake.stake);
    game.changed();
  }

  return {
    motif: 'rays',
    stage: h(
      'div',
      { class: 'digits' },
      last,
      drums.element,
      h('div', { class: 'digits-setup' }, kinds.element, pad.element, facts.element),
    ),
    controls: stake.element,
    actionLabel: t('studio.draw'),
    open(session) {
      stake.open(session.limits);
    },
    readBet() {
      if (!pad.complete) return { total: stake.stake, missing: t('studio.digits_missing') };
      return stakedBet(stake, (wire) => ({ engine: 'digits', stake: wire, kind: kinds.value, number: pad.entry }));
    },
    begin: () => drums.spin(),
    async show(round: StudioRound) {
      const { drawn } = round.outcome as DigitsOutcome;
      await drums.stop(drawn);
      const won = unitsOf(round.payout) > 0n;
      const about = round.bet.engine === 'digits' ? round.bet.number.length : drawn.length;
      drums.light(won ? [...drawn].flatMap((_, index) => (index >= drawn.length - about ? [index] : [])) : []);
      last.prepend(h('li', { class: won ? 'won' : '' }, drawn));
      while (last.children.length > HISTORY_LENGTH) last.lastElementChild?.remove();
    },
    abort: () => drums.rest(),
    stepStake: stake.step,
    lock(on) {
      stake.lock(on);
      kinds.lock(on);
      pad.lock(on);
    },
    rules: () => digitsRules(game, variant),
    describe(round) {
      if (round.bet.engine !== 'digits') return '';
      const { drawn } = round.outcome as DigitsOutcome;
      return t('studio.digits_result', { drawn, kind: t(`studio.digits_${round.bet.kind}`), number: round.bet.number });
    },
  };
}

function kindChoices(variant: DigitsVariant, { t }: GameContext) {
  const [first, ...more] = digitsKinds(variant).map((value) => ({ value, content: [t(`studio.digits_${value}`)] }));
  if (!first) throw new Error(`no bets on ${variant}`);
  return [first, ...more] as const;
}

/** Digits can be typed anywhere on the page except in fields and dialogs. */
function listenToDigits(pad: NumberPad): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || dialogIsOpen()) return;
    if (event.target instanceof Element && event.target.closest('input, textarea')) return;
    if (/^[0-9]$/.test(event.key)) pad.type(event.key);
    else if (event.key === 'Backspace') pad.back();
  });
}

/** What is known before a draw: the chance of the number, and what it pays. */
function createFacts({ t, context, money }: GameContext) {
  const odds = fact(t('studio.chance'));
  const multiplier = fact(t('studio.multiplier'));
  const prize = fact(t('studio.win_pays'));
  return {
    element: h('div', { class: 'digits-facts' }, odds.element, multiplier.element, prize.element),
    /** Without a complete number, dashes. */
    show(kind: DigitsKind, number: string | undefined, stake: Units): void {
      if (number === undefined) {
        for (const { value } of [odds, multiplier, prize]) setText(value, '–');
        return;
      }
      const tenths = digitsTenths(kind, number);
      const { ways, draws } = digitsWays(kind, number);
      setText(odds.value, t('studio.digits_odds', { ways, draws: draws.toLocaleString(context.languageTag) }));
      setText(multiplier.value, timesText(digitsMultiplier(tenths)));
      setText(prize.value, money((stake * BigInt(tenths)) / 10n));
    },
  };
}

function fact(label: string): { readonly element: HTMLElement; readonly value: HTMLElement } {
  const value = h('output', { class: 'amount' }, '–');
  return { element: h('div', { class: 'digits-fact' }, h('span', {}, label), value), value };
}
