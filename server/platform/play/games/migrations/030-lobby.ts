import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table game_vendor add column popup boolean not null default false`.execute(db);
  await sql`alter table game add column max_bet bigint`.execute(db);
  await sql`update game set max_bet = min_bet`.execute(db);
  await sql`alter table game alter column max_bet set not null`.execute(db);
  // nr: the order in which they were marked or opened
  await sql`
    create table member_favourite_game (
      member_id text not null references member (id),
      game_id text not null references game (id),
      nr bigint generated always as identity,
      primary key (member_id, game_id)
    )`.execute(db);
  await sql`
    create table member_recent_game (
      member_id text not null references member (id),
      game_id text not null references game (id),
      nr bigint generated always as identity,
      opened_at timestamptz not null,
      primary key (member_id, game_id)
    )`.execute(db);
  // What the lists of the last week are counted from: popular games, leaderboard.
  await sql`
    create index vendor_round_settled on vendor_round (settled_at) include (game_id, member_id, currency, stake, refunded)
    where realm = 'real' and state in ('won', 'lost')`.execute(db);
  await sql`drop index vendor_round_game`.execute(db);
}
