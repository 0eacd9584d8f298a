import { type Kysely, sql } from 'kysely';

/** Play of members by day and game for missions, and their rewards. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(PLAY).execute(db);
  await sql.raw(REWARDS).execute(db);
}

const PLAY = `
-- One row; its lock is the turn of the consumer of facts. Null before the first run.
create table mission_clock (
  id int primary key check (id = 1),
  began_at timestamptz,
  -- missions by which all members were computed last
  rules text
);
insert into mission_clock values (1, null, null);

-- day of the merchant's zone (YYYY-MM-DD) on which the platform saw a mission first
create table mission_since (mission_id text primary key, since char(10) not null);

-- facts of this day and of later ones have higher ids
create table mission_day (day char(10) primary key, after_fact bigint not null);

create table mission_play (
  member_id text not null,
  day char(10) not null,
  game_id text not null,
  category text not null,
  rounds int not null,
  stake bigint not null,
  primary key (member_id, day, game_id, category)
) with (fillfactor = 80);
create index mission_play_day on mission_play (day, member_id);
`;

const REWARDS = `
create table mission_reward (
  id bigint generated always as identity primary key,
  member_id text not null,
  mission_id text not null,
  -- first day of the window; once: all days
  window_from text not null,
  -- the rule that was reached
  period text not null check (period in ('day', 'week', 'once')),
  goal text not null check (goal in ('rounds', 'stake', 'streak', 'newGames')),
  category text,
  -- units of a stake, otherwise a number
  target bigint not null check (target > 0),
  -- units of money, and millionths of points: one of both
  amount bigint not null check (amount >= 0),
  points bigint not null check (points >= 0),
  currency text not null,
  state text not null check (state in ('claimable', 'due', 'paid', 'expired', 'withdrawn')),
  claim_until timestamptz not null,
  created_at timestamptz not null,
  claimed_at timestamptz,
  transfer_id bigint unique references ledger_transfer (id),
  paid_at timestamptz,
  check ((amount > 0) <> (points > 0)),
  check ((state = 'paid') = (paid_at is not null)),
  check ((transfer_id is not null) = (state = 'paid' and amount > 0)),
  -- a mission gives its reward once in its window
  unique (member_id, mission_id, window_from)
);
create index mission_reward_open on mission_reward (claim_until) where state = 'claimable';
create index mission_reward_due on mission_reward (id) where state = 'due';

alter table point_entry drop constraint point_entry_kind_check;
alter table point_entry add constraint point_entry_kind_check
  check (kind in ('earned', 'redeemed', 'refunded', 'converted', 'adjusted', 'mission'));
`;
