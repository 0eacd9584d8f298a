import { type Kysely, sql } from 'kysely';

/** New members of teams by day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
-- Of everyone below the agent at the time of counting, by the time of the registration, in the merchant's zone
create table team_joined_day (
  day date not null,
  agent_id text not null,
  members int not null,
  primary key (agent_id, day)
) with (fillfactor = 80);
`)
    .execute(db);
}
