import { type Kysely, sql } from 'kysely';

/** From where a session was heard of last, and which session opened a game: a stake is taken only where playing is allowed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `country` stays that of the sign-in. The verdict is that of the portal's own rules; null: they have none.
  await sql`alter table member_session add column seen_country text, add column region_restricted boolean`.execute(db);
  await sql`update member_session set seen_country = country`.execute(db);
  await sql`alter table vendor_ticket add column session_id text`.execute(db);
  await sql`alter table vendor_session add column session_id text`.execute(db);
}
