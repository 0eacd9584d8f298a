import { sql } from 'kysely';
import { WAITING_PER_SOURCE } from '../../../../shared/api/reward-centre/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { pointsToWire } from '../../../../shared/money/points.ts';
import type { Executor } from '../../base/db/index.ts';
import type { RewardSourceParts, WaitingReward } from '../centre/index.ts';
import type { PromotionDeps } from './contracts.ts';
import { claimRewards } from './pay.ts';
import type { EntryRow, PromotionRow } from './rules.ts';
import { rewardText, titleOf } from './terms.ts';

type Row = EntryRow & Pick<PromotionRow, 'titles' | 'gives'>;

/** Rewards of promotions in the reward centre. */
export function promotionSource(deps: PromotionDeps): RewardSourceParts {
  return {
    async waiting(executor, { memberId, now, language }) {
      const { rows } = await sql<Row>`
        select e.*, p.titles, p.gives from promotion_entry e join promotion p on p.id = e.promotion_id
         where e.member_id = ${memberId} and (e.state in ('due', 'applying') or (e.state = 'claimable' and e.claim_until > ${now}))
         order by case when e.state = 'claimable' then e.claim_until end nulls last, e.id limit ${WAITING_PER_SOURCE}::int`.execute(
        executor,
      );
      return rows.map((row) => ({
        ...shown(row, language),
        ...stepOf(row),
        note: row.gives === null ? '' : rewardText(row, deps.translate, language),
      }));
    },
    count: countClaimable,
    async past(executor, { memberId, now, language }, limit) {
      const { rows } = await sql<Row & { readonly at: Date }>`
        select e.*, p.titles, p.gives, coalesce(e.paid_at, e.decided_at, e.claim_until) as at
          from promotion_entry e join promotion p on p.id = e.promotion_id
         where e.member_id = ${memberId} and ${isPast(now)} order by at desc, e.id desc limit ${limit}::int`.execute(executor);
      return rows.map((row) => ({
        ...shown(row, language),
        outcome: row.state === 'paid' ? 'claimed' : row.state === 'rejected' ? 'rejected' : 'expired',
        at: row.at.toISOString(),
      }));
    },
    async countPast(executor, memberId, now) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from promotion_entry e where e.member_id = ${memberId} and ${isPast(now)}`.execute(executor);
      return rows[0]?.count ?? 0;
    },
    claim: (tx, afterCommit, memberId, id) => claimRewards(deps, tx, afterCommit, memberId, id),
  };
}

async function countClaimable(executor: Executor, memberId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from promotion_entry
     where member_id = ${memberId} and state = 'claimable' and claim_until > ${now}`.execute(executor);
  return rows[0]?.count ?? 0;
}

/** Paid, rejected, or earned and not claimed in time: the job that ends the time to claim runs some seconds later. */
function isPast(now: Date) {
  return sql<boolean>`(e.state in ('paid', 'rejected') or (e.state in ('claimable', 'ended') and e.claim_until <= ${now}))`;
}

function stepOf({ state, claim_until }: EntryRow): Pick<WaitingReward, 'step' | 'until'> {
  return state === 'claimable' ? { step: 'claim', until: claim_until?.toISOString() ?? null } : { step: 'processing', until: null };
}

function shown(row: Row, language: string) {
  const [amount, points] = [BigInt(row.amount), BigInt(row.points)];
  return {
    rewardId: row.id,
    name: titleOf(row.titles, language),
    period: null,
    amount: amount > 0n && row.gives === null ? toWire(amount) : null,
    points: points > 0n ? pointsToWire(points) : null,
    href: `/promoDetail?id=${row.promotion_id}`,
  };
}
