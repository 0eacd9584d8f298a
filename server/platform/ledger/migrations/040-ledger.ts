import { type Kysely, sql } from 'kysely';
import { LEDGER_POST } from '../ledger-post.ts';

/** A member may have more accounts than the wallet (money on hold, money at a vendor): `ledger_post` tells the wallet's balance. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(LEDGER_POST).execute(db);
}
