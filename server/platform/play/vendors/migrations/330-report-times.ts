import { type Kysely, sql } from 'kysely';

/** When the vendor has reported it last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['vendor_event', 'vendor_slip', 'vendor_room'])
    await sql`alter table ${sql.table(table)} rename column told_at to reported_at`.execute(db);
}
