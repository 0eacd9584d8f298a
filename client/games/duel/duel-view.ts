import type { DuelVariant } from '../../../shared/games/catalogue.ts';
import type { DuelOutcome } from '../../../shared/games/duel.ts';
import { DUELS, type DuelEnd, type DuelSide } from '../../../shared/games/duel.ts';
import type { StudioRound } from '../../../shared/games/protocol.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';
import { cardName } from '../lib/card-name.ts';
import { createChoiceGroup } from '../lib/choice-group.ts';
import { h } from '../lib/dom.ts';
import type { GameContext, GameView } from '../lib/game-view.ts';
import { createStakeControl, stakedBet } from '../lib/stake-control.ts';
import { timesText } from '../lib/times-text.ts';
import { duelRules, payText } from './duel-rules.ts';
import { createDuelTable, seatName } from './duel-table.ts';

const HISTORY_LENGTH = 12;

export function createDuelView(game: GameContext): GameView {
  const { t, context } = game;
  const variant = context.variant as DuelVariant;
  const table = DUELS[variant];
  const stake = createStakeControl({ ...game, changed: game.changed });
  const cloth = createDuelTable(game, variant);
  const choice = table.sides.length > 1 ? sideChoice(game, variant) : undefined;
  const last = h('ol', { class: 'duels', 'aria-label': t('studio.duel_last') });
  const pays = h('ul', { class: 'duel-pays', 'aria-label': t('studio.pays') }, ...payChips(game, variant));

  return {
    motif: 'deco',
    stage: h(
      'div',
      { class: `duel duel-${variant}` },
      h('div', { class: 'duel-head' }, h('p', { class: 'duel-house' }, t('studio.duel_against_house')), last),
      cloth.element,
      choice ? choice.element : pays,
    ),
    controls: stake.element,
    actionLabel: t('studio.deal'),
    open: (session) => stake.open(session.limits),
    readBet: () => stakedBet(stake, (wire) => ({ engine: 'duel', stake: wire, side: choice?.value ?? 'one' })),
    begin() {
      cloth.clear();
      cloth.wait(true);
    },
    async show(round: StudioRound) {
      const { one, other, winner } = round.outcome as DuelOutcome;
      cloth.wait(false);
      await cloth.deal(one, other);
      cloth.mark(winner);
      last.prepend(h('li', { class: `end-${winner}` }, shortName(game, variant, winner)));
      while (last.children.length > HISTORY_LENGTH) last.lastElementChild?.remove();
    },
    abort: () => cloth.wait(false),
    stepStake: stake.step,
    lock(on) {
      stake.lock(on);
      choice?.lock(on);
    },
    rules: () => duelRules(game, variant),
    describe(round) {
      const { one, other } = round.outcome as DuelOutcome;
      const hand = (cards: readonly number[]) => cards.map((card) => cardName(card, t)).join(', ');
      return t('studio.duel_result', {
        one: t(seatName(variant, 'one')),
        other: t(seatName(variant, 'other')),
        cards: hand(one),
        against: hand(other),
      });
    },
  };
}

function sideChoice(game: GameContext, variant: DuelVariant) {
  const { t } = game;
  const side = (value: DuelSide, end: DuelEnd) => ({
    value,
    content: [
      h('b', {}, value === 'tie' ? t('studio.duel_tie') : t(seatName(variant, value))),
      h('span', {}, timesText(hundredthsText(DUELS[variant].pays[end] ?? 0))),
    ],
  });
  return createChoiceGroup<DuelSide>({ label: t('studio.duel_choose'), class: 'sides', changed: () => game.changed(), play: game.play }, [
    side('one', 'won'),
    side('tie', 'tie'),
    side('other', 'won'),
  ]);
}

function payChips({ t }: GameContext, variant: DuelVariant): readonly HTMLElement[] {
  const ends = Object.keys(DUELS[variant].pays) as DuelEnd[];
  return ends.map((end) => h('li', {}, h('span', {}, t(`studio.duel_end_${end}`)), h('b', {}, payText(variant, end))));
}

function shortName({ t }: GameContext, variant: DuelVariant, winner: DuelSide): string {
  return winner === 'tie' ? t('studio.duel_tie') : t(seatName(variant, winner));
}
