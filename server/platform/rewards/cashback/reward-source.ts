import { sql } from 'kysely';
import { WAITING_PER_SOURCE } from '../../../../shared/api/reward-centre/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import type { PastReward, RewardReader, RewardSourceParts, WaitingReward } from '../centre/index.ts';
import { readClaimable, type StatementRow } from './notices.ts';
import { readPause } from './pauses.ts';
import { claimStatements, type PayDeps } from './pay.ts';

/** Cashback in the reward centre: periods to claim, on their way, claimed and expired. */
export function cashbackSource(deps: PayDeps): RewardSourceParts {
  return {
    waiting: readWaiting,
    count: async (executor, memberId, now) =>
      (await readPause(executor, memberId)) ? 0 : (await readClaimable(executor, memberId, now)).count,
    past: readPast,
    async countPast(executor, memberId, now) {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from cashback_statement where member_id = ${memberId} and ${ended(now)}`.execute(executor);
      return rows[0]?.count ?? 0;
    },
    claim: (tx, afterCommit, memberId, id) => claimStatements(deps, tx, afterCommit, { memberId, statementId: id }),
  };
}

async function readWaiting(executor: Executor, { memberId, now }: RewardReader): Promise<readonly WaitingReward[]> {
  const { rows } = await sql<StatementRow>`
    select * from cashback_statement
     where member_id = ${memberId} and (state in ('due', 'unfunded') or (state = 'claimable' and claim_until > ${now}))
     order by case when state = 'claimable' then claim_until end nulls last, id limit ${WAITING_PER_SOURCE}::int`.execute(executor);
  const step = (await readPause(executor, memberId)) ? 'paused' : 'claim';
  return rows.map((row) => ({
    ...shown(row),
    step: row.state === 'claimable' ? step : 'processing',
    until: row.state === 'claimable' ? (row.claim_until?.toISOString() ?? null) : null,
    note: '',
  }));
}

async function readPast(executor: Executor, { memberId, now }: RewardReader, limit: number): Promise<readonly PastReward[]> {
  const { rows } = await sql<StatementRow & { readonly at: Date }>`
    select *, coalesce(paid_at, claim_until, created_at) as at from cashback_statement
     where member_id = ${memberId} and ${ended(now)} order by at desc, id desc limit ${limit}::int`.execute(executor);
  return rows.map((row) => ({ ...shown(row), outcome: row.state === 'paid' ? 'claimed' : 'expired', at: row.at.toISOString() }));
}

/** The job that ends the time to claim runs some seconds later. */
function ended(now: Date) {
  return sql<boolean>`(state in ('paid', 'expired') or (state = 'claimable' and claim_until <= ${now}))`;
}

function shown(row: StatementRow) {
  return {
    rewardId: row.id,
    name: '',
    period: { start: row.period_start.toISOString(), end: row.period_end.toISOString() },
    amount: toWire(BigInt(row.amount)),
    points: null,
    href: `/member/manualRebate?statement=${row.id}`,
  };
}
