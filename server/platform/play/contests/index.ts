export { CONTEST_CATEGORY, type ContestEntry, type Contests, createContests } from './contests.ts';
export { contestsFeature } from './feature.ts';
export { createOpponents, type Opponents } from './opponents.ts';
export { countPairs, listPairContests, listPairs, PAIR_DAYS, type Pair, type PairContest, pairsSince } from './pairs.ts';
