import { type Kysely, sql } from 'kysely';

/** Items that an operator prepares: stored, but not published. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table content_item add column draft boolean not null default false`.execute(db);
}
