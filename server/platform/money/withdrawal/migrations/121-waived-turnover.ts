import { type Kysely, sql } from 'kysely';

/** Turnover of deposits that an excluded member's withdrawal did not need; null if the rules of every member allowed it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table withdrawal add column waived_turnover bigint check (waived_turnover > 0)`.execute(db);
}
