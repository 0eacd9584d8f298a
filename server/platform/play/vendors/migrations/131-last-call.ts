import { type Kysely, sql } from 'kysely';

/** When a provider last sent a signed call, to the minute. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vendor_provider add column last_call_at timestamptz`.execute(db);
}
