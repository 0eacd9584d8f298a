import { type Kysely, sql } from 'kysely';

/** Leaderboards of missions: windows, scores and places. Prizes are rewards of missions with the goal `place`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(REACHED).execute(db);
  await sql.raw(BOARDS).execute(db);
  await sql.raw(FIXED).execute(db);
}

const REACHED = `
-- when the goal was reached, by the last bet that was counted for it; null: bets were voided, also after the claim
alter table mission_reward add column reached_at timestamptz;
update mission_reward set reached_at = created_at where state <> 'withdrawn';
alter table mission_reward add constraint mission_reward_reached check (state <> 'withdrawn' or reached_at is null);

alter table mission_reward drop constraint mission_reward_goal_check;
alter table mission_reward add constraint mission_reward_goal_check
  check (goal in ('rounds', 'stake', 'streak', 'newGames', 'place'));
-- the mission of a prize is its board, the target its place: a place has one prize
create unique index mission_reward_place on mission_reward (mission_id, window_from, target) where goal = 'place';
`;

const BOARDS = `
create table mission_board (
  board_id text not null,
  -- days of the merchant's zone (YYYY-MM-DD), the second not included
  window_from char(10) not null,
  window_until char(10) not null check (window_until > window_from),
  ends_at timestamptz not null,
  -- of the settings when the window was opened
  rule jsonb not null,
  currency char(3) not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  primary key (board_id, window_from)
);
create index mission_board_open on mission_board (ends_at) where closed_at is null;

create table mission_score (
  board_id text not null,
  window_from char(10) not null,
  member_id text not null,
  score bigint not null check (score > 0),
  reached_at timestamptz not null,
  -- after the end; null: not listed
  place int check (place >= 1),
  primary key (board_id, window_from, member_id),
  foreign key (board_id, window_from) references mission_board (board_id, window_from)
) with (fillfactor = 80);
create index mission_score_order on mission_score (board_id, window_from, score desc, reached_at, member_id);
create unique index mission_score_place on mission_score (board_id, window_from, place) where place is not null;

-- members who do not take part
create table mission_unlisted (member_id text primary key, since timestamptz not null);
`;

// Members have read the prizes of a window that has begun, and the places of one that has ended.
const FIXED = `
create function keep_mission_board() returns trigger language plpgsql as $$
begin
  if (old.board_id, old.window_from, old.window_until, old.ends_at, old.rule, old.currency, old.opened_at)
     is distinct from (new.board_id, new.window_from, new.window_until, new.ends_at, new.rule, new.currency, new.opened_at) then
    raise exception 'the rule of the leaderboard % of % does not change', old.board_id, old.window_from;
  end if;
  if old.closed_at is not null then
    raise exception 'the leaderboard % of % is closed', old.board_id, old.window_from;
  end if;
  return new;
end $$;
create trigger keep_mission_board before update on mission_board for each row execute function keep_mission_board();
`;
