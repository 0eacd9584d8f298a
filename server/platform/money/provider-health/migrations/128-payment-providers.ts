import { type Kysely, sql } from 'kysely';

/** How payment providers respond. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table payment_provider (
  code text primary key,
  -- failed requests since the last answer
  failures int not null default 0,
  -- no new deposits and payouts before this time; null: healthy
  paused_until timestamptz,
  last_error text,
  answered_at timestamptz,
  failed_at timestamptz
);
`)
    .execute(db);
}
