import { type Kysely, sql } from 'kysely';

/**
 * Matches get a course that is played step by step, and bets on them get legs (docs/features/matches-and-draws.md). Matches announced
 * under the rules before have no course: they are void, and their stakes are refunded.
 */
export async function createCourses(db: Kysely<unknown>): Promise<void> {
  await createLegs(db);
  await sql`alter table studio_event add column course text, add column next_at timestamptz`.execute(db);
  await sql`update studio_event set next_at = draws_at`.execute(db);
  await sql`update studio_event set state = 'void', ended_at = now(), unsent = true where kind = 'match' and state = 'open'`.execute(db);
  await sql`update studio_leg set state = 'void' where state = 'open'`.execute(db);
  await sql`update studio_ticket set state = 'voided', payout = 0, attempts = 0, next_try_at = now()
    where event_id is null and state = 'open'`.execute(db);
  await sql`alter table studio_event alter column next_at set not null`.execute(db);
  await sql`drop index studio_event_due`.execute(db);
  await sql`create index studio_event_due on studio_event (next_at) where state = 'open'`.execute(db);
}

async function createLegs(db: Kysely<unknown>): Promise<void> {
  await sql`create table studio_leg (
    ticket_id text not null references studio_ticket (id),
    nr integer not null check (nr >= 0),
    event_id text not null references studio_event (id),
    selection text not null,
    odds integer not null check (odds > 100),
    step integer not null check (step >= 0),
    state text not null check (state in ('open', 'won', 'lost', 'void')),
    primary key (ticket_id, nr),
    unique (ticket_id, event_id)
  )`.execute(db);
  await sql`create index studio_leg_event on studio_leg (event_id, state)`.execute(db);
  await sql`insert into studio_leg (ticket_id, nr, event_id, selection, odds, step, state)
    select id, 0, event_id, 'winner/' || selection, odds, 0,
      case when state in ('placing', 'open') then 'open' when state in ('owed', 'settled') and payout > 0 then 'won'
           when state in ('owed', 'settled') then 'lost' else 'void' end
    from studio_ticket where selection is not null`.execute(db);
  await sql`alter table studio_ticket drop constraint studio_ticket_bet_check`.execute(db);
  await sql`alter table studio_ticket drop column selection, drop column odds, alter column event_id drop not null`.execute(db);
  await sql`update studio_ticket set event_id = null where id in (select ticket_id from studio_leg)`.execute(db);
  await sql`alter table studio_ticket add constraint studio_ticket_bet_check
    check (num_nonnulls(chips, target) = num_nonnulls(event_id) and (cashed is null or target is not null))`.execute(db);
}
