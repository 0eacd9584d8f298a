import { sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor } from '../../base/db/index.ts';
import { placesOf, type Segment, type VersionRange } from './movement-blocks.ts';

export interface AccountRow {
  readonly id: string;
  readonly kind: string;
  readonly currency: string;
  readonly units: Units;
}

/** A posting for the owner of its account. */
export interface MovementRow {
  readonly version: number;
  readonly transferId: string;
  readonly reference: string;
  readonly kind: string;
  readonly at: Date;
  readonly units: Units;
  readonly balanceAfter: Units;
  readonly meta: Readonly<Record<string, string>>;
}

/** All accounts of the member, including the wallet. */
export async function findAccounts(executor: Executor, memberId: string): Promise<readonly AccountRow[]> {
  const rows = await executor
    .selectFrom('ledger_account')
    .select(['id', 'kind', 'currency', 'balance'])
    .where('owner', '=', memberId)
    .orderBy('kind')
    .execute();
  return rows.map(({ balance, ...row }) => ({ ...row, units: BigInt(balance) }));
}

/** Versions of the account in a period, both ends inclusive. Consecutive periods neither overlap nor leave gaps. */
export async function versionsOf(executor: Executor, accountId: string, from: Date, to: Date): Promise<VersionRange> {
  const { rows } = await sql<{ first: string; past: string }>`
    select first_version(${accountId}::bigint, ${from.toISOString()}::timestamptz) as first,
           first_version(${accountId}::bigint, ${new Date(to.getTime() + 1).toISOString()}::timestamptz) as past`.execute(executor);
  const [first, end] = [Number(rows[0]?.first ?? 1), Number(rows[0]?.past ?? 1)];
  return { accountId, from: first, end: Math.max(first, end) };
}

/** Balance before a version. */
export async function balanceBefore(executor: Executor, accountId: string, version: number): Promise<Units> {
  if (version <= 1) return 0n;
  const row = await executor
    .selectFrom('ledger_posting')
    .select('balance_after')
    .where('account_id', '=', accountId)
    .where('version', '=', String(version - 1))
    .executeTakeFirstOrThrow();
  return BigInt(row.balance_after);
}

function postings(executor: Executor) {
  return executor
    .selectFrom('ledger_posting as p')
    .innerJoin('ledger_transfer as t', 't.id', 'p.transfer_id')
    .select(['p.version', 'p.amount', 'p.balance_after', 't.id', 't.reference', 't.kind', 't.created_at', 't.meta']);
}
type PostingRow = Awaited<ReturnType<ReturnType<typeof postings>['executeTakeFirstOrThrow']>>;

/** Movements of the versions, both ends inclusive, newest first; optionally of some kinds only. */
export async function findMovements(
  executor: Executor,
  { accountId, first, last, kinds, limit }: { accountId: string; first: number; last: number; kinds?: readonly string[]; limit: number },
): Promise<readonly MovementRow[]> {
  let query = postings(executor)
    .where('p.account_id', '=', accountId)
    .where('p.version', '>=', String(first))
    .where('p.version', '<=', String(last));
  if (kinds) query = query.where('t.kind', 'in', [...kinds]);
  return (await query.orderBy('p.version', 'desc').limit(limit).execute()).map(toMovement);
}

/** The movement of a transfer in the member's accounts; in the wallet if the transfer was between two of them. */
export async function findMovement(
  executor: Executor,
  accounts: readonly AccountRow[],
  transferId: string,
): Promise<MovementRow | undefined> {
  if (!/^\d{1,18}$/.test(transferId) || accounts.length === 0) return undefined;
  const row = await postings(executor)
    .innerJoin('ledger_account as a', 'a.id', 'p.account_id')
    .where('p.transfer_id', '=', transferId)
    .where(
      'p.account_id',
      'in',
      accounts.map(({ id }) => id),
    )
    .orderBy(sql`a.kind = 'wallet'`, 'desc')
    .executeTakeFirst();
  return row && toMovement(row);
}

/**
 * A page of movements of some kinds, by the number of newer ones to skip. The sums of the segments locate the page, so that only its
 * segments are read.
 */
export async function pageOfKinds(
  executor: Executor,
  accountId: string,
  segments: readonly Segment[],
  kinds: readonly string[],
  { offset, limit }: { offset: number; limit: number },
): Promise<readonly MovementRow[]> {
  const selected: Segment[] = [];
  let [before, counted] = [0, 0];
  for (const segment of segments) {
    const matching = segment.sums.reduce((count, sum) => (kinds.includes(sum.kind) ? count + sum.count : count), 0);
    counted += matching;
    if (matching === 0) continue;
    if (counted <= offset) before += matching;
    else selected.push(segment);
    if (counted >= offset + limit) break;
  }
  const versions = (await placesOf(executor, accountId, selected, kinds)).slice(offset - before, offset - before + limit);
  if (versions.length === 0) return [];
  const rows = await postings(executor)
    .where('p.account_id', '=', accountId)
    .where(sql<boolean>`p.version = any (${versions}::bigint[])`)
    .orderBy('p.version', 'desc')
    .execute();
  return rows.map(toMovement);
}

function toMovement(row: PostingRow): MovementRow {
  return {
    version: Number(row.version),
    transferId: row.id,
    reference: row.reference,
    kind: row.kind,
    at: row.created_at,
    units: BigInt(row.amount),
    balanceAfter: BigInt(row.balance_after),
    meta: (row.meta ?? {}) as Readonly<Record<string, string>>,
  };
}
