import { type Kysely, sql } from 'kysely';

/** Members who can accept no bonuses, because an operator has decided so. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table bonus_stop (
  member_id text primary key,
  stopped_by text not null,
  reason text not null,
  stopped_at timestamptz not null
)`)
    .execute(db);
}
