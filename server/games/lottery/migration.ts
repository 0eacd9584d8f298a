import { type Kysely, sql } from 'kysely';

/** Chases, and the tickets that they place. */
export async function createChases(db: Kysely<unknown>): Promise<void> {
  await sql`create table studio_chase (
    id text primary key,
    player text not null,
    game_id text not null,
    currency text not null,
    trial boolean not null,
    choices text not null,
    draws integer not null check (draws > 1),
    step integer not null check (step >= 0),
    stop_on_win boolean not null,
    first_place integer not null,
    next_place integer not null check (next_place > first_place),
    state text not null check (state in ('running', 'ended')),
    reason text check ((state = 'ended') = (reason is not null)),
    next_at timestamptz not null,
    started_at timestamptz not null,
    ended_at timestamptz check ((state = 'ended') = (ended_at is not null))
  )`.execute(db);
  await sql`create index studio_chase_due on studio_chase (next_at) where state = 'running'`.execute(db);
  await sql`create index studio_chase_list on studio_chase (player, game_id, started_at desc)`.execute(db);
  // The first ticket is stored before its chase, in the same transaction.
  await sql`alter table studio_ticket add column chase_id text references studio_chase (id) deferrable initially deferred,
    add column chase_nr integer check ((chase_nr is null) = (chase_id is null))`.execute(db);
  // At most one ticket per draw of a chase, over all processes.
  await sql`create unique index studio_ticket_chase on studio_ticket (chase_id, chase_nr) where chase_id is not null`.execute(db);
  await sql`create index studio_session_player on studio_session (player, game_id, expires_at)`.execute(db);
}
