import { type Kysely, sql } from 'kysely';

export async function createRooms(db: Kysely<unknown>): Promise<void> {
  await sql`create table studio_table (
    id text primary key,
    game_id text not null,
    level text not null,
    currency text not null,
    trial boolean not null,
    state text not null check (state in ('waiting', 'staking', 'playing')),
    server_seed text not null,
    hand_nr integer not null,
    hand_id text,
    due_at timestamptz,
    begins_at timestamptz,
    version integer not null default 0,
    created_at timestamptz not null,
    check ((state = 'waiting') = (hand_id is null))
  )`.execute(db);
  await sql`create index studio_table_due on studio_table (due_at) where due_at is not null`.execute(db);
  await sql`create table studio_seat (
    table_id text not null references studio_table (id) on delete cascade,
    seat integer not null check (seat between 0 and 3),
    player text,
    session_id text,
    alias integer not null,
    ready boolean not null,
    missed integer not null,
    leaving boolean not null,
    notice text,
    idle_at timestamptz not null,
    primary key (table_id, seat)
  )`.execute(db);
  // One seat per player, over all sessions, tables and processes.
  await sql`create unique index studio_seat_player on studio_seat (player) where player is not null`.execute(db);
  await sql`create table studio_hand (
    id text primary key,
    table_id text not null,
    nr integer not null,
    game_id text not null,
    currency text not null,
    trial boolean not null,
    stake bigint not null check (stake > 0),
    state text not null check (state in ('staking', 'playing', 'done', 'void')),
    server_seed text not null,
    moves text not null,
    winner integer,
    pot bigint,
    rake bigint check (rake >= 0),
    started_at timestamptz not null,
    ended_at timestamptz,
    check ((state = 'done') = (winner is not null and pot is not null and rake is not null)),
    unique (table_id, nr)
  )`.execute(db);
  await sql`create table studio_entry (
    id text primary key,
    hand_id text not null references studio_hand (id),
    table_id text not null,
    seat integer not null,
    player text,
    session_id text,
    alias integer not null,
    game_id text not null,
    currency text not null,
    stake bigint not null check (stake > 0),
    payout bigint check (payout >= 0),
    client_seed text not null,
    dealt boolean not null default false,
    state text not null check (state in ('placing', 'open', 'owed', 'voided', 'settled', 'refunded', 'refused')),
    refusal text,
    balance_after bigint,
    attempts integer not null default 0,
    next_try_at timestamptz not null,
    placed_at timestamptz not null,
    ended_at timestamptz,
    unique (hand_id, seat)
  )`.execute(db);
  await sql`create index studio_entry_due on studio_entry (next_try_at) where state in ('placing', 'owed', 'voided')`.execute(db);
  await sql`create index studio_entry_list on studio_entry (player, placed_at desc)`.execute(db);
}

/** Links between players as reported by the platform, and pairs that have reached a limit between them. */
export async function createPlayerLinks(db: Kysely<unknown>): Promise<void> {
  await sql`create table studio_player_link (
    player text not null,
    link text not null,
    ends_at timestamptz not null,
    primary key (player, link)
  )`.execute(db);
  await sql`create index studio_player_link_link on studio_player_link (link)`.execute(db);
}
