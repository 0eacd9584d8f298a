import type { Logger } from 'pino';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Wallet } from '../../ledger/index.ts';
import { readMerchant } from '../../merchant/index.ts';
import { type Protection, protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import type { Claimed } from '../centre/index.ts';
import type { Fund } from '../fund/index.ts';
import { mayReceive, type NoticeDeps, noticePaid, type StatementRow } from './notices.ts';
import { readPause } from './pauses.ts';

export interface PayDeps extends NoticeDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly wallet: Pick<Wallet, 'lockWallets'>;
  /** The account of rewards. */
  readonly fund: Pick<Fund, 'pay'>;
  readonly protection: Pick<Protection, 'mayBeAdvertised' | 'resting'>;
  readonly log: Pick<Logger, 'error'>;
  requireTime(): void;
}

const STATEMENTS_PER_BATCH = 50;
/** Ids of statements. */
const STATEMENT = /^\d{1,18}$/;
/** More wait for a second claim. */
const CLAIMS_AT_ONCE = 400;

/** Claims one statement, or all of the member. Of concurrent claims one pays. */
export async function claim(deps: PayDeps, memberId: string, statementId: string | 'all'): Promise<Claimed> {
  return inTransaction(deps.db, async (tx, afterCommit) => {
    // The wallet first: a break that begins at the same time waits for it, or is seen here.
    await deps.wallet.lockWallets(tx, [memberId]);
    const resting = await deps.protection.resting(tx, memberId);
    if (resting) throw protectionRefusal(resting);
    const claimed = await claimStatements(deps, tx, afterCommit, { memberId, statementId });
    if (claimed.count === 0) throw new Refusal((await readPause(tx, memberId)) ? 'cashback_paused' : 'cashback_nothing');
    await deps.centre.publish(tx, afterCommit, memberId);
    return claimed;
  });
}

interface Claim {
  readonly memberId: string;
  readonly statementId: string;
}

/** The caller has locked the wallet, and the member is not on a break. */
export async function claimStatements(deps: PayDeps, tx: Tx, afterCommit: AfterCommit, { memberId, statementId }: Claim): Promise<Claimed> {
  if (await readPause(tx, memberId)) {
    if (statementId === 'all') return { paid: 0n, waiting: 0n, count: 0 };
    throw new Refusal('cashback_paused');
  }
  const rows = await lockClaimable(tx, memberId, statementId, deps.clock.now());
  let [paid, waiting] = [0n, 0n];
  for (const row of rows) {
    await tx.updateTable('cashback_statement').set({ state: 'due', claimed_at: deps.clock.now() }).where('id', '=', row.id).execute();
    if (await payStatement(deps, tx, afterCommit, { ...row, state: 'due' })) paid += BigInt(row.amount);
    else waiting += BigInt(row.amount);
  }
  return { paid, waiting, count: rows.length };
}

async function lockClaimable(tx: Tx, memberId: string, statementId: string, now: Date): Promise<readonly StatementRow[]> {
  const own = tx.selectFrom('cashback_statement').selectAll().where('member_id', '=', memberId);
  if (statementId === 'all')
    return await own
      .where('state', '=', 'claimable')
      .where('claim_until', '>', now)
      .orderBy('id')
      .limit(CLAIMS_AT_ONCE)
      .forUpdate()
      .execute();
  const one = own.where('id', '=', STATEMENT.test(statementId) ? statementId : '0');
  // Locks only what can be claimed: a payment locks due statements before the wallet, which this claim holds.
  const row = (await one.where('state', '=', 'claimable').forUpdate().executeTakeFirst()) ?? (await one.executeTakeFirst());
  if (!row) throw new Refusal('cashback_not_found');
  if (row.state === 'expired' || (row.state === 'claimable' && row.claim_until !== null && row.claim_until <= now))
    throw new Refusal('cashback_expired');
  if (row.state === 'nothing') throw new Refusal('cashback_nothing');
  if (row.state !== 'claimable') throw new Refusal('cashback_claimed');
  return [row];
}

/** Pays what is due, the oldest first, as far as the account covers it. What belongs to members on a break or with a pause waits. */
export async function payDue(deps: PayDeps): Promise<void> {
  for (let after = '0'; ; ) {
    deps.requireTime();
    const last = await inTransaction(deps.db, (tx, afterCommit) => payBatch(deps, tx, afterCommit, after));
    if (last === undefined) return;
    after = last;
  }
}

async function payBatch(deps: PayDeps, tx: Tx, afterCommit: AfterCommit, after: string): Promise<string | undefined> {
  const rows = await tx
    .selectFrom('cashback_statement')
    .selectAll()
    .where('state', 'in', ['due', 'unfunded'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(STATEMENTS_PER_BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return undefined;
  await deps.wallet.lockWallets(
    tx,
    rows.map(({ member_id }) => member_id),
  );
  for (const row of rows) {
    if (!(await mayReceive(deps, tx, row.member_id))) continue;
    if (await payStatement(deps, tx, afterCommit, row)) await noticePaid(deps, tx, afterCommit, row);
  }
  return rows.at(-1)?.id;
}

/** False if the account does not cover it: the statement waits. The caller has locked statement and wallet. */
async function payStatement(deps: PayDeps, tx: Tx, afterCommit: AfterCommit, row: StatementRow): Promise<boolean> {
  const result = await deps.fund.pay(tx, afterCommit, {
    reference: `cashback:${row.id}`,
    kind: 'cashback',
    currency: row.currency,
    memberId: row.member_id,
    units: BigInt(row.amount),
    meta: { statementId: row.id },
  });
  if (result.outcome !== 'paid') {
    if (result.outcome === 'missing') deps.log.error({ statement: row.id, member: row.member_id }, 'cashback has no wallet to go to');
    if (row.state !== 'unfunded') await tx.updateTable('cashback_statement').set({ state: 'unfunded' }).where('id', '=', row.id).execute();
    return false;
  }
  await tx
    .updateTable('cashback_statement')
    .set({ state: 'paid', transfer_id: result.transferId, paid_at: deps.clock.now() })
    .where('id', '=', row.id)
    .execute();
  return true;
}

/**
 * Ends the time to claim. Who is on a break, excluded or paused then cannot claim, so the time is extended: what was earned is there afterwards.
 */
export async function expire(deps: PayDeps): Promise<void> {
  deps.requireTime();
  while ((await inTransaction(deps.db, (tx, afterCommit) => expireBatch(deps, tx, afterCommit))) === STATEMENTS_PER_BATCH);
}

async function expireBatch(deps: PayDeps, tx: Tx, afterCommit: AfterCommit): Promise<number> {
  const now = deps.clock.now();
  const rows = await tx
    .selectFrom('cashback_statement')
    .select(['id', 'member_id'])
    .where('state', '=', 'claimable')
    .where('claim_until', '<=', now)
    .orderBy('claim_until')
    .limit(STATEMENTS_PER_BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  const { claimDays } = (await readMerchant(tx, deps.merchant)).settings.cashback;
  for (const { id, member_id } of rows) {
    const ends = await mayReceive(deps, tx, member_id);
    const change = ends ? { state: 'expired' as const } : { claim_until: new Date(now.getTime() + claimDays * DAY_MS) };
    await tx.updateTable('cashback_statement').set(change).where('id', '=', id).execute();
    if (ends) await deps.centre.publish(tx, afterCommit, member_id);
  }
  return rows.length;
}
