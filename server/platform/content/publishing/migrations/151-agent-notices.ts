import { type Kysely, sql } from 'kysely';

/** Notices for agents only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table content_item drop constraint content_item_audience_check`.execute(db);
  await sql`
    alter table content_item
      add constraint content_item_audience_check check (audience in ('everyone', 'visitors', 'real', 'agents')),
      add constraint content_item_agents check (audience <> 'agents' or kind = 'notice')`.execute(db);
}
