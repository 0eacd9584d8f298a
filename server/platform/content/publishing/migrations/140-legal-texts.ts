import { type Kysely, sql } from 'kysely';

/** Texts of the merchant's own pages, such as its terms, written by operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table content_item
      add column page text,
      drop constraint content_item_kind_check`.execute(db);
  await sql`
    alter table content_item
      add constraint content_item_kind_check check (kind in ('notice', 'banner', 'popup', 'promotion', 'help', 'legal')),
      add constraint content_item_page check ((kind = 'legal') = (page is not null))`.execute(db);
}
