import { type Kysely, sql } from 'kysely';

/** Rounds of members by their size, for missions that count rounds from a least stake on, and goals that are no play. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
  await sql.raw(COUNTED).execute(db);
  await sql.raw(GOALS).execute(db);
}

const TABLES = `
-- bets of a member on one market (a draw, a round of a live table): one round
create table mission_draw (
  member_id text not null,
  provider text not null,
  market text not null,
  -- of the merchant's zone (YYYY-MM-DD)
  day text not null,
  category text not null,
  rounds int not null,
  -- less refunds
  stake bigint not null,
  primary key (member_id, provider, market, day, category)
) with (fillfactor = 80);

create table mission_size (
  member_id text not null,
  day text not null,
  category text not null,
  -- whole units of the stake, less refunds, rounded down
  size bigint not null,
  rounds int not null,
  primary key (member_id, day, category, size)
) with (fillfactor = 80);
`;

/** What was counted before this migration. */
const COUNTED = `
create temporary table counted_fact on commit drop as
  select f.*, to_char(f.at at time zone coalesce((select settings ->> 'timeZone' from merchant order by code limit 1), 'UTC'), 'YYYY-MM-DD') as day
    from play_fact f
   where f.kind <> 'opening' and f.id <= coalesce((select position from fact_consumer where name = 'missions'), 0);
insert into mission_draw (member_id, provider, market, day, category, rounds, stake)
  select member_id, provider, market, day, category, sum(rounds), sum(stake) from counted_fact where market is not null group by 1, 2, 3, 4, 5;
insert into mission_size (member_id, day, category, size, rounds)
  select member_id, day, category, size, sum(rounds) from (
    select member_id, day, category, bet / 10000 as size, 1 as rounds from counted_fact
     where market is null and (kind = 'changed' or (kind = 'settled' and rounds > 0))
    union all
    select member_id, day, category, case when kind = 'changed' then bet - stake else bet end / 10000, -1 from counted_fact
     where market is null and kind in ('changed', 'voided')
    union all
    select member_id, day, category, stake / 10000, 1 from mission_draw where rounds > 0) as moves
   group by 1, 2, 3, 4 having sum(rounds) <> 0;
drop table counted_fact;
`;

const GOALS = `
-- units of the least stake of a round that counts; 0: any
alter table mission_reward add column least_stake bigint not null default 0;
alter table mission_reward drop constraint mission_reward_goal_check;
alter table mission_reward add constraint mission_reward_goal_check
  check (goal in ('rounds', 'stake', 'streak', 'newGames', 'verified', 'limits', 'place'));
`;
