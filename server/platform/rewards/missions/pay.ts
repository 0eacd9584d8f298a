import { type Selectable, sql } from 'kysely';
import type { Logger } from 'pino';
import { DAY_MS, zonedDay } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Wallet } from '../../ledger/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import type { Protection } from '../../protection/responsible-gaming/index.ts';
import type { Claimed, RewardCentre } from '../centre/index.ts';
import type { Fund } from '../fund/index.ts';
import { postPoints } from '../points/index.ts';
import type { MissionTables } from './tables.ts';

export type RewardRow = Selectable<MissionTables['mission_reward']>;

export interface PayDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly wallet: Pick<Wallet, 'lockWallets'>;
  /** The account of rewards. */
  readonly fund: Pick<Fund, 'pay'>;
  readonly protection: Pick<Protection, 'mayBeAdvertised'>;
  readonly centre: Pick<RewardCentre, 'publish'>;
  readonly log: Pick<Logger, 'error'>;
  requireTime(): void;
}

const REWARDS_PER_BATCH = 50;
const REWARD = /^\d{1,18}$/;

/** Claims one reward, or all of the member. The caller has locked the wallet, and the member is not on a break. */
export async function claimRewards(deps: PayDeps, tx: Tx, afterCommit: AfterCommit, memberId: string, id: string): Promise<Claimed> {
  const now = deps.clock.now();
  const rows = await lockClaimable(tx, memberId, id, now);
  let [paid, waiting] = [0n, 0n];
  for (const row of rows) {
    await tx.updateTable('mission_reward').set({ state: 'due', claimed_at: now }).where('id', '=', row.id).execute();
    const amount = BigInt(row.amount);
    if (await pay(deps, tx, afterCommit, row)) paid += amount;
    else waiting += amount;
  }
  return { paid, waiting, count: rows.length };
}

async function lockClaimable(tx: Tx, memberId: string, id: string, now: Date): Promise<readonly RewardRow[]> {
  const own = tx.selectFrom('mission_reward').selectAll().where('member_id', '=', memberId);
  if (id === 'all') return await own.where('state', '=', 'claimable').where('claim_until', '>', now).orderBy('id').forUpdate().execute();
  const row = REWARD.test(id) ? await own.where('id', '=', id).forUpdate().executeTakeFirst() : undefined;
  if (!row) throw new Refusal('mission_not_found');
  if (row.state === 'withdrawn') throw new Refusal('mission_withdrawn');
  if (row.state === 'expired' || (row.state === 'claimable' && row.claim_until <= now)) throw new Refusal('mission_expired');
  if (row.state !== 'claimable') throw new Refusal('mission_claimed');
  return [row];
}

/** Orders of points lock the account before the wallet, which a claim holds: it must not wait for the account. */
async function hasPointLock(tx: Tx, memberId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from point_account where member_id = ${memberId} for update skip locked`.execute(tx);
  return rows.length > 0;
}

/** False if it is paid later: the account of rewards does not cover it, or the points are in use. The caller has locked the reward, and for an amount the wallet. */
async function pay(deps: PayDeps, tx: Tx, afterCommit: AfterCommit, row: RewardRow): Promise<boolean> {
  const now = deps.clock.now();
  const reference = `mission:${row.id}`;
  if (BigInt(row.points) > 0n) {
    if (!(await hasPointLock(tx, row.member_id))) return false;
    const { timeZone } = (await readMerchant(tx, deps.merchant)).settings;
    const day = zonedDay(now.getTime(), timeZone);
    await postPoints(tx, { memberId: row.member_id, kind: 'mission', points: BigInt(row.points), reference, day, at: now });
    await tx.updateTable('mission_reward').set({ state: 'paid', paid_at: now }).where('id', '=', row.id).execute();
    return true;
  }
  const result = await deps.fund.pay(tx, afterCommit, {
    reference,
    kind: 'mission',
    currency: row.currency,
    memberId: row.member_id,
    units: BigInt(row.amount),
    meta: { rewardId: row.id },
  });
  if (result.outcome === 'missing') deps.log.error({ reward: row.id, member: row.member_id }, 'mission reward has no wallet to go to');
  if (result.outcome !== 'paid') return false;
  await tx
    .updateTable('mission_reward')
    .set({ state: 'paid', transfer_id: result.transferId, paid_at: now })
    .where('id', '=', row.id)
    .execute();
  return true;
}

/** Pays what was claimed and not paid at once, the oldest first. What belongs to members on a break waits. */
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
  const due = tx.selectFrom('mission_reward').where('state', '=', 'due');
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
    .selectFrom('mission_reward')
    .select(['id', 'member_id'])
    .where('state', '=', 'claimable')
    .where('claim_until', '<=', now)
    .orderBy('claim_until')
    .limit(REWARDS_PER_BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  const { claimDays } = (await readMerchant(tx, deps.merchant)).settings.missions;
  for (const { id, member_id } of rows) {
    const ends = await mayReceive(deps, tx, member_id);
    const change = ends ? { state: 'expired' as const } : { claim_until: new Date(now.getTime() + claimDays * DAY_MS) };
    await tx.updateTable('mission_reward').set(change).where('id', '=', id).execute();
    if (ends) await deps.centre.publish(tx, afterCommit, member_id);
  }
  return rows.length;
}

/** Neither on a break nor excluded or blocked. */
async function mayReceive({ protection }: PayDeps, tx: Tx, memberId: string): Promise<boolean> {
  const member = await tx.selectFrom('member').select('status').where('id', '=', memberId).executeTakeFirst();
  return member?.status !== 'blocked' && (await protection.mayBeAdvertised(tx, memberId));
}
