import { type Kysely, sql } from 'kysely';

/** The days on which members were active, in a table of their own: an index of their periods made each update of these slow. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
drop index member_period_days;

create table member_active_day (
  member_id text not null,
  -- of the day
  starts timestamptz not null,
  -- for whom the member is counted
  agents text[] not null,
  primary key (member_id, starts)
);
insert into member_active_day (member_id, starts, agents)
  select member_id, starts, counted_for from member_period where period = 'D' and cardinality(counted_for) > 0;
`)
    .execute(db);
}
