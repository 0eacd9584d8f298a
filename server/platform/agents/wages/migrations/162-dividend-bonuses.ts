import { type Kysely, sql } from 'kysely';

/** The bonuses of the team among the costs of a dividend. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table wage_statement
  -- part of the costs; the rest are the other wages of the team
  add column bonuses bigint not null default 0 check (bonuses >= 0);
`)
    .execute(db);
}
