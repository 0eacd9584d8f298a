import type { Units } from '../money/money.ts';
import type { StakeLimits } from './rules.ts';

/** Limits of a session: those of the game, not above the highest stake of one bet on the player's site. */
export interface SessionLimits extends StakeLimits {
  /** The highest stake of one bet on the site, if it is below that of the game; null otherwise. */
  readonly siteMax: Units | null;
  /** The highest stake of the game itself. */
  readonly gameMax: Units;
}

/**
 * Lowers limits to the highest stake of one bet; null: none. If even the lowest stake of the game is above it, `max` is below `min`, there
 * are no chips, and nothing can be staked.
 */
export function limitsUnder({ step, min, max, chips }: StakeLimits, siteMax: Units | null): SessionLimits {
  if (siteMax === null || siteMax >= max) return { step, min, max, chips, siteMax: null, gameMax: max };
  const most = siteMax - (siteMax % step);
  return { step, min, max: most, chips: chips.filter((chip) => chip <= most), siteMax, gameMax: max };
}
