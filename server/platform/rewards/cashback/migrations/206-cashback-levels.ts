import { type Kysely, sql } from 'kysely';

/** The levels of a period are those of the history of levels at its end; periods of before keep the levels of their stakes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table cashback_period add column level_cut bigint`.execute(db);
  await sql`comment on column cashback_period.level_cut is 'last change of a level that counts; null: the level follows from the stake'`.execute(
    db,
  );
  await sql`alter table cashback_statement alter column level_stake drop not null`.execute(db);
}
