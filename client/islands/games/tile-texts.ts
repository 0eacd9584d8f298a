import { VOLATILITIES } from '../../../shared/constants.ts';
import { textKeys } from '../../runtime/text-keys.ts';

/** Of a tile's sheet and of tiles. */
const VOLATILITY_TEXTS: readonly string[] = /* @__PURE__ */ VOLATILITIES.map((volatility) => `games.volatility_${volatility}`);

/** Locale keys of a tile; an island that renders tiles must declare them. */
export const GAME_TILE_TEXTS = textKeys(
  { lobby: 'hot new demo play maintenance rtp rtpUpTo mostWin', games: 'sheetVolatility favourite tryFree tryGame' },
  VOLATILITY_TEXTS,
);

/** Locale keys of hearts and sheets; an island with tile tools must declare them. */
export const TILE_TOOLS_TEXTS = textKeys(
  {
    games: `favouriteAdded tryFree tryGame playGame sheetMinBet sheetReturn sheetNoReturn sheetReturnText sheetVolatility
    sheetVolatilityText sheetMostWin sheetMostWinText sheetClosed sheetSimilar sheetNoSimilar`,
    lobby: 'play',
    common: 'close moveWindow loading',
    errors: 'too_many_requests upstream_unavailable',
  },
  VOLATILITY_TEXTS,
);

/** "4,003": a maximum win in whole stakes. */
export function stakesText(stakes: string): string {
  return Math.floor(Number(stakes)).toLocaleString('en');
}
