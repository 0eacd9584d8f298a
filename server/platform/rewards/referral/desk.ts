import { type Selectable, sql } from 'kysely';
import type { ReferralStage, ReferralState } from '../../../../shared/api/referral/constants.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { readUnfunded, type Unfunded } from '../fund/index.ts';
import { claimEnd, notifyMember, type SettleDeps } from './settle.ts';
import type { ReferralTables } from './tables.ts';

/** A reward with what operators judge it by. `taken_back`: deposits or bets were taken back after it was claimed. */
export type ReferralCase = Selectable<ReferralTables['referral_reward']> & {
  readonly referrer_id: string;
  readonly deposits: string;
  readonly rounds: string;
  readonly taken_back: boolean;
};

export interface ReferralDecision {
  readonly id: string;
  readonly operator: string;
  /** The member reads it if the reward is refused. */
  readonly reason: string;
}

/** What operators see and decide of invitations. */
export interface ReferralDesk {
  /** Held rewards first, the oldest first; then those that were held, the newest first, and paid ones whose goal was taken back. */
  cases(executor: Executor, slice: { readonly offset: number; readonly limit: number }): Promise<readonly ReferralCase[]>;
  /** The member can claim the reward. Refuses if it is not held. */
  release(tx: Tx, afterCommit: AfterCommit, decision: ReferralDecision): Promise<ReferralCase['member_id']>;
  /** The member gets a message with the reason. Refuses if it is not held. */
  refuse(tx: Tx, afterCommit: AfterCommit, decision: ReferralDecision): Promise<ReferralCase['member_id']>;
  /** Rewards of each stage by state. */
  sums(
    executor: Executor,
  ): Promise<readonly { readonly stage: ReferralStage; readonly state: ReferralState; readonly count: number; readonly units: string }[]>;
  /** Claimed, and not covered by the account of rewards. */
  unfunded(executor: Executor): Promise<Unfunded>;
}

export function createReferralDesk(deps: SettleDeps): ReferralDesk {
  return {
    cases: readCases,
    release: (tx, afterCommit, decision) => decide(deps, tx, afterCommit, decision, 'claimable'),
    refuse: (tx, afterCommit, decision) => decide(deps, tx, afterCommit, decision, 'refused'),
    async sums(executor) {
      const { rows } = await sql<{ stage: ReferralStage; state: ReferralState; count: number; units: string }>`
        select stage, state, count(*)::int as count, sum(amount) as units from referral_reward group by 1, 2 order by 1, 2`.execute(
        executor,
      );
      return rows;
    },
    unfunded: (executor) => readUnfunded(executor, 'referral_reward', 'due'),
  };
}

const readCases: ReferralDesk['cases'] = async (executor, { offset, limit }) => {
  const { rows } = await sql<ReferralCase>`
    select * from (
      select w.*, r.referrer_id, r.deposits, r.rounds, w.state in ('paid', 'due') and g.reached_at is null as taken_back
        from referral_reward w join referral r on r.friend_id = w.friend_id
        join referral_goal g on g.friend_id = w.friend_id and g.stage = w.stage) as c
     where state = 'held' or decided_at is not null or taken_back
     order by state = 'held' desc, case when state = 'held' then id end, coalesce(decided_at, claimed_at) desc, id
     offset ${offset}::int limit ${limit}::int`.execute(executor);
  return rows;
};

async function decide(
  deps: SettleDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  { id, operator, reason }: ReferralDecision,
  state: 'claimable' | 'refused',
): Promise<string> {
  const now = deps.clock.now();
  const { settings } = await readMerchant(tx, deps.merchant);
  const row = await tx
    .updateTable('referral_reward')
    .set({
      state,
      cause: state === 'refused' ? 'operator' : null,
      decided_by: operator,
      decision: reason,
      decided_at: now,
      claim_until: claimEnd(settings, now),
    })
    .where('id', '=', id)
    // Decided, or taken back with its deposit, in the meantime.
    .where('state', '=', 'held')
    .returningAll()
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found');
  await notifyMember(deps, tx, afterCommit, row, settings);
  return row.member_id;
}
