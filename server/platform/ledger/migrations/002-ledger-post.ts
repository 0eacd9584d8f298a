import { type Kysely, sql } from 'kysely';
import { LEDGER_POST } from '../ledger-post.ts';

/** The one way to post: a transfer is a single call of this function, twice as fast as separate statements. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(LEDGER_POST).execute(db);
}
