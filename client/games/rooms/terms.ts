import { RAKE_BASIS_POINTS, RAKE_CAP } from '../../../shared/games/rooms/levels.ts';
import type { GameContext } from '../lib/game-view.ts';

/** The published rake: "2.5" percent and the cap per pot. */
export function houseTerms({ money }: Pick<GameContext, 'money'>): { readonly rake: string; readonly cap: string } {
  return { rake: String(Number(RAKE_BASIS_POINTS) / 100), cap: money(RAKE_CAP) };
}
