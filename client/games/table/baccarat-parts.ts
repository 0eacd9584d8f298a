import { type BaccaratOutcome, baccaratWinner, handPoints, isPair } from '../../../shared/games/live/baccarat.ts';
import type { TableOutcome } from '../../../shared/games/live/table.ts';
import { h } from '../lib/dom.ts';
import { createCardScene, type Dealt } from './card-scene.ts';
import type { Side } from './roads.ts';
import { createRoads } from './roads-view.ts';
import { createSpotBoard } from './spot-board.ts';
import type { TableParts } from './table-parts.ts';

const THIRD_CARD_MS = 500;

export const baccaratParts: TableParts = {
  motif: 'deco',
  board(game, events) {
    const { t } = game;
    const face = (spot: string, odds: string) => ({
      spot,
      face: [h('b', {}, t(`studio.baccarat_${spot}`)), h('span', { class: 'bet-odds' }, odds)],
    });
    return createSpotBoard(game, events, [
      { name: 'pairs', spots: [face('player-pair', '11:1'), face('tie', '8:1'), face('banker-pair', '11:1')] },
      { name: 'sides', spots: [face('player', '1:1'), face('banker', '0.95:1')] },
    ]);
  },
  scene: (game) =>
    createCardScene(game, {
      seats: (['player', 'banker'] as const).map((id) => ({ id, name: game.t(`studio.baccarat_${id}`), places: 3 })),
      order: (outcome) => dealtIn(outcome as BaccaratOutcome),
      count: (cards) => String(handPoints(cards)),
      winner: (outcome) => baccaratWinner(outcome as BaccaratOutcome),
      title: (outcome) => game.t(`studio.baccarat_won_${baccaratWinner(outcome as BaccaratOutcome)}`),
    }),
  record: (game) => createRoads(game, { game: 'baccarat', names: { one: 'player', other: 'banker' }, read: readRound }),
  rules: ({ t }) => [
    h('p', {}, t('studio.baccarat_rule_intro')),
    h('p', {}, t('studio.baccarat_rule_thirds')),
    h('p', {}, t('studio.table_rule_shoe')),
  ],
};

/** Player, banker, player, banker, then the third cards. */
function dealtIn({ player, banker }: BaccaratOutcome): readonly Dealt[] {
  const hands = { player, banker };
  return [0, 1, 2].flatMap((place) =>
    (['player', 'banker'] as const).flatMap((seat) => {
      const card = hands[seat][place];
      return card === undefined ? [] : [{ seat, card, pauseMs: place === 2 ? THIRD_CARD_MS : 0 }];
    }),
  );
}

function readRound(outcome: TableOutcome) {
  const round = outcome as BaccaratOutcome;
  const winner = baccaratWinner(round);
  const pairs: Side[] = [];
  if (isPair(round.player)) pairs.push('one');
  if (isPair(round.banker)) pairs.push('other');
  return { winner: winner === 'tie' ? winner : winner === 'player' ? ('one' as const) : ('other' as const), pairs };
}
