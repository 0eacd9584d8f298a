import { type Kysely, sql } from 'kysely';

/** Contracts above a wage whose upline changed within the window, as a list of `StoredSpan`; null: one contract for the whole window. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table wage_statement add column spans jsonb`.execute(db);
}
