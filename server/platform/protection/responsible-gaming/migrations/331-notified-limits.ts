import { type Kysely, sql } from 'kysely';

/** The member was notified that the pending limit can be confirmed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table protection_limit rename column pending_told to pending_notified`.execute(db);
}
