import { type Insertable, type Selectable, sql } from 'kysely';
import type { Units } from '../../../../shared/money/money.ts';
import type { Executor, Tx } from '../../base/db/index.ts';
import { ALL_SWITCH, isClosedAt, VENDOR_SWITCH } from '../../merchant/index.ts';
import type { TransferTables } from './tables.ts';

export type TransferRow = Selectable<TransferTables['member_transfer']>;
const LISTED = 20;

export interface PartyRow {
  readonly id: string;
  readonly account: string;
  readonly nickname: string;
  readonly type: number;
  readonly currency: string;
  readonly status: 'active' | 'blocked';
  readonly agent_id: string | null;
}

function parties(executor: Executor) {
  return executor.selectFrom('member as m').select(['m.id', 'm.account', 'm.nickname', 'm.type', 'm.currency', 'm.status', 'm.agent_id']);
}

/** The agent directly above the member. */
export function findUpline(executor: Executor, memberId: string): Promise<PartyRow | undefined> {
  return parties(executor).innerJoin('member as below', 'below.agent_id', 'm.id').where('below.id', '=', memberId).executeTakeFirst();
}

/** A member directly below the agent, by account key. */
export function findDownline(executor: Executor, agentId: string, accountKey: string): Promise<PartyRow | undefined> {
  return parties(executor).where('m.agent_id', '=', agentId).where('m.account_key', '=', accountKey).executeTakeFirst();
}

function transfers(executor: Executor) {
  return executor
    .selectFrom('member_transfer as t')
    .innerJoin('member as f', 'f.id', 't.from_member')
    .innerJoin('member as r', 'r.id', 't.to_member')
    .selectAll('t')
    .select(['f.account as from_account', 'r.account as to_account']);
}
export type NamedTransferRow = TransferRow & { readonly from_account: string; readonly to_account: string };

export function findByReference(executor: Executor, fromMember: string, reference: string): Promise<NamedTransferRow | undefined> {
  return transfers(executor).where('t.from_member', '=', fromMember).where('t.client_reference', '=', reference).executeTakeFirst();
}

/** The member's latest transfers, sent and received, newest first. */
export function listTransfers(executor: Executor, memberId: string): Promise<NamedTransferRow[]> {
  return transfers(executor)
    .where((where) => where.or([where('t.from_member', '=', memberId), where('t.to_member', '=', memberId)]))
    .orderBy('t.created_at', 'desc')
    .orderBy('t.transfer_id', 'desc')
    .limit(LISTED)
    .execute();
}

/** Amount sent on the day of `now` in the time zone. Exact only while the member's wallet is locked. */
export async function sentOnDay(
  executor: Executor,
  memberId: string,
  now: Date,
  timeZone: string,
): Promise<{ readonly units: Units; readonly count: number }> {
  const row = await executor
    .selectFrom('member_transfer')
    .where('from_member', '=', memberId)
    .where(
      'created_at',
      '>=',
      sql<Date>`date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}`,
    )
    .select([sql<string>`coalesce(sum(amount), 0)`.as('units'), sql<string>`count(*)`.as('count')])
    .executeTakeFirstOrThrow();
  return { units: BigInt(row.units), count: Number(row.count) };
}

export async function insertTransfer(tx: Tx, row: Insertable<TransferTables['member_transfer']>): Promise<void> {
  await tx.insertInto('member_transfer').values(row).execute();
}

export interface VendorRow {
  readonly code: string;
  readonly name: string;
  readonly maintenance: boolean;
}

/** Vendors with games, in catalogue order. */
export function findVendors(executor: Executor, now: Date): Promise<VendorRow[]> {
  return executor
    .selectFrom('game_vendor as vendor')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('game as g').whereRef('g.vendor', '=', 'vendor.code').where('g.enabled', '=', true).select('g.id')),
    )
    .select([
      'vendor.code',
      'vendor.name',
      sql<boolean>`(${isClosedAt(VENDOR_SWITCH, now)} or ${isClosedAt(ALL_SWITCH, now)})`.as('maintenance'),
    ])
    .orderBy('vendor.position')
    .orderBy('vendor.code')
    .execute();
}
