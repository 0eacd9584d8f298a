export type { Claimed, PastReward, RewardCentre, RewardReader, RewardSourceParts, WaitingReward } from './contracts.ts';
export { rewardCentreFeature } from './feature.ts';
