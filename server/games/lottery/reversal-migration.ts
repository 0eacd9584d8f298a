import { type Kysely, sql } from 'kysely';

/** What operators do with draws: totals after the draw, and draws that are taken back. `reversing`: the wallet has not confirmed it. */
export async function createReversals(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_event add column totals text, add column reversed boolean not null default false`.execute(db);
  await sql`alter table studio_event add constraint studio_event_reversed_check check (not reversed or (kind = 'draw' and state = 'drawn'))`.execute(
    db,
  );
  await sql`alter table studio_ticket drop constraint studio_ticket_state_check`.execute(db);
  await sql`alter table studio_ticket add constraint studio_ticket_state_check
    check (state in ('placing', 'open', 'owed', 'voided', 'settled', 'refunded', 'refused', 'reversing', 'reversed'))`.execute(db);
  await sql`drop index studio_ticket_due`.execute(db);
  await sql`create index studio_ticket_due on studio_ticket (next_try_at) where state in ('placing', 'owed', 'voided', 'reversing')`.execute(
    db,
  );
}

/** Operators read ended draws of all games together, page by page. */
export async function listEndedDraws(db: Kysely<unknown>): Promise<void> {
  await sql`create index studio_event_ended on studio_event (draws_at desc, id) where kind = 'draw' and state <> 'open'`.execute(db);
}

/** The tickets of a draw are settled in parts by their id: without it in the index, each part read all tickets of the draw. */
export async function orderTickets(db: Kysely<unknown>): Promise<void> {
  await sql`drop index studio_ticket_event`.execute(db);
  await sql`create index studio_ticket_event on studio_ticket (event_id, id)`.execute(db);
}
