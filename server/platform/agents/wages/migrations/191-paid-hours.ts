import { type Kysely, sql } from 'kysely';

/** Hourly wages by the time of their payment too: they are reported by day, as real-time wages are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(INDEX).execute(db);
}

const INDEX = `
drop index wage_statement_paid;
create index wage_statement_paid on wage_statement (kind, paid_at) where kind in ('hourly', 'realtime') and state = 'paid';
`;
