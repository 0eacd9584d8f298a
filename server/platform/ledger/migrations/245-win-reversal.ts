import { type Kysely, sql } from 'kysely';
import { LEDGER_POST } from '../ledger-post.ts';

/** A win that is taken back counts for the limits of its member like a win below zero. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(LEDGER_POST).execute(db);
}
