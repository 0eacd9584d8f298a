import { type Kysely, sql } from 'kysely';

/** Requests of two operators that make an agent a member again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table agent_move
  -- demote: the agent becomes a member below the same upline
  add column kind text not null default 'move' check (kind in ('move', 'demote'));
`)
    .execute(db);
}
