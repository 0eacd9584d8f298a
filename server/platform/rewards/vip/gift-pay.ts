import type { Logger } from 'pino';
import { amountText } from '../../../../shared/money/amount-text.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Wallet } from '../../ledger/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { Claimed } from '../centre/index.ts';
import type { Fund } from '../fund/index.ts';
import { type GiftDeps, type GiftRow, giftEnd, mayReceive } from './gifts.ts';

export interface GiftPayDeps extends GiftDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly wallet: Pick<Wallet, 'lockWallets'>;
  /** The account of rewards. */
  readonly fund: Pick<Fund, 'pay'>;
  readonly log: Pick<Logger, 'error'>;
  requireTime(): void;
}

const GIFTS_PER_BATCH = 50;
const GIFT = /^\d{1,18}$/;

/** Claims one gift, or all of the member. The caller has locked the wallet, and the member is not on a break. */
export async function claimGifts(deps: GiftPayDeps, tx: Tx, afterCommit: AfterCommit, memberId: string, id: string): Promise<Claimed> {
  const rows = await lockClaimable(tx, memberId, id, deps.clock.now());
  let [paid, waiting] = [0n, 0n];
  for (const row of rows) {
    await tx.updateTable('vip_gift').set({ state: 'unfunded', claimed_at: deps.clock.now() }).where('id', '=', row.id).execute();
    if (await pay(deps, tx, afterCommit, row)) paid += BigInt(row.amount);
    else waiting += BigInt(row.amount);
  }
  return { paid, waiting, count: rows.length };
}

async function lockClaimable(tx: Tx, memberId: string, id: string, now: Date): Promise<readonly GiftRow[]> {
  const own = tx.selectFrom('vip_gift').selectAll().where('member_id', '=', memberId);
  if (id === 'all') return await own.where('state', '=', 'claimable').where('claim_until', '>', now).orderBy('id').forUpdate().execute();
  const row = GIFT.test(id) ? await own.where('id', '=', id).forUpdate().executeTakeFirst() : undefined;
  if (!row) throw new Refusal('gift_not_found');
  if (row.state === 'withdrawn') throw new Refusal('gift_withdrawn');
  if (row.state === 'expired' || (row.state === 'claimable' && row.claim_until <= now)) throw new Refusal('gift_expired');
  if (row.state !== 'claimable') throw new Refusal('gift_claimed');
  return [row];
}

/** False if the account does not cover it: the gift waits. The caller has locked gift and wallet. */
async function pay(deps: GiftPayDeps, tx: Tx, afterCommit: AfterCommit, row: GiftRow): Promise<boolean> {
  const result = await deps.fund.pay(tx, afterCommit, {
    reference: `vip-gift:${row.id}`,
    kind: 'vip-gift',
    currency: row.currency,
    memberId: row.member_id,
    units: BigInt(row.amount),
    meta: { giftId: row.id },
  });
  if (result.outcome === 'missing') deps.log.error({ gift: row.id, member: row.member_id }, 'VIP gift has no wallet to go to');
  if (result.outcome !== 'paid') return false;
  await tx
    .updateTable('vip_gift')
    .set({ state: 'paid', transfer_id: result.transferId, paid_at: deps.clock.now() })
    .where('id', '=', row.id)
    .execute();
  return true;
}

/** Pays what was claimed before the account of rewards covered it, the oldest first. What belongs to members on a break waits. */
export async function payClaimed(deps: GiftPayDeps): Promise<void> {
  for (let after: string | undefined = '0'; after !== undefined; ) {
    deps.requireTime();
    const from: string = after;
    after = await inTransaction(deps.db, (tx, afterCommit) => payNext(deps, tx, afterCommit, from));
  }
}

/** The wallet before the gift, as a claim locks them. */
async function payNext(deps: GiftPayDeps, tx: Tx, afterCommit: AfterCommit, after: string): Promise<string | undefined> {
  const unfunded = tx.selectFrom('vip_gift').where('state', '=', 'unfunded');
  const next = await unfunded.select(['id', 'member_id']).where('id', '>', after).orderBy('id').limit(1).executeTakeFirst();
  if (!next) return undefined;
  await deps.wallet.lockWallets(tx, [next.member_id]);
  const row = await unfunded.selectAll().where('id', '=', next.id).forUpdate().executeTakeFirst();
  if (row && (await mayReceive(deps, tx, row.member_id)) && (await pay(deps, tx, afterCommit, row))) {
    const params = { amount: amountText(BigInt(row.amount), row.currency) };
    await deps.inbox.post(tx, { memberId: row.member_id, template: 'vip_gift_paid', params, href: '/member/rewardCenter' }, afterCommit);
  }
  return next.id;
}

/** Ends the time to claim; during a break it is extended instead. */
export async function expireGifts(deps: GiftPayDeps): Promise<void> {
  deps.requireTime();
  while ((await inTransaction(deps.db, (tx, afterCommit) => expireBatch(deps, tx, afterCommit))) === GIFTS_PER_BATCH);
}

async function expireBatch(deps: GiftPayDeps, tx: Tx, afterCommit: AfterCommit): Promise<number> {
  const now = deps.clock.now();
  const rows = await tx
    .selectFrom('vip_gift')
    .select(['id', 'member_id'])
    .where('state', '=', 'claimable')
    .where('claim_until', '<=', now)
    .orderBy('claim_until')
    .limit(GIFTS_PER_BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  const { settings } = await readMerchant(tx, deps.merchant);
  for (const { id, member_id } of rows) {
    const ends = await mayReceive(deps, tx, member_id);
    const change = ends ? { state: 'expired' as const } : { claim_until: giftEnd(settings, now) };
    await tx.updateTable('vip_gift').set(change).where('id', '=', id).execute();
    if (ends) await deps.centre.publish(tx, afterCommit, member_id);
  }
  return rows.length;
}
