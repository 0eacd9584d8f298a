import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table game_vendor add column popup boolean not null default false`.execute(db);
}
