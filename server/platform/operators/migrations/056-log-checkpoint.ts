import { type Kysely, sql } from 'kysely';

/** Up to which line the operators' log was proved. It saves work; what it saves the nightly proof makes up for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table operator_log_checkpoint (
    merchant text primary key,
    line_id bigint not null,
    lines bigint not null,
    hash text not null,
    proved_at timestamptz not null
  )`.execute(db);
}
