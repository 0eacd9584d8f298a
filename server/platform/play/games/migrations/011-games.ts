import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table game_vendor (
      code text primary key,
      name text not null,
      provider text not null,
      hot boolean not null,
      maintenance boolean not null default false,
      position integer not null
    )`.execute(db);
  await sql`
    create table game (
      id text primary key,
      vendor text not null references game_vendor (code),
      name text not null,
      search text not null,
      category text not null,
      game_type text not null,
      trial boolean not null,
      hot boolean not null,
      fresh boolean not null,
      rtp text,
      min_bet bigint not null check (min_bet > 0),
      line_num integer not null,
      enabled boolean not null default true,
      maintenance boolean not null default false,
      position integer not null
    )`.execute(db);
  await sql`create index game_vendor_position on game (vendor, position)`.execute(db);
  await sql`create index game_category_position on game (category, position)`.execute(db);
}
