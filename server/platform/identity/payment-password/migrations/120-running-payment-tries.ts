import { type Kysely, sql } from 'kysely';

/**
 * Each try that is being compared gets an id and a time. As a mere count, the tries of killed processes stayed counted for as long as
 * the member went on to pay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table payment_password_try add column running jsonb not null default '{}', drop column tries`.execute(db);
  await sql`alter table payment_password_try add constraint payment_password_try_wrong check (wrong >= 0)`.execute(db);
}
