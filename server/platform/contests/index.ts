export { CONTEST_CATEGORY, type ContestEntry, type Contests, createContests } from './contests.ts';
export { createOpponents, type Opponents } from './opponents.ts';
export { listPairContests, listPairs, type Pair, type PairContest } from './pairs.ts';
export { type ContestRules, contestRules, USUAL_CONTESTS } from './rules.ts';
