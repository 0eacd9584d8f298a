import { type Kysely, sql } from 'kysely';

/** Outside game providers of the merchant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vendor_provider (
      code text primary key,
      -- removed: no longer in the merchant file
      source text not null check (source in ('file', 'console', 'removed')),
      -- address, permissions, currencies and the like, validated by the schema of the merchant file
      definition jsonb not null,
      -- key of the signatures; null if the environment has it
      sealed_key text,
      -- no new bets and launches; wins and rollbacks still post
      closed boolean not null default false,
      feed_due_at timestamptz,
      feed_at timestamptz,
      feed_result text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    )`.execute(db);
}
