import { type Kysely, sql } from 'kysely';

/** What operators decide about the place of a game in lists; null: as its provider reports it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table game_placement (
    game_id text primary key references game (id),
    hot boolean,
    fresh boolean,
    position integer check (position >= 0),
    updated_at timestamptz not null
  )`.execute(db);
}
