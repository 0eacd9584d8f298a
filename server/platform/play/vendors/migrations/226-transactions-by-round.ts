import { type Kysely, sql } from 'kysely';

/**
 * The round before the provider: in a table with few rows the planner took the index for lookups by provider and transaction as well, and
 * read all transactions of the provider for each, until the table was analysed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index vendor_transaction_round`.execute(db);
  await sql`create index vendor_transaction_round on vendor_transaction (round_id, provider)`.execute(db);
}
