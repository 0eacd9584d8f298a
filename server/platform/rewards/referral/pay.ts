import type { Logger } from 'pino';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Wallet } from '../../ledger/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { Claimed } from '../centre/index.ts';
import type { Fund } from '../fund/index.ts';
import { linksOf } from './links.ts';
import { claimEnd, mayReceive, type RewardRow, type SettleDeps } from './settle.ts';

export interface PayDeps extends SettleDeps {
  readonly wallet: Pick<Wallet, 'lockWallets'>;
  /** The account of rewards. */
  readonly fund: Pick<Fund, 'pay'>;
  readonly log: Pick<Logger, 'error'>;
  requireTime(): void;
}

const REWARDS_PER_BATCH = 50;
const REWARD = /^\d{1,18}$/;

/**
 * Claims one reward, or all of the member. The caller has locked the wallet, and the member is not on a break. A reward of accounts that have
 * just come to share something is refused with its own code; the next run holds it.
 */
export async function claimRewards(deps: PayDeps, tx: Tx, afterCommit: AfterCommit, memberId: string, id: string): Promise<Claimed> {
  const now = deps.clock.now();
  const claimed = { paid: 0n, waiting: 0n, count: 0 };
  for (const row of await lockClaimable(tx, memberId, id, now)) {
    if (await isLinked(deps, tx, row)) {
      if (id !== 'all') throw new Refusal('referral_held');
      continue;
    }
    await tx.updateTable('referral_reward').set({ state: 'due', claimed_at: now }).where('id', '=', row.id).execute();
    const amount = BigInt(row.amount);
    if (await pay(deps, tx, afterCommit, row)) claimed.paid += amount;
    else claimed.waiting += amount;
    claimed.count += 1;
  }
  return claimed;
}

async function isLinked(deps: PayDeps, tx: Tx, { friend_id, decided_at }: RewardRow): Promise<boolean> {
  if (decided_at !== null) return false;
  const { referrer_id } = await tx
    .selectFrom('referral')
    .select('referrer_id')
    .where('friend_id', '=', friend_id)
    .executeTakeFirstOrThrow();
  return (await linksOf(deps, tx, friend_id, referrer_id)).length > 0;
}

async function lockClaimable(tx: Tx, memberId: string, id: string, now: Date): Promise<readonly RewardRow[]> {
  const own = tx.selectFrom('referral_reward').selectAll().where('member_id', '=', memberId);
  if (id === 'all') return await own.where('state', '=', 'claimable').where('claim_until', '>', now).orderBy('id').forUpdate().execute();
  const row = REWARD.test(id) ? await own.where('id', '=', id).forUpdate().executeTakeFirst() : undefined;
  if (!row) throw new Refusal('referral_not_found');
  if (row.state === 'withdrawn') throw new Refusal('referral_withdrawn');
  if (row.state === 'held') throw new Refusal('referral_held');
  if (row.state === 'refused') throw new Refusal('referral_refused');
  if (row.state === 'expired' || (row.state === 'claimable' && row.claim_until <= now)) throw new Refusal('referral_expired');
  if (row.state !== 'claimable') throw new Refusal('referral_claimed');
  return [row];
}

/** False if the account of rewards does not cover it: it is paid later. The caller has locked the wallet and the reward. */
async function pay(deps: PayDeps, tx: Tx, afterCommit: AfterCommit, row: RewardRow): Promise<boolean> {
  const result = await deps.fund.pay(tx, afterCommit, {
    reference: `referral:${row.id}`,
    kind: 'referral',
    currency: row.currency,
    memberId: row.member_id,
    units: BigInt(row.amount),
    meta: { rewardId: row.id },
  });
  if (result.outcome === 'missing') deps.log.error({ reward: row.id, member: row.member_id }, 'referral reward has no wallet to go to');
  if (result.outcome !== 'paid') return false;
  await tx
    .updateTable('referral_reward')
    .set({ state: 'paid', transfer_id: result.transferId, paid_at: deps.clock.now() })
    .where('id', '=', row.id)
    .execute();
  return true;
}

/** Pays what was claimed before the account of rewards covered it, the oldest first. What belongs to members on a break waits. */
export async function payDue(deps: PayDeps): Promise<void> {
  for (let after = '0'; ; ) {
    deps.requireTime();
    const from: string = after;
    const next = await inTransaction(deps.db, (tx, afterCommit) => payNext(deps, tx, afterCommit, from));
    if (next === undefined) return;
    after = next;
  }
}

/** The wallet before the reward, as a claim locks them. */
async function payNext(deps: PayDeps, tx: Tx, afterCommit: AfterCommit, after: string): Promise<string | undefined> {
  const due = tx.selectFrom('referral_reward').where('state', '=', 'due');
  const next = await due.select(['id', 'member_id']).where('id', '>', after).orderBy('id').limit(1).executeTakeFirst();
  if (!next) return undefined;
  await deps.wallet.lockWallets(tx, [next.member_id]);
  const row = await due.selectAll().where('id', '=', next.id).forUpdate().executeTakeFirst();
  if (row && (await mayReceive(deps, tx, row.member_id)) && (await pay(deps, tx, afterCommit, row)))
    await deps.centre.publish(tx, afterCommit, row.member_id);
  return next.id;
}

/** Ends the time to claim; during a break it is extended instead. */
export async function expireRewards(deps: PayDeps): Promise<void> {
  deps.requireTime();
  while ((await inTransaction(deps.db, (tx, afterCommit) => expireBatch(deps, tx, afterCommit))) === REWARDS_PER_BATCH);
}

async function expireBatch(deps: PayDeps, tx: Tx, afterCommit: AfterCommit): Promise<number> {
  const now = deps.clock.now();
  const rows = await tx
    .selectFrom('referral_reward')
    .select(['id', 'member_id'])
    .where('state', '=', 'claimable')
    .where('claim_until', '<=', now)
    .orderBy('claim_until')
    .limit(REWARDS_PER_BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  const { settings } = await readMerchant(tx, deps.merchant);
  for (const { id, member_id } of rows) {
    const ends = await mayReceive(deps, tx, member_id);
    const change = ends ? { state: 'expired' as const } : { claim_until: claimEnd(settings, now) };
    await tx.updateTable('referral_reward').set(change).where('id', '=', id).execute();
    if (ends) await deps.centre.publish(tx, afterCommit, member_id);
  }
  return rows.length;
}
