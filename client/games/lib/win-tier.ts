import type { Units } from '../../../shared/money/money.ts';

/** How prominently a return is shown. */
export type WinTier = 'none' | 'win' | 'big' | 'huge' | 'giant';

/** Lowest multiple of the stake for each tier, ascending. */
const TIERS: readonly (readonly [tier: WinTier, stakes: bigint])[] = [
  ['big', 10n],
  ['huge', 25n],
  ['giant', 50n],
];

/** `none` at or below the stake: a loss with something returned is not celebrated (RTS 14F). */
export function winTier(stake: Units, amount: Units): WinTier {
  if (amount <= stake) return 'none';
  return TIERS.findLast(([, stakes]) => amount >= stake * stakes)?.[0] ?? 'win';
}

/** True if a win gets an animation, not only a count. */
export function hasShow(tier: WinTier): boolean {
  return TIERS.some(([name]) => name === tier);
}
