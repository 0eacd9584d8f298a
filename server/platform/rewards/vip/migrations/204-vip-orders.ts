import { type Kysely, sql } from 'kysely';

/** Levels that operators set by hand: one requests, a second one approves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vip_order (
      id text primary key,
      member_id text not null,
      -- null: the level follows from play and deposits again
      level int check (level >= 1),
      reason text not null,
      status text not null check (status in ('waiting', 'done', 'rejected')),
      created_at timestamptz not null,
      closed_at timestamptz
    )`.execute(db);
  await sql`create unique index vip_order_waiting on vip_order (member_id) where status = 'waiting'`.execute(db);
}
