import { type Kysely, sql } from 'kysely';

/** Which keys the sealed values of this database need, each with a sealed value that proves it; and which keys each node has. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table data_key (
    id text primary key,
    state text not null check (state in ('next', 'active', 'previous')),
    label text not null unique,
    check_value text not null,
    digest_key text not null,
    created_at timestamptz not null default now(),
    activated_at timestamptz
  )`.execute(db);
  await sql`create unique index data_key_active on data_key (state) where state = 'active'`.execute(db);
  await sql`create table data_key_node (
    node text primary key,
    key_ids text[] not null,
    seen_at timestamptz not null
  )`.execute(db);
}
