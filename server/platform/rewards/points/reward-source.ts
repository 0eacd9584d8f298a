import { sql } from 'kysely';
import { WAITING_PER_SOURCE } from '../../../../shared/api/reward-centre/constants.ts';
import { toWire } from '../../../../shared/money/money.ts';
import { pointsToWire } from '../../../../shared/money/points.ts';
import type { AfterCommit, Executor, Tx } from '../../base/db/index.ts';
import type { Claimed, PastReward, RewardReader, RewardSourceParts, WaitingReward } from '../centre/index.ts';
import type { PointDeps, RedemptionRow } from './contracts.ts';
import { nameOf } from './texts.ts';

/** Approved, and not noted by the member: codes that were not shown, goods whose note was not read. A credit is in the wallet already. */
const IS_SEEN = sql<boolean>`(kind = 'credit' or exists (select 1 from reward_seen where source = 'points' and reward_id = point_redemption.id))`;
const UNSEEN = sql<boolean>`(status = 'approved' and not ${IS_SEEN})`;
const CLOSED = sql<boolean>`(status = 'rejected' or (status = 'approved' and ${IS_SEEN}))`;

/** Redemptions in the reward centre: in process, approved, and those that are over. */
export function pointSource({ centre }: Pick<PointDeps, 'centre'>): RewardSourceParts {
  return {
    waiting: readWaiting,
    count: (executor, memberId) => countOf(executor, memberId, UNSEEN),
    past: readPast,
    countPast: (executor, memberId) => countOf(executor, memberId, CLOSED),
    claim: (tx, afterCommit, memberId, id) => confirmGoods(centre, tx, afterCommit, { memberId, id }),
  };
}

/** Goods hold nothing to claim, so claiming all leaves them; one of them is noted as read. Codes are shown on their own page. */
async function confirmGoods(
  centre: PointDeps['centre'],
  tx: Tx,
  afterCommit: AfterCommit,
  { memberId, id }: { readonly memberId: string; readonly id: string },
): Promise<Claimed> {
  const nothing = { paid: 0n, waiting: 0n, count: 0 };
  if (id === 'all') return nothing;
  const own = await tx
    .selectFrom('point_redemption')
    .select('id')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('kind', '=', 'goods')
    .where('status', '=', 'approved')
    .executeTakeFirst();
  return own && (await centre.noteSeen(tx, afterCommit, { source: 'points', rewardId: id, memberId })) ? { ...nothing, count: 1 } : nothing;
}

async function readWaiting(executor: Executor, { memberId, language }: RewardReader): Promise<readonly WaitingReward[]> {
  const { rows } = await sql<RedemptionRow>`
    select * from point_redemption where member_id = ${memberId} and (status = 'in_process' or ${UNSEEN})
     order by status, requested_at, id limit ${WAITING_PER_SOURCE}::int`.execute(executor);
  return rows.map((row) => ({ ...shown(row, language), step: stepOf(row), until: null, note: row.note }));
}

function stepOf({ status, kind }: RedemptionRow): WaitingReward['step'] {
  if (status === 'in_process') return 'processing';
  return kind === 'voucher' ? 'open' : 'confirm';
}

async function readPast(executor: Executor, { memberId, language }: RewardReader, limit: number): Promise<readonly PastReward[]> {
  const { rows } = await sql<RedemptionRow & { readonly at: Date }>`
    select *, coalesce(closed_at, requested_at) as at from point_redemption where member_id = ${memberId} and ${CLOSED}
     order by at desc, id desc limit ${limit}::int`.execute(executor);
  return rows.map((row) => ({
    ...shown(row, language),
    outcome: row.status === 'rejected' ? 'rejected' : 'claimed',
    at: row.at.toISOString(),
  }));
}

async function countOf(executor: Executor, memberId: string, condition: typeof UNSEEN): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from point_redemption where member_id = ${memberId} and ${condition}`.execute(executor);
  return rows[0]?.count ?? 0;
}

function shown(row: RedemptionRow, language: string) {
  return {
    rewardId: row.id,
    name: row.quantity > 1 ? `${row.quantity} × ${nameOf(row.names, language)}` : nameOf(row.names, language),
    period: null,
    amount: row.kind === 'credit' && row.amount !== null ? toWire(BigInt(row.amount)) : null,
    points: pointsToWire(BigInt(row.points)),
    href: `/member/pointHistory#${row.id}`,
  };
}
