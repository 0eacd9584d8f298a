import { type Kysely, sql } from 'kysely';
import { VENDOR_TOGETHER } from '../vendor-functions.ts';

/** Bets and wins of several members in one statement and one commit (decision 148). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(VENDOR_TOGETHER).execute(db);
}
