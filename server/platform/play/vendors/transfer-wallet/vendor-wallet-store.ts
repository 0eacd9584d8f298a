import { sql } from 'kysely';
import { MINUTE_MS } from '../../../../../shared/time.ts';
import type { Executor } from '../../../base/db/index.ts';
import type { VendorWalletRow } from './contracts.ts';

export interface VendorWalletKey {
  readonly provider: string;
  readonly memberId: string;
}

/** Time in which the history should have what the balance has. */
const CHECK_AFTER_MS = MINUTE_MS;

export async function playerOf(executor: Executor, provider: string, memberId: string): Promise<string | undefined> {
  const row = await executor
    .selectFrom('vendor_player')
    .select('player')
    .where('provider', '=', provider)
    .where('member_id', '=', memberId)
    .executeTakeFirst();
  return row?.player;
}

export async function ensureVendorWallet(
  executor: Executor,
  { provider, memberId }: VendorWalletKey,
  vassalage: string,
): Promise<VendorWalletRow> {
  await executor
    .insertInto('vendor_wallet')
    .values({ provider, member_id: memberId, vassalage })
    .onConflict((conflict) => conflict.columns(['provider', 'member_id']).doNothing())
    .execute();
  return executor
    .selectFrom('vendor_wallet')
    .selectAll()
    .where('provider', '=', provider)
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
}

export type VendorWalletChange = Partial<
  Pick<
    VendorWalletRow,
    'opened_at' | 'returns' | 'session_id' | 'return_due_at' | 'check_due_at' | 'checked_at' | 'difference' | 'difference_since'
  >
>;

export async function updateVendorWallet(
  executor: Executor,
  { provider, memberId }: VendorWalletKey,
  change: VendorWalletChange,
): Promise<void> {
  await executor.updateTable('vendor_wallet').set(change).where('provider', '=', provider).where('member_id', '=', memberId).execute();
}

/** Play postpones the return, unless the session that opened the game has ended. */
export async function postponeReturn(executor: Executor, { provider, memberId }: VendorWalletKey, until: Date): Promise<void> {
  await executor
    .updateTable('vendor_wallet')
    .set({ return_due_at: until })
    .where('provider', '=', provider)
    .where('member_id', '=', memberId)
    .where('session_id', 'is not', null)
    .execute();
}

export function checkSoon(executor: Executor, key: VendorWalletKey, now: Date): Promise<void> {
  return updateVendorWallet(executor, key, { check_due_at: new Date(now.getTime() + CHECK_AFTER_MS) });
}

/** Takes wallets that are due, each for one of several concurrent callers; an unfinished one is due again after `leaseMs`. */
export async function claimWallets(
  executor: Executor,
  column: 'return_due_at' | 'check_due_at',
  { now, limit, leaseMs }: { now: Date; limit: number; leaseMs: number },
): Promise<readonly VendorWalletRow[]> {
  const due = sql.ref(column);
  const { rows } = await sql<VendorWalletRow>`
    update vendor_wallet p set ${due} = ${new Date(now.getTime() + leaseMs).toISOString()}::timestamptz
      from (select provider, member_id from vendor_wallet where ${due} <= ${now.toISOString()}::timestamptz
             order by ${due} limit ${limit} for update skip locked) as due
     where p.provider = due.provider and p.member_id = due.member_id
     returning p.*`.execute(executor);
  return rows;
}

/**
 * Money comes back when the session that opened the game has ended, and with the last session in any case. Without a session, play that is
 * booked later does not postpone it.
 */
export async function returnAfterSessions(executor: Executor, memberId: string, now: Date): Promise<void> {
  await executor
    .updateTable('vendor_wallet')
    .set({ return_due_at: now, session_id: null })
    .where('member_id', '=', memberId)
    .where('returns', '=', true)
    .where((eb) => {
      const living = eb.selectFrom('member_session').select('id').where('member_id', '=', memberId).where('ended_at', 'is', null);
      return eb.or([eb.not(eb.exists(living)), eb('session_id', 'not in', living)]);
    })
    .execute();
}

/** Members with money at providers who are blocked, held, or have entered a break or exclusion. The caller checks whether it is in force. */
export async function restingHolders(executor: Executor, now: Date): Promise<readonly VendorWalletRow[]> {
  const { rows } = await sql<VendorWalletRow>`
    select p.* from vendor_wallet p
      join ledger_account a on a.owner = p.member_id and a.kind = 'vendor:' || p.vassalage and a.balance > 0
     where (p.return_due_at is null or p.return_due_at > ${now.toISOString()}::timestamptz + interval '90 seconds')
       and (exists (select 1 from member m where m.id = p.member_id and m.status = 'blocked')
         or exists (select 1 from protection_member r where r.member_id = p.member_id and (r.break_kind is not null or r.held_at is not null)))
     limit 500`.execute(executor);
  return rows;
}

/** Wallets of the member at other providers with automatic moves. */
export function returningWallets(executor: Executor, memberId: string, exceptProvider: string): Promise<VendorWalletRow[]> {
  return executor
    .selectFrom('vendor_wallet')
    .selectAll()
    .where('member_id', '=', memberId)
    .where('provider', '<>', exceptProvider)
    .where('returns', '=', true)
    .execute();
}
