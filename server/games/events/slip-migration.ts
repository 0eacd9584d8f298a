import { type Kysely, sql } from 'kysely';

/** Bets on matches are reported to the platform: one counter for reportable changes, and one for the reported ones. */
export async function addReportCounters(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_ticket add column news integer not null default 0, add column told integer not null default 0`.execute(db);
  await sql`create index studio_ticket_news on studio_ticket (placed_at) where news > told`.execute(db);
  await sql`update studio_ticket set news = 1 where event_id is null and state not in ('placing', 'refused')`.execute(db);
}

/** Stores the turnover market of bets on matches. */
export async function keepMarkets(db: Kysely<unknown>): Promise<void> {
  await sql`alter table studio_ticket add column market text`.execute(db);
  await sql`update studio_ticket t set market = (select min(l.event_id) from studio_leg l where l.ticket_id = t.id)
    where t.event_id is null and t.state in ('placing', 'open')`.execute(db);
}
