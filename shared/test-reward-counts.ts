import { bySource, type RewardCounts } from './reward-sources.ts';

/** Counts with zero for all sources that are not named. */
export function testCounts(counts: Partial<RewardCounts> = {}): RewardCounts {
  return bySource((source) => counts[source] ?? 0);
}
