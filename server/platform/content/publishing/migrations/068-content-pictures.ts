import { type Kysely, sql } from 'kysely';

/** Pictures that operators put on banners and promotions, in both sizes that pages ask for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table content_picture (
    id text primary key,
    merchant text not null references merchant (code),
    item_id text not null references content_item (id),
    wide bytea not null,
    narrow bytea not null,
    created_at timestamptz not null,
    -- another one stands in its place, or none: pages that are kept may still ask for it a while
    replaced_at timestamptz
  )`.execute(db);
  await sql`create unique index content_picture_shown on content_picture (item_id) where replaced_at is null`.execute(db);
}
