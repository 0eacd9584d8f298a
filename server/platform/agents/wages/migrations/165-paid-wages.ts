import { type Kysely, sql } from 'kysely';

/** Real-time wages by the time of their payment, for the message of a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(INDEX).execute(db);
}

const INDEX = `create index wage_statement_paid on wage_statement (paid_at) where kind = 'realtime' and state = 'paid'`;
