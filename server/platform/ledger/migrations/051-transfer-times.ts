import { type Kysely, sql } from 'kysely';

/** Finds the transfers of a day among all; nearly free to keep, for they come in the order of their times. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index ledger_transfer_time on ledger_transfer using brin (created_at) with (pages_per_range = 16)`.execute(db);
}
