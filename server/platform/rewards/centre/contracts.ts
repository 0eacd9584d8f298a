import type { PastRewardValue, WaitingRewardValue } from '../../../../shared/api/reward-centre/schemas.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { RewardCounts, RewardSource } from '../../../../shared/reward-sources.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';

export interface RewardReader {
  readonly memberId: string;
  readonly language: string;
  readonly now: Date;
}

/** `rewardId` of a source is unique within it. */
export type WaitingReward = Omit<WaitingRewardValue, 'source'>;
export type PastReward = Omit<PastRewardValue, 'source'>;

export interface Claimed {
  readonly paid: Units;
  /** Claimed, and paid once the account of rewards covers it. */
  readonly waiting: Units;
  readonly count: number;
}

/** What a feature gives that waits for its members. */
export interface RewardSourceParts {
  /** At most `WAITING_PER_SOURCE`, the soonest end first. */
  waiting(executor: Executor, reader: RewardReader): Promise<readonly WaitingReward[]>;
  /** How many of all the member can act on now. */
  count(executor: Executor, memberId: string, now: Date): Promise<number>;
  /** The newest ones that have been claimed or have ended. */
  past(executor: Executor, reader: RewardReader, limit: number): Promise<readonly PastReward[]>;
  countPast(executor: Executor, memberId: string, now: Date): Promise<number>;
  /**
   * Claims one reward, or refuses with a code; of `all`, those that can be claimed, if any. The caller has locked the wallet, and the member
   * is not on a break. Undefined: its rewards are claimed on their own pages.
   */
  readonly claim?: (tx: Tx, afterCommit: AfterCommit, memberId: string, id: string | 'all') => Promise<Claimed>;
}

export interface SeenReward {
  readonly source: RewardSource;
  readonly rewardId: string;
  readonly memberId: string;
}

/** Where features announce what waits for a member. */
export interface RewardCentre {
  register(source: RewardSource, parts: RewardSourceParts): void;
  /** Nothing can be claimed during a break, so nothing is counted. */
  counts(executor: Executor, memberId: string): Promise<RewardCounts>;
  /** Notes in `reward_seen` that the member has seen a reward, which no longer waits; false if it was noted before. */
  noteSeen(tx: Tx, afterCommit: AfterCommit, seen: SeenReward): Promise<boolean>;
  /** Publishes the counts of the transaction to open pages of the member, after its commit. */
  publish(tx: Tx, afterCommit: AfterCommit, memberId: string): Promise<void>;
}
