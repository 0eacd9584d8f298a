import { type Kysely, sql } from 'kysely';

/** Members whose cashback operators have paused. The reason is for operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cashback_pause (
    member_id text primary key references member (id),
    reason text not null,
    operator text not null,
    paused_at timestamptz not null
  )`.execute(db);
}
