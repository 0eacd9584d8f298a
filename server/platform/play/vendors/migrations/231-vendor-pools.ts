import { type Kysely, sql } from 'kysely';
import { VENDOR_UNCHANGED } from '../vendor-functions.ts';

/** A member whose stakes may use the pools of a bonus has each instruction processed under the lock, where they are divided. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(VENDOR_UNCHANGED).execute(db);
}
