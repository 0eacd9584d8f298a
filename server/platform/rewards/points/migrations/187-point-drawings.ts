import { type Kysely, sql } from 'kysely';

/** Drawings of goods without a picture. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table point_goods add column drawing text`.execute(db);
}
