import { sql } from 'kysely';
import { zonedDay } from '../../../../shared/time.ts';
import { type AfterCommit, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { readMerchant } from '../../merchant/index.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import type { Claimed } from '../centre/index.ts';
import { lockPoints, postPoints } from '../points/index.ts';
import type { PromotionDeps } from './contracts.ts';
import { endEntry, release } from './count.ts';
import { enterForClaim, publishOpen } from './enter.ts';
import { give, givenBy, isGone } from './gives.ts';
import { claimUntil, costOf, type EntryRow, type PromotionRow, shareOf } from './rules.ts';

const ENTRIES_PER_BATCH = 50;
const ENTRY = /^\d{1,18}$/;

/** Claims the reward of a promotion: of one that needs a claim only, the member enters it at the same time. */
export async function claimPromotion(deps: PromotionDeps, memberId: string, id: string): Promise<EntryRow> {
  // Exists before the claim, which must not wait for it while it holds the wallet.
  await sql`insert into point_account (member_id) values (${memberId}) on conflict do nothing`.execute(deps.db);
  return inTransaction(deps.db, async (tx, afterCommit) => {
    await deps.wallet.lockWallets(tx, [memberId]);
    const resting = await deps.protection.resting(tx, memberId);
    if (resting) throw protectionRefusal(resting);
    const known = await entryOf(tx, memberId, id);
    if (known) await claimRewards(deps, tx, afterCommit, memberId, known.id);
    else await enterAndPay(deps, tx, afterCommit, memberId, id);
    await deps.centre.publish(tx, afterCommit, memberId);
    const entry = await entryOf(tx, memberId, id);
    if (!entry) throw new Error(`The member ${memberId} is not in the promotion ${id}.`);
    return entry;
  });
}

function entryOf(tx: Tx, memberId: string, promotionId: string): Promise<EntryRow | undefined> {
  const own = tx.selectFrom('promotion_entry').selectAll().where('member_id', '=', memberId);
  return own.where('promotion_id', '=', promotionId).executeTakeFirst();
}

async function enterAndPay(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, memberId: string, id: string): Promise<void> {
  const promotion = await tx.selectFrom('promotion').select(['block', 'state']).where('id', '=', id).executeTakeFirst();
  if (promotion && promotion.state !== 'draft' && promotion.block !== 'points')
    throw new Refusal(promotion.block === 'cash' ? 'promotion_other_way' : 'promotion_nothing');
  await pay(deps, tx, afterCommit, await enterForClaim(deps, tx, afterCommit, memberId, id));
}

/** Claims one entry, or all of the member. The caller has locked the wallet, and the member is not on a break. */
export async function claimRewards(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, memberId: string, id: string): Promise<Claimed> {
  const now = deps.clock.now();
  const rows = await lockClaimable(tx, memberId, id, now);
  let [paid, waiting, count] = [0n, 0n, 0];
  for (const row of rows) {
    if (await isGone(deps, tx, row.promotion_id)) {
      if (id !== 'all') throw new Refusal('raffle_closed');
      continue;
    }
    await tx.updateTable('promotion_entry').set({ state: 'due', claimed_at: now }).where('id', '=', row.id).execute();
    count += 1;
    // A bonus, free rounds and tickets are no money yet.
    const amount = (await givenBy(tx, row.promotion_id)) ? 0n : BigInt(row.amount);
    if (await pay(deps, tx, afterCommit, row)) paid += amount;
    else waiting += amount;
  }
  if (count > 0) await publishOpen(deps, tx, afterCommit, memberId);
  return { paid, waiting, count };
}

async function lockClaimable(tx: Tx, memberId: string, id: string, now: Date): Promise<readonly EntryRow[]> {
  const own = tx.selectFrom('promotion_entry').selectAll().where('member_id', '=', memberId);
  if (id === 'all') return await own.where('state', '=', 'claimable').where('claim_until', '>', now).orderBy('id').forUpdate().execute();
  const row = ENTRY.test(id) ? await own.where('id', '=', id).forUpdate().executeTakeFirst() : undefined;
  if (!row) throw new Refusal('promotion_not_found');
  if (row.state === 'due' || row.state === 'paid') throw new Refusal('promotion_claimed');
  if (row.state === 'ended' || (row.state === 'claimable' && (row.claim_until ?? now) <= now)) throw new Refusal('promotion_expired');
  if (row.state !== 'claimable') throw new Refusal('promotion_nothing');
  return [row];
}

/** Orders of points lock the account before the wallet, which a claim holds: it must not wait for the account. */
async function hasPointLock(tx: Tx, memberId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from point_account where member_id = ${memberId} for update skip locked`.execute(tx);
  return rows.length > 0;
}

/** False if it is paid later: the account of rewards does not cover it, the points are in use, or the member may have no bonus now. The caller has locked the wallet and the entry, which is due. */
export async function pay(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, row: EntryRow): Promise<boolean> {
  if (BigInt(row.points) > 0n) {
    if (!(await hasPointLock(tx, row.member_id))) return false;
    await payPoints(deps, tx, row);
    return true;
  }
  const given = await givenBy(tx, row.promotion_id);
  if (given) return give(deps, tx, afterCommit, row, given);
  const result = await deps.fund.pay(tx, afterCommit, {
    reference: referenceOf(row),
    kind: 'promotion',
    currency: row.currency,
    memberId: row.member_id,
    units: BigInt(row.amount),
    meta: { promotionId: row.promotion_id, entryId: row.id },
  });
  if (result.outcome === 'missing')
    deps.log.error({ memberId: row.member_id, entry: row.id }, 'a promotion cannot be paid: the member has no wallet');
  if (result.outcome !== 'paid') return false;
  const change = { state: 'paid', paid_at: deps.clock.now(), transfer_id: result.transferId } as const;
  await tx.updateTable('promotion_entry').set(change).where('id', '=', row.id).execute();
  return true;
}

function referenceOf({ id }: Pick<EntryRow, 'id'>): string {
  return `promotion:${id}`;
}

async function payPoints({ clock, merchant }: PromotionDeps, tx: Tx, row: EntryRow): Promise<void> {
  const now = clock.now();
  const { timeZone } = (await readMerchant(tx, merchant)).settings;
  await postPoints(tx, {
    memberId: row.member_id,
    kind: 'promotion',
    points: BigInt(row.points),
    reference: referenceOf(row),
    day: zonedDay(now.getTime(), timeZone),
    at: now,
  });
  await tx.updateTable('promotion_entry').set({ state: 'paid', paid_at: now }).where('id', '=', row.id).execute();
}

/** Pays what was claimed or approved and could not be paid at once. */
export async function payDue(deps: PromotionDeps): Promise<void> {
  for (let after = '0'; ; ) {
    deps.requireTime();
    const from: string = after;
    const next = await inTransaction(deps.db, (tx, afterCommit) => payNext(deps, tx, afterCommit, from));
    if (next === undefined) return;
    after = next;
  }
}

/** The wallet, or the points, before the entry. */
async function payNext(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, after: string): Promise<string | undefined> {
  const due = tx.selectFrom('promotion_entry').where('state', '=', 'due');
  const next = await due.select(['id', 'member_id', 'points']).where('id', '>', after).orderBy('id').limit(1).executeTakeFirst();
  if (!next) return undefined;
  if (BigInt(next.points) > 0n) await lockPoints(tx, next.member_id);
  else await deps.wallet.lockWallets(tx, [next.member_id]);
  const row = await due.selectAll().where('id', '=', next.id).forUpdate().executeTakeFirst();
  if (row && (await isGone(deps, tx, row.promotion_id))) await endEntry(deps, tx, afterCommit, row, 'ended');
  else if (row && (await mayReceive(deps, tx, row.member_id)) && (await pay(deps, tx, afterCommit, row)))
    await deps.centre.publish(tx, afterCommit, row.member_id);
  return next.id;
}

/**
 * Ends what can no longer be earned or claimed, and makes cashback due; the time to claim is extended during a break. `counted`: everything that had happened before
 * this time is counted.
 */
export async function endEntries(deps: PromotionDeps, counted: Date): Promise<void> {
  deps.requireTime();
  while ((await inTransaction(deps.db, (tx, afterCommit) => endBatch(deps, tx, afterCommit, counted))) === ENTRIES_PER_BATCH);
}

async function endBatch(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, counted: Date): Promise<number> {
  const now = deps.clock.now();
  const { rows } = await sql<Ending>`
    select e.*, p.block, p.percent, p.claim_days, p.gives from promotion_entry e join promotion p on p.id = e.promotion_id
     where (e.state = 'joined' and p.ends_at <= ${counted}::timestamptz) or (e.state = 'claimable' and e.claim_until <= ${now}::timestamptz)
     order by e.id limit ${ENTRIES_PER_BATCH}::int for update of e skip locked`.execute(tx);
  for (const row of rows) {
    const until = claimUntil(row, now);
    if (row.state === 'joined' && row.block === 'cashback') await settleCashback(deps, tx, afterCommit, row);
    else if (row.state === 'joined' || until <= now || (await mayReceive(deps, tx, row.member_id)))
      await endEntry(deps, tx, afterCommit, row, 'ended');
    else await tx.updateTable('promotion_entry').set({ claim_until: until }).where('id', '=', row.id).execute();
  }
  return rows.length;
}

type Ending = EntryRow & Pick<PromotionRow, 'block' | 'percent' | 'claim_days' | 'gives'>;

/** The play of the period is counted: the share of the net loss is paid by the job, and the rest of what was set aside is given back. */
async function settleCashback(deps: PromotionDeps, tx: Tx, afterCommit: AfterCommit, row: Ending): Promise<void> {
  const share = shareOf(row, BigInt(row.counted));
  if (share === 0n) return endEntry(deps, tx, afterCommit, row, 'ended');
  const change = { state: 'due', amount: share.toString(), claimed_at: deps.clock.now() } as const;
  await tx.updateTable('promotion_entry').set(change).where('id', '=', row.id).execute();
  await release(tx, row.promotion_id, costOf(row) - share);
  await deps.centre.publish(tx, afterCommit, row.member_id);
}

/** Neither on a break nor excluded or blocked. */
async function mayReceive({ protection }: PromotionDeps, tx: Tx, memberId: string): Promise<boolean> {
  const member = await tx.selectFrom('member').select('status').where('id', '=', memberId).executeTakeFirst();
  return member?.status !== 'blocked' && (await protection.mayBeAdvertised(tx, memberId));
}
