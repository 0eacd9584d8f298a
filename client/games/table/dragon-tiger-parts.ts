import { type DragonTigerOutcome, dragonTigerWinner } from '../../../shared/games/live/dragon-tiger.ts';
import { rankText } from '../lib/card-name.ts';
import { h } from '../lib/dom.ts';
import { createCardScene } from './card-scene.ts';
import { createRoads } from './roads-view.ts';
import { createSpotBoard } from './spot-board.ts';
import type { TableParts } from './table-parts.ts';

const SECOND_CARD_MS = 350;

export const dragonTigerParts: TableParts = {
  motif: 'rays',
  board(game, events) {
    const face = (spot: string, odds: string) => ({
      spot,
      face: [h('b', {}, game.t(`studio.dragontiger_${spot}`)), h('span', { class: 'bet-odds' }, odds)],
    });
    return createSpotBoard(game, events, [
      {
        name: 'sizes',
        spots: [
          face('dragon-small', '1:1'),
          face('dragon-big', '1:1'),
          face('suited-tie', '50:1'),
          face('tiger-big', '1:1'),
          face('tiger-small', '1:1'),
        ],
      },
      { name: 'sides', spots: [face('dragon', '1:1'), face('tie', '11:1'), face('tiger', '1:1')] },
    ]);
  },
  scene: (game) =>
    createCardScene(game, {
      seats: (['dragon', 'tiger'] as const).map((id) => ({ id, name: game.t(`studio.dragontiger_${id}`), places: 1 })),
      order(outcome) {
        const { dragon, tiger } = outcome as DragonTigerOutcome;
        return [
          { seat: 'dragon', card: dragon, pauseMs: 0 },
          { seat: 'tiger', card: tiger, pauseMs: SECOND_CARD_MS },
        ];
      },
      count: ([card]) => (card === undefined ? '' : rankText(card)),
      winner: (outcome) => dragonTigerWinner(outcome as DragonTigerOutcome),
      title: (outcome) => game.t(`studio.dragontiger_won_${dragonTigerWinner(outcome as DragonTigerOutcome)}`),
    }),
  record: (game) =>
    createRoads(game, {
      game: 'dragontiger',
      names: { one: 'dragon', other: 'tiger' },
      read(outcome) {
        const winner = dragonTigerWinner(outcome as DragonTigerOutcome);
        return { winner: winner === 'tie' ? winner : winner === 'dragon' ? 'one' : 'other' };
      },
    }),
  rules: ({ t }) => [h('p', {}, t('studio.dragontiger_rule_intro')), h('p', {}, t('studio.table_rule_shoe'))],
};
