import { type Kysely, sql } from 'kysely';

/** Rooms between players as their vendors told of them last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table vendor_room (
    provider text not null,
    room_id text not null,
    game_id text not null,
    stake bigint not null check (stake > 0),
    -- [{"currency", "players", "waiting"}]: people with real money
    present jsonb not null,
    place integer not null,
    told_at timestamptz not null,
    primary key (provider, room_id)
  )`.execute(db);
}
