import { type Kysely, sql } from 'kysely';

/** How far the clock of a demo is ahead of the real time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table demo_clock (
  id int primary key check (id = 1),
  ahead_ms bigint not null check (ahead_ms >= 0)
);
insert into demo_clock values (1, 0);
`)
    .execute(db);
}
