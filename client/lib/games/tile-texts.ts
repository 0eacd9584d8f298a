import { VOLATILITIES } from '../../../shared/constants.ts';

/** Locale keys of a tile; an island that renders tiles must declare them. */
export const GAME_TILE_TEXTS = [
  'lobby.hot',
  'lobby.new',
  'lobby.demo',
  'lobby.play',
  'lobby.maintenance',
  'lobby.rtp',
  'lobby.rtpUpTo',
  'lobby.mostWin',
  'games.sheetVolatility',
  ...VOLATILITIES.map((volatility) => `games.volatility_${volatility}`),
  'games.favourite',
  'games.tryFree',
  'games.tryGame',
] as const;

/** Locale keys of hearts and sheets; an island with tile tools must declare them. */
export const TILE_TOOLS_TEXTS = [
  'games.favouriteAdded',
  'games.tryFree',
  'games.tryGame',
  'games.playGame',
  'games.sheetMinBet',
  'games.sheetReturn',
  'games.sheetNoReturn',
  'games.sheetReturnText',
  'games.sheetVolatility',
  'games.sheetVolatilityText',
  ...VOLATILITIES.map((volatility) => `games.volatility_${volatility}`),
  'games.sheetMostWin',
  'games.sheetMostWinText',
  'games.sheetClosed',
  'games.sheetSimilar',
  'games.sheetNoSimilar',
  'lobby.play',
  'common.close',
  'common.moveWindow',
  'common.loading',
  'errors.too_many_requests',
  'errors.upstream_unavailable',
] as const;

/** "4,003": a maximum win in whole stakes. */
export function stakesText(stakes: string): string {
  return Math.floor(Number(stakes)).toLocaleString('en');
}
