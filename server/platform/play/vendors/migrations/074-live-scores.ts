import { type Kysely, sql } from 'kysely';

/** The score of a match in play, as its vendor told it last; nothing here moves money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vendor_event add column live jsonb`.execute(db);
}
