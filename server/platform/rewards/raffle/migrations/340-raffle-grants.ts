import { type Kysely, sql } from 'kysely';

/** Tickets that were given in place of a reward, once for each reference; `raffle_entry.extra` is their sum. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table raffle_grant (
  -- of the reward
  reference text primary key,
  entry_id bigint not null references raffle_entry (id),
  tickets int not null check (tickets > 0),
  granted_at timestamptz not null
);
create index raffle_grant_entry on raffle_grant (entry_id);
insert into raffle_grant (reference, entry_id, tickets, granted_at)
  select 'entry:' || id, id, extra, joined_at from raffle_entry where extra > 0;
`)
    .execute(db);
}
