import { type Kysely, sql } from 'kysely';

/** One row that readiness writes to, so that a database which only reads is noticed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table write_probe (single boolean primary key default true check (single), at timestamptz not null)`.execute(db);
  await sql`insert into write_probe (at) values (now())`.execute(db);
}
