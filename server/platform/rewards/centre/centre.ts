import { MAX_PAST_PAGES, PAST_PAGE_SIZE } from '../../../../shared/api/reward-centre/constants.ts';
import type { PastRewardValue, WaitingRewardValue } from '../../../../shared/api/reward-centre/schemas.ts';
import { bySource, REWARD_SOURCE_NAMES, type RewardCounts, type RewardSource } from '../../../../shared/reward-sources.ts';
import type { Clock } from '../../base/clock.ts';
import { type Database, type Executor, inTransaction } from '../../base/db/index.ts';
import type { EventHub } from '../../base/events/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Wallet } from '../../ledger/index.ts';
import { type Protection, protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import type { Claimed, RewardCentre, RewardReader, RewardSourceParts } from './contracts.ts';

export interface CentreDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly hub: Pick<EventHub, 'publish'>;
  readonly wallet: Pick<Wallet, 'lockWallets'>;
  readonly protection: Pick<Protection, 'mayBeAdvertised' | 'resting'>;
}

/** The rewards of all sources, for the calls of the member. */
export interface RewardLists extends RewardCentre {
  /** The soonest end first. */
  waiting(reader: Omit<RewardReader, 'now'>): Promise<{ readonly rewards: readonly WaitingRewardValue[]; readonly isPaused: boolean }>;
  /** The newest first. */
  past(
    reader: Omit<RewardReader, 'now'>,
    page: number,
  ): Promise<{ readonly rewards: readonly PastRewardValue[]; readonly page: number; readonly pages: number }>;
  /** Of concurrent claims one pays. `rewardId`: SOURCE:ID, or `all` of what can be claimed now. */
  claim(memberId: string, rewardId: string): Promise<Claimed & { readonly counts: RewardCounts }>;
}

export function createRewardCentre(deps: CentreDeps): RewardLists {
  const sources = new Map<RewardSource, RewardSourceParts>();
  const centre: RewardLists = {
    register(source, parts) {
      if (sources.has(source)) throw new Error(`two reward sources "${source}"`);
      sources.set(source, parts);
    },
    async counts(executor, memberId) {
      if (!(await deps.protection.mayBeAdvertised(executor, memberId))) return bySource(() => 0);
      const now = deps.clock.now();
      const counts = bySource(() => 0);
      for (const [source, parts] of sources) counts[source] = await parts.count(executor, memberId, now);
      return counts;
    },
    async noteSeen(tx, afterCommit, { source, rewardId, memberId }) {
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('reward_seen')
        .values({ source, reward_id: rewardId, member_id: memberId, seen_at: deps.clock.now() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (!numInsertedOrUpdatedRows) return false;
      await centre.publish(tx, afterCommit, memberId);
      return true;
    },
    async publish(tx, afterCommit, memberId) {
      const counts = await centre.counts(tx, memberId);
      afterCommit(() => deps.hub.publish(memberId, { type: 'rewards', counts }));
    },
    waiting: (reader) => listWaiting(deps, sources, { ...reader, now: deps.clock.now() }),
    past: (reader, page) => listPast(deps.db, sources, { ...reader, now: deps.clock.now() }, page),
    claim: (memberId, rewardId) =>
      inTransaction(deps.db, async (tx, afterCommit) => {
        // The wallet first: a break that begins at the same time waits for it, or is seen here.
        await deps.wallet.lockWallets(tx, [memberId]);
        const resting = await deps.protection.resting(tx, memberId);
        if (resting) throw protectionRefusal(resting);
        const claimed = { paid: 0n, waiting: 0n, count: 0 };
        for (const { claim, id } of claimsOf(sources, rewardId)) {
          const one = await claim(tx, afterCommit, memberId, id);
          claimed.paid += one.paid;
          claimed.waiting += one.waiting;
          claimed.count += one.count;
        }
        if (claimed.count === 0) throw new Refusal('reward_nothing');
        await centre.publish(tx, afterCommit, memberId);
        return { ...claimed, counts: await centre.counts(tx, memberId) };
      }),
  };
  return centre;
}

type Sources = ReadonlyMap<RewardSource, RewardSourceParts>;
interface OneClaim {
  readonly claim: NonNullable<RewardSourceParts['claim']>;
  readonly id: string;
}

/** In the order of the list of sources, so that concurrent claims lock in one order. */
function claimsOf(sources: Sources, rewardId: string): readonly OneClaim[] {
  if (rewardId === 'all')
    return REWARD_SOURCE_NAMES.flatMap((name) => {
      const claim = sources.get(name)?.claim;
      return claim ? [{ claim, id: 'all' }] : [];
    });
  const [source, id = ''] = rewardId.split(':');
  const claim = sources.get(source as RewardSource)?.claim;
  if (!claim || id === 'all') throw new Refusal('reward_not_found');
  return [{ claim, id }];
}

async function listWaiting({ db, protection }: CentreDeps, sources: Sources, reader: RewardReader) {
  const rewards: WaitingRewardValue[] = [];
  for (const [source, parts] of sources)
    for (const reward of await parts.waiting(db, reader)) rewards.push({ ...reward, source, rewardId: `${source}:${reward.rewardId}` });
  const endOf = ({ until }: WaitingRewardValue) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until));
  // Infinity minus itself is no number: rewards without end keep their order.
  rewards.sort((one, other) => (endOf(one) === endOf(other) ? 0 : endOf(one) - endOf(other)));
  return { rewards, isPaused: !(await protection.mayBeAdvertised(db, reader.memberId)) };
}

/** Each source gives as many as all pages so far have, so the newest of all sources are among them. */
async function listPast(db: Executor, sources: Sources, reader: RewardReader, wanted: number) {
  let total = 0;
  for (const parts of sources.values()) total += await parts.countPast(db, reader.memberId, reader.now);
  const pages = Math.min(Math.max(1, Math.ceil(total / PAST_PAGE_SIZE)), MAX_PAST_PAGES);
  const page = Math.min(wanted, pages);
  const rewards: PastRewardValue[] = [];
  for (const [source, parts] of sources)
    for (const reward of await parts.past(db, reader, page * PAST_PAGE_SIZE))
      rewards.push({ ...reward, source, rewardId: `${source}:${reward.rewardId}` });
  rewards.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
  return { rewards: rewards.slice((page - 1) * PAST_PAGE_SIZE, page * PAST_PAGE_SIZE), page, pages };
}
