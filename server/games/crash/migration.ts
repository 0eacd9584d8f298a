import { type Kysely, sql } from 'kysely';

/** A flight is an event whose result time is secret; a bet on it has a target instead of chips or a selection. */
export async function openEventsToFlights(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_event drop constraint studio_event_kind_check`.execute(db);
  await sql`alter table studio_event
    add constraint studio_event_kind_check check (kind in ('match', 'draw', 'round', 'flight')),
    add column tended_at timestamptz,
    add column broken boolean not null default false,
    add column fell_at timestamptz`.execute(db);
  await sql`alter table studio_ticket drop constraint studio_ticket_bet_check`.execute(db);
  await sql`alter table studio_ticket
    add column target integer check (target > 100),
    add column cashed integer check (cashed between 100 and target),
    add constraint studio_ticket_bet_check
      check (num_nonnulls(chips, selection, target) = 1 and (selection is null) = (odds is null) and (cashed is null or target is not null))`.execute(
    db,
  );
}
