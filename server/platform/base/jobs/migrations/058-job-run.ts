import { type Kysely, sql } from 'kysely';

/** Which run of a job began last, who has it, and until when; without `lease_until` it has ended. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table job_run (
    merchant text not null,
    name text not null,
    due_at timestamptz not null,
    holder text not null,
    lease_until timestamptz,
    primary key (merchant, name)
  )`.execute(db);
}
