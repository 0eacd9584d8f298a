import { RAKE_BASIS_POINTS, RAKE_CAP } from '../../../shared/studio/rooms/levels.ts';
import type { GameContext } from '../lib/game-view.ts';

/** The house's part of a pot, as it is published: "2.5" percent and the most of one pot. */
export function houseTerms({ money }: Pick<GameContext, 'money'>): { readonly rake: string; readonly cap: string } {
  return { rake: String(Number(RAKE_BASIS_POINTS) / 100), cap: money(RAKE_CAP) };
}
