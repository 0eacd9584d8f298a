import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import { type AfterCommit, type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import type { Wallet } from '../../ledger/index.ts';
import type { Inbox } from '../../notify/inbox/index.ts';
import type { Fund } from '../../rewards/fund/index.ts';
import { reportPayment } from './notices.ts';
import type { WageTables } from './tables.ts';

export type StatementRow = Selectable<WageTables['wage_statement']>;

export interface PayDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly wallet: Wallet;
  /** The account that pays wages. */
  readonly fund: Pick<Fund, 'pay'>;
  readonly inbox: Inbox;
  readonly log: Pick<Logger, 'error'>;
  requireTime(): void;
}

const STATEMENTS_PER_BATCH = 50;

/** Pays what is due, the oldest first, as far as the account covers it. Returns the number of payments. */
export async function payDue(deps: PayDeps): Promise<number> {
  let paid = 0;
  for (let after = '0'; ; ) {
    deps.requireTime();
    const batch = await inTransaction(deps.db, (tx, afterCommit) => payBatch(deps, tx, afterCommit, after));
    paid += batch.paid;
    if (batch.last === undefined) return paid;
    after = batch.last;
  }
}

async function payBatch(
  deps: PayDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  after: string,
): Promise<{ readonly paid: number; readonly last: string | undefined }> {
  const rows = await tx
    .selectFrom('wage_statement')
    .selectAll()
    .where('state', 'in', ['due', 'unfunded'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(STATEMENTS_PER_BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return { paid: 0, last: undefined };
  // Wallets before accounts of the house, as the ledger locks them.
  await deps.wallet.lockWallets(
    tx,
    rows.map(({ agent_id }) => agent_id),
  );
  const blocked = await blockedOf(
    tx,
    rows.map(({ agent_id }) => agent_id),
  );
  let paid = 0;
  for (const row of rows) {
    if (blocked.has(row.agent_id)) await setState(tx, row, 'held');
    else if (await payStatement(deps, tx, afterCommit, row)) paid += 1;
  }
  return { paid, last: rows.at(-1)?.id };
}

/** False if the account does not cover it: the statement stays unfunded. The caller has locked the statement. */
export async function payStatement(deps: PayDeps, tx: Tx, afterCommit: AfterCommit, row: StatementRow): Promise<boolean> {
  const result = await deps.fund.pay(tx, afterCommit, {
    reference: `wage:${row.id}`,
    kind: 'wage',
    currency: row.currency,
    memberId: row.agent_id,
    units: BigInt(row.amount),
    meta: { statementId: row.id },
  });
  if (result.outcome !== 'paid') {
    const isMissing = result.outcome === 'missing';
    if (isMissing) deps.log.error({ statement: row.id, member: row.agent_id }, 'wage has no wallet to go to: held');
    await setState(tx, row, isMissing ? 'held' : 'unfunded');
    return false;
  }
  await tx
    .updateTable('wage_statement')
    .set({ state: 'paid', transfer_id: result.transferId, paid_at: deps.clock.now() })
    .where('id', '=', row.id)
    .execute();
  await reportPayment(deps.inbox, tx, afterCommit, row);
  return true;
}

async function setState(tx: Tx, row: StatementRow, state: 'held' | 'unfunded'): Promise<void> {
  if (row.state !== state) await tx.updateTable('wage_statement').set({ state }).where('id', '=', row.id).execute();
}

async function blockedOf(tx: Tx, agents: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx.selectFrom('member').select('id').where('id', 'in', agents).where('status', '=', 'blocked').execute();
  return new Set(rows.map(({ id }) => id));
}
