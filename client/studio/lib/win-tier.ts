import type { Units } from '../../../shared/money/money.ts';

/** How much is made of what a round returned. */
export type WinTier = 'none' | 'win' | 'big' | 'huge' | 'giant';

/** From how many stakes on, rising. */
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

/** True where a win gets a show of its own, not only a count. */
export function hasShow(tier: WinTier): boolean {
  return TIERS.some(([name]) => name === tier);
}
