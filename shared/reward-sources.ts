/** Features that give rewards which a member claims. */
export const REWARD_SOURCES = ['cashback'] as const;
export type RewardSource = (typeof REWARD_SOURCES)[number];
/** What can be claimed now. */
export type RewardCounts = Readonly<Record<RewardSource, number>>;

export function countOf(counts: RewardCounts): number {
  return REWARD_SOURCES.reduce((sum, source) => sum + counts[source], 0);
}
