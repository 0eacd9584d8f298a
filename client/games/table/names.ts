import { baccaratWinner, handPoints } from '../../../shared/games/live/baccarat.ts';
import { dragonTigerWinner } from '../../../shared/games/live/dragon-tiger.ts';
import type { TableOutcome } from '../../../shared/games/live/table.ts';
import type { TableGame } from '../../../shared/games/live/table-games.ts';
import { pocketColour } from '../../../shared/games/roulette.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { cardName } from '../lib/card-name.ts';
import { spotName } from '../roulette/spot-name.ts';

/** A spot of a table in words. */
export function tableSpotName(game: TableGame, spot: string, t: Translate): string {
  if (game === 'wheel') return spotName(spot, t);
  if (game === 'sicbo') {
    const [kind = '', first = '', second = ''] = spot.split('-');
    return first === '' || kind === 'any' ? t(`studio.sicbo_${spot}`) : t(`studio.sicbo_${kind}_of`, { first, second });
  }
  return t(`studio.${game}_${spot}`);
}

/** The outcome as a short text, for the live region, the history and the verifier. */
export function describeOutcome(outcome: TableOutcome, t: Translate): string {
  switch (outcome.game) {
    case 'baccarat': {
      const hand = (side: 'player' | 'banker') =>
        t('studio.table_hand', {
          name: t(`studio.baccarat_${side}`),
          cards: outcome[side].map((card) => cardName(card, t)).join(', '),
          points: handPoints(outcome[side]),
        });
      return `${hand('player')} ${hand('banker')} ${t(`studio.baccarat_won_${baccaratWinner(outcome)}`)}`;
    }
    case 'dragontiger': {
      const { dragon, tiger } = outcome;
      const cards = `${t('studio.dragontiger_dragon')}: ${cardName(dragon, t)}. ${t('studio.dragontiger_tiger')}: ${cardName(tiger, t)}.`;
      return `${cards} ${t(`studio.dragontiger_won_${dragonTigerWinner(outcome)}`)}`;
    }
    case 'sicbo': {
      const { dice } = outcome;
      return t('studio.sicbo_came', { dice: dice.join(', '), total: dice.reduce((sum, die) => sum + die, 0) });
    }
    case 'wheel':
      return t('studio.pocket', { pocket: outcome.pocket, colour: t(`studio.colour_${pocketColour(outcome.pocket)}`) });
  }
}
