import { sql } from 'kysely';
import { goalKey } from '../../../../shared/api/missions/constants.ts';
import { WAITING_PER_SOURCE } from '../../../../shared/api/reward-centre/constants.ts';
import { amountText } from '../../../../shared/money/amount-text.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { pointsToWire } from '../../../../shared/money/points.ts';
import type { Executor } from '../../base/db/index.ts';
import type { Translate } from '../../base/http/index.ts';
import type { RewardSourceParts, WaitingReward } from '../centre/index.ts';
import { claimRewards, type PayDeps, type RewardRow } from './pay.ts';

export interface MissionSourceDeps extends PayDeps {
  readonly translate: Translate;
}

/** Rewards of missions in the reward centre. */
export function missionSource(deps: MissionSourceDeps): RewardSourceParts {
  const { translate } = deps;
  return {
    async waiting(executor, { memberId, now, language }) {
      const { rows } = await sql<RewardRow>`
        select * from mission_reward
         where member_id = ${memberId} and (state = 'due' or (state = 'claimable' and claim_until > ${now}))
         order by case when state = 'claimable' then claim_until end nulls last, id limit ${WAITING_PER_SOURCE}::int`.execute(executor);
      return rows.map((row) => ({ ...shown(row, translate, language), ...stepOf(row), note: '' }));
    },
    count: countClaimable,
    async past(executor, { memberId, now, language }, limit) {
      const { rows } = await sql<RewardRow & { readonly at: Date }>`
        select *, coalesce(paid_at, claim_until) as at from mission_reward where member_id = ${memberId} and ${ended(now)}
         order by at desc, id desc limit ${limit}::int`.execute(executor);
      return rows.map((row) => ({
        ...shown(row, translate, language),
        outcome: row.state === 'paid' ? 'claimed' : 'expired',
        at: row.at.toISOString(),
      }));
    },
    async countPast(executor, memberId, now) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from mission_reward where member_id = ${memberId} and ${ended(now)}`.execute(executor);
      return rows[0]?.count ?? 0;
    },
    claim: (tx, afterCommit, memberId, id) => claimRewards(deps, tx, afterCommit, memberId, id),
  };
}

export async function countClaimable(executor: Executor, memberId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from mission_reward
     where member_id = ${memberId} and state = 'claimable' and claim_until > ${now}`.execute(executor);
  return rows[0]?.count ?? 0;
}

/** The job that ends the time to claim runs some seconds later. */
function ended(now: Date) {
  return sql<boolean>`(state in ('paid', 'expired') or (state = 'claimable' and claim_until <= ${now}))`;
}

function stepOf({ state, claim_until }: RewardRow): Pick<WaitingReward, 'step' | 'until'> {
  return state === 'claimable' ? { step: 'claim', until: claim_until.toISOString() } : { step: 'processing', until: null };
}

function shown(row: RewardRow, translate: Translate, language: string) {
  const { goal, category, currency } = row;
  const [target, amount, points] = [BigInt(row.target), BigInt(row.amount), BigInt(row.points)];
  const need = goal === 'stake' ? amountText(target, currency) : target.toString();
  const least = BigInt(row.least_stake);
  const suffix = [
    ...(category === null ? [] : [translate(language, `lobby.category_name_${category}`)]),
    ...(least === 0n ? [] : [translate(language, 'missions.leastStake', { stake: amountText(least, currency) })]),
  ].map((part) => ` · ${part}`);
  return {
    rewardId: row.id,
    name: `${translate(language, goalKey(goal, target === 1n), { need })}${suffix.join('')}`,
    period: null,
    amount: amount > 0n ? toWire(amount) : null,
    points: points > 0n ? pointsToWire(points) : null,
    href: '/member/missionLeaderboard',
  };
}
