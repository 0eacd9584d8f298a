import { STUDIO_GAMES } from '../games.ts';
import { type LotteryDraws, lotteryDraws } from './draws.ts';

/** What a game of the feed draws; undefined for a game that is no lottery. */
export function lotteryDrawsOf(gameId: string): LotteryDraws | undefined {
  const game = STUDIO_GAMES.find((one) => one.gameId === gameId);
  return game && lotteryDraws(game);
}
