import { type Kysely, sql } from 'kysely';

/** Cashback: settled play by day, periods that are closed in order, and what each member gets for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(PLAY).execute(db);
  await sql.raw(STATEMENTS).execute(db);
}

const PLAY = `
-- One row; null before the first run.
create table cashback_clock (
  id int primary key check (id = 1),
  -- play from before is not counted
  began_at timestamptz,
  -- start of the period that is not closed
  open_from timestamptz
);
insert into cashback_clock values (1, null, null);

-- Closed periods, without gap.
create table cashback_period (
  starts timestamptz primary key,
  ends timestamptz not null unique,
  -- all facts up to this id were counted; a fact belongs to the period of its time, or to the first that was open when it was counted
  position bigint not null,
  -- rates, levels, coin and claim days that were used; null: the merchant had no cashback
  rules jsonb,
  closed_at timestamptz not null,
  -- members are settled in the order of their ids, up to this one
  settled_to text not null,
  settled_at timestamptz,
  check (ends > starts)
);
create index cashback_period_unsettled on cashback_period (starts) where settled_at is null;

create table cashback_play (
  -- day of the merchant's zone, not before the period that was open when it was counted
  day_start timestamptz not null,
  -- the same, or the start of the earlier period whose play was changed
  played timestamptz not null,
  member_id text not null,
  vassalage text not null,
  category text not null,
  rounds int not null,
  -- counted stake in units, as in play_fact
  valid bigint not null,
  primary key (member_id, day_start, played, vassalage, category),
  check (played <= day_start)
) with (fillfactor = 80);
create index cashback_play_day on cashback_play (day_start, member_id);
`;

const STATEMENTS = `
-- Units to be taken from the next periods.
create table cashback_carry (
  member_id text primary key,
  carried bigint not null check (carried <= 0)
);

create table cashback_statement (
  id bigint generated always as identity primary key,
  member_id text not null,
  period_start timestamptz not null references cashback_period (starts),
  period_end timestamptz not null,
  currency char(3) not null,
  -- from 1; 0: the merchant has no levels
  level int not null,
  level_stake bigint not null,
  lines jsonb not null,
  valid bigint not null,
  carried_in bigint not null check (carried_in <= 0),
  gross bigint not null,
  carried_out bigint not null check (carried_out <= 0),
  amount bigint not null check (amount >= 0),
  -- due: claimed, or paid without a claim
  state text not null check (state in ('claimable', 'due', 'unfunded', 'paid', 'expired', 'nothing')),
  claim_until timestamptz,
  claimed_at timestamptz,
  transfer_id bigint unique references ledger_transfer (id),
  created_at timestamptz not null,
  paid_at timestamptz,
  unique (member_id, period_start),
  check ((state = 'paid') = (transfer_id is not null)),
  check ((state = 'nothing') = (amount = 0)),
  check (state <> 'claimable' or claim_until is not null)
);
create index cashback_statement_period on cashback_statement (period_start, state);
create index cashback_statement_open on cashback_statement (id) where state in ('due', 'unfunded');
create index cashback_statement_claim on cashback_statement (claim_until) where state = 'claimable';
create index cashback_statement_member on cashback_statement (member_id, period_start desc);
`;
