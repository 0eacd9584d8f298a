import { type Kysely, sql } from 'kysely';

/** Active members of teams by day and by their last day before, so that those of any days are a sum. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLE).execute(db);
  await sql.raw(EXISTING).execute(db);
}

const TABLE = `
create index member_period_days on member_period (member_id, starts) where period = 'D' and counted_for is not null;

create table team_active_gap (
  agent_id text not null,
  -- of the day
  starts timestamptz not null,
  -- days since the member was last counted for the agent; 0: more than 91, the longest that a report needs
  gap smallint not null check (gap between 0 and 91),
  members int not null,
  primary key (agent_id, starts, gap)
) with (fillfactor = 80);
`;

// The start of a day after a change of clocks is 23 or 25 hours after the last one.
const EXISTING = `
insert into team_active_gap (agent_id, starts, gap, members)
select agent_id, starts, case when gap between 1 and 91 then gap else 0 end, count(*)
  from (select a.agent_id, k.starts,
               round(extract(epoch from k.starts - lag(k.starts) over (partition by a.agent_id, k.member_id order by k.starts)) / 86400) as gap
          from member_period k cross join lateral unnest(k.counted_for) as a(agent_id)
         where k.period = 'D' and k.counted_for is not null) as days
 group by 1, 2, 3;
`;
