import { type Kysely, sql } from 'kysely';

export async function createSeas(db: Kysely<unknown>): Promise<void> {
  await sql`create table studio_sea (
    id text primary key,
    game_id text not null,
    trial boolean not null,
    seed text not null,
    version integer not null default 0,
    opened_at timestamptz not null
  )`.execute(db);
  await sql`create table studio_cannon (
    sea_id text not null references studio_sea (id) on delete cascade,
    seat integer not null check (seat between 0 and 3),
    player text not null,
    game_id text not null,
    session_id text not null,
    idle_at timestamptz not null,
    shot_at timestamptz not null,
    primary key (sea_id, seat),
    unique (player, game_id)
  )`.execute(db);
  await sql`alter table studio_round add column sea_id text, add column seat integer, add column fish integer`.execute(db);
  await sql`alter table studio_round add constraint studio_round_aim_check
    check ((sea_id is null) = (fish is null) and (sea_id is null) = (seat is null))`.execute(db);
  // One open shot per animal with any outcome, and none at a caught animal.
  await sql`create unique index studio_round_target on studio_round (sea_id, fish)
    where sea_id is not null and (state = 'open' or (state = 'settled' and payout > 0))`.execute(db);
  await sql`create index studio_round_sea on studio_round (sea_id, ended_at desc) where sea_id is not null`.execute(db);
}

/** Minimum time between the starts of two rounds, by the policy of the player's jurisdiction. */
export async function addCycles(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_session add column cycle_ms integer not null default 0 check (cycle_ms >= 0)`.execute(db);
}
