import { type Kysely, sql } from 'kysely';

/** Tries that are being compared are told apart from those that were wrong. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_password_try drop constraint payment_password_try_tries_check`.execute(db);
  await sql`alter table payment_password_try add column wrong integer not null default 0 check (wrong between 0 and tries)`.execute(db);
  await sql`update payment_password_try set wrong = tries`.execute(db);
}
