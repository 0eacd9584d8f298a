import { type Kysely, sql } from 'kysely';

/** Settled play by member and team, summed in windows of five minutes that are closed in order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(CLOCK).execute(db);
  await sql.raw(SUMS).execute(db);
}

const CLOCK = `
-- One row. open_from: the start of the first window that is not closed; null before the first run.
create table window_clock (
  id int primary key check (id = 1),
  open_from timestamptz
);
insert into window_clock values (1, null);

-- Closed windows, in stretches without gap: one with play is alone, those without may be together.
create table window_close (
  window_start timestamptz primary key,
  window_end timestamptz not null,
  -- all facts up to this id were counted; a fact belongs to the window of its time, or to the first that was open when it was counted
  position bigint not null,
  -- day of the merchant's zone
  day date not null,
  -- units; the rule that was used
  active_valid_bet bigint not null,
  closed_at timestamptz not null,
  check (window_end > window_start)
);
`;

const SUMS = `
create table play_window (
  window_start timestamptz not null,
  member_id text not null,
  category text not null,
  -- no round of the row is smaller (units)
  bet bigint not null,
  -- excluded, on a break or blocked when the window was closed
  excluded boolean not null default false,
  rounds int not null,
  stake bigint not null,
  valid bigint not null,
  payout bigint not null,
  primary key (window_start, member_id, category, bet)
) with (fillfactor = 80);
create index play_window_member on play_window (member_id, window_start);

-- The team of an agent: everyone below, and the agent's own play (own).
create table team_window (
  window_start timestamptz not null,
  agent_id text not null,
  category text not null,
  bet bigint not null,
  excluded boolean not null,
  own boolean not null,
  rounds bigint not null,
  stake bigint not null,
  valid bigint not null,
  payout bigint not null,
  primary key (window_start, agent_id, category, bet, excluded, own)
);

create table team_day (
  day date not null,
  agent_id text not null,
  category text not null,
  excluded boolean not null,
  own boolean not null,
  rounds bigint not null,
  stake bigint not null,
  valid bigint not null,
  payout bigint not null,
  primary key (agent_id, day, category, excluded, own)
) with (fillfactor = 80);

create table member_day (
  day date not null,
  member_id text not null,
  category text not null,
  excluded boolean not null,
  rounds bigint not null,
  stake bigint not null,
  valid bigint not null,
  payout bigint not null,
  primary key (member_id, day, category, excluded)
) with (fillfactor = 80);

-- Valid bets of a member in an hour, day, week, half-month or month; they decide who is active in it.
create table member_period (
  period text not null,
  starts timestamptz not null,
  member_id text not null,
  valid bigint not null,
  -- agents for whom the member is counted as active; null: not active
  counted_for text[],
  primary key (period, starts, member_id)
) with (fillfactor = 80);

create table team_active (
  period text not null,
  starts timestamptz not null,
  agent_id text not null,
  members int not null,
  primary key (agent_id, period, starts)
) with (fillfactor = 80);
`;
