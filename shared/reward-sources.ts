/**
 * Features with rewards that wait for a member. A further one is an entry here, its texts `rewards.source_<name>`, and a `reward-source.ts` in
 * the feature that registers it with the reward centre. `page`: its own page of the member centre, null: it has none; `feature`: the merchant's
 * switch.
 */
export const REWARD_SOURCES = {
  bonus: { page: 'bonusDetails', icon: 'coins', feature: 'bonus' },
  cashback: { page: 'manualRebate', icon: 'percent', feature: 'manualRebate' },
  gifts: { page: 'playerRank', icon: 'crown', feature: 'vipLevels' },
  missions: { page: 'missionLeaderboard', icon: 'target', feature: 'missions' },
  referral: { page: 'referral', icon: 'user-plus', feature: 'referral' },
  points: { page: 'pointHistory', icon: 'star', feature: 'points' },
  rounds: { page: null, icon: 'gift', feature: 'promotions' },
  promotions: { page: null, icon: 'gift', feature: 'promotions' },
  raffle: { page: null, icon: 'ticket', feature: 'raffle' },
} as const;

export type RewardSource = keyof typeof REWARD_SOURCES;
export const REWARD_SOURCE_NAMES = Object.keys(REWARD_SOURCES) as readonly RewardSource[];
/** What the member can act on now, by source. */
export type RewardCounts = Readonly<Record<RewardSource, number>>;

export function bySource<Value>(read: (source: RewardSource) => Value): Record<RewardSource, Value> {
  return Object.fromEntries(REWARD_SOURCE_NAMES.map((source) => [source, read(source)])) as Record<RewardSource, Value>;
}

export function countOf(counts: RewardCounts): number {
  return REWARD_SOURCE_NAMES.reduce((sum, source) => sum + counts[source], 0);
}
