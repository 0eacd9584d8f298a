import { type Kysely, sql } from 'kysely';

/** What vendors tell of their scheduled events; nothing here moves money. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table vendor_event (
      provider text not null,
      event_id text not null,
      game_id text not null,
      kind text not null check (kind in ('match', 'draw')),
      issue text not null,
      opens_at timestamptz not null,
      closes_at timestamptz not null,
      draws_at timestamptz not null,
      seed_hash text not null,
      state text not null check (state in ('open', 'drawn', 'void')),
      details jsonb not null,
      result jsonb,
      told_at timestamptz not null,
      check (opens_at <= closes_at and closes_at <= draws_at),
      check ((state = 'drawn') = (result is not null)),
      primary key (provider, event_id)
    )`.execute(db);
  await sql`create index vendor_event_open on vendor_event (kind, draws_at) where state = 'open'`.execute(db);
  await sql`create index vendor_event_drawn on vendor_event (kind, draws_at desc) where state = 'drawn'`.execute(db);
  await sql`create index vendor_event_game on vendor_event (game_id, state, draws_at desc)`.execute(db);
}
