import { type Kysely, sql } from 'kysely';

/** The member's session that opened a game last: money of automatic moves comes back when it ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vendor_purse add column session_id text`.execute(db);
}
