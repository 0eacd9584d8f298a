import { type Kysely, sql } from 'kysely';

/**
 * What the merchant's file said when it was last applied, so that a later start can tell a change of the file from one of
 * the console; and whether this is a demo with known passwords, as every merchant was until now.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table merchant add column file jsonb, add column demo boolean not null default true`.execute(db);
}
