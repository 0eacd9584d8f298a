import { type Kysely, sql } from 'kysely';

/** What games of outside vendors bring along. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table game_vendor add column picture text`.execute(db);
  await sql`alter table game add column picture text, add column closed_by_vendor boolean not null default false`.execute(db);
}
