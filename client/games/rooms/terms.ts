import { RAKE_BASIS_POINTS, RAKE_CAP } from '../../../shared/games/rooms/levels.ts';
import { inCoins } from '../../../shared/money/currency-steps.ts';
import type { GameContext } from '../lib/game-view.ts';

/** The published rake: "2.5" percent and the cap per pot. */
export function houseTerms({ money, coin }: Pick<GameContext, 'money' | 'coin'>): Readonly<Record<'rake' | 'cap' | 'coin', string>> {
  return { rake: String(Number(RAKE_BASIS_POINTS) / 100), cap: money(inCoins(RAKE_CAP, coin())), coin: money(coin()) };
}
