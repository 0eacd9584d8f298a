import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table merchant (code text primary key, settings jsonb not null, content_version bigint not null default 1)`.execute(db);
  await sql`
    create table content_item (
      id text primary key,
      merchant text not null references merchant (code),
      kind text not null check (kind in ('notice', 'banner', 'popup', 'promotion')),
      group_name text not null,
      position integer not null,
      href text not null,
      tone text not null,
      published_at timestamptz not null,
      ends_at timestamptz
    )`.execute(db);
  await sql`create index content_item_kind on content_item (merchant, kind, position)`.execute(db);
  await sql`
    create table content_text (
      item_id text not null references content_item (id) on delete cascade,
      language text not null,
      title text not null,
      body text not null,
      action text not null,
      primary key (item_id, language)
    )`.execute(db);
}
