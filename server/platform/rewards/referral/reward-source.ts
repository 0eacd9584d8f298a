import { sql } from 'kysely';
import { WAITING_PER_SOURCE } from '../../../../shared/api/reward-centre/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import { maskName } from '../../play/games/index.ts';
import type { RewardSourceParts, WaitingReward } from '../centre/index.ts';
import { claimRewards, type PayDeps } from './pay.ts';
import type { RewardRow } from './settle.ts';

export interface ReferralSourceDeps extends PayDeps {
  readonly translate: Translate;
}

type NamedRow = RewardRow & { readonly nickname: string };

/** Rewards for invitations in the reward centre. Held ones wait there for the operator. */
export function referralSource(deps: ReferralSourceDeps): RewardSourceParts {
  const { translate } = deps;
  return {
    async waiting(executor, { memberId, now, language }) {
      const { rows } = await sql<NamedRow>`
        select w.*, m.nickname from referral_reward w join member m on m.id = w.friend_id
         where w.member_id = ${memberId} and (w.state in ('due', 'held') or (w.state = 'claimable' and w.claim_until > ${now}))
         order by case when w.state = 'claimable' then w.claim_until end nulls last, w.id limit ${WAITING_PER_SOURCE}::int`.execute(
        executor,
      );
      return rows.map((row) => ({
        ...shown(row, translate, language),
        ...stepOf(row),
        note: row.state === 'held' ? translate(language, 'referral.cause_linked') : '',
      }));
    },
    count: countClaimable,
    async past(executor, { memberId, now, language }, limit) {
      const { rows } = await sql<NamedRow & { readonly at: Date }>`
        select w.*, m.nickname, coalesce(w.paid_at, w.decided_at, case when w.state = 'refused' then w.created_at end, w.claim_until) as at
          from referral_reward w join member m on m.id = w.friend_id
         where w.member_id = ${memberId} and ${ended(now)}
         order by at desc, w.id desc limit ${limit}::int`.execute(executor);
      return rows.map((row) => ({
        ...shown(row, translate, language),
        outcome: row.state === 'paid' ? 'claimed' : row.state === 'refused' ? 'rejected' : 'expired',
        at: row.at.toISOString(),
      }));
    },
    async countPast(executor, memberId, now) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from referral_reward w where w.member_id = ${memberId} and ${ended(now)}`.execute(executor);
      return rows[0]?.count ?? 0;
    },
    claim: (tx, afterCommit, memberId, id) => claimRewards(deps, tx, afterCommit, memberId, id),
  };
}

async function countClaimable(executor: Executor, memberId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from referral_reward
     where member_id = ${memberId} and state = 'claimable' and claim_until > ${now}`.execute(executor);
  return rows[0]?.count ?? 0;
}

/** The job that ends the time to claim runs some seconds later. */
function ended(now: Date) {
  return sql<boolean>`(w.state in ('paid', 'expired', 'refused') or (w.state = 'claimable' and w.claim_until <= ${now}))`;
}

function stepOf({ state, claim_until }: RewardRow): Pick<WaitingReward, 'step' | 'until'> {
  if (state === 'claimable') return { step: 'claim', until: claim_until.toISOString() };
  return { step: state === 'held' ? 'paused' : 'processing', until: null };
}

function shown(row: NamedRow, translate: Translate, language: string) {
  const key = row.side === 'friend' ? `referral.own_${row.stage}` : `referral.earned_${row.stage}`;
  return {
    rewardId: row.id,
    name: translate(language, key, { name: maskName(row.nickname) }),
    period: null,
    amount: toWire(BigInt(row.amount)),
    points: null,
    href: '/member/referral',
  };
}
