import { type Kysely, sql } from 'kysely';

/** Settled bets that are taken back, and what vendors publish after a draw: its totals, and that it was taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vendor_transaction drop constraint vendor_transaction_kind_check`.execute(db);
  await sql`alter table vendor_transaction add constraint vendor_transaction_kind_check
    check (kind in ('bet', 'win', 'rollback', 'win-reversal'))`.execute(db);
  await sql`alter table vendor_event add column totals jsonb, add column reversed boolean not null default false`.execute(db);
}
