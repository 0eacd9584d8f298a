import { type Kysely, sql } from 'kysely';

/** The table was named by a word that appeared nowhere else: it holds a member's wallets at vendors with transfers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table vendor_purse rename to vendor_wallet`.execute(db);
  for (const name of ['return', 'check', 'member'])
    await sql`alter index ${sql.id(`vendor_purse_${name}`)} rename to ${sql.id(`vendor_wallet_${name}`)}`.execute(db);
}
