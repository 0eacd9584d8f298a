import { type Kysely, sql } from 'kysely';
import { PROTECTION_STATE, VENDOR_BET, VENDOR_LOOK, VENDOR_READ, VENDOR_UNCHANGED, VENDOR_WIN } from '../vendor-functions.ts';

/** An instruction in two statements without a transaction around them (decision 139). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop function vendor_look(text, text, text, text, text, text, text)`.execute(db);
  for (const text of [VENDOR_READ, VENDOR_LOOK, VENDOR_BET, VENDOR_WIN, VENDOR_UNCHANGED, PROTECTION_STATE])
    await sql.raw(text).execute(db);
}
