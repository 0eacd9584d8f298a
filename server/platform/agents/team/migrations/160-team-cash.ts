import { type Kysely, sql } from 'kysely';

/** Money in and out of teams by day, and the sizes of large teams. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(INDEXES).execute(db);
  await sql.raw(SUMS).execute(db);
}

// Money in, out and between people is few among many bets: lists and sums of teams read it without them.
const INDEXES = `
create index ledger_transfer_team on ledger_transfer (id)
  where kind in ('deposit', 'deposit-reversal', 'withdrawal-paid', 'upline', 'downline', 'adjustment', 'wage');
create index member_created on member (created_at);
create index member_agents on member (id) where type in (1, 2, 41, 42);
`;

const SUMS = `
-- By the time of the transfer, in the merchant's zone
create table member_cash_day (
  day date not null,
  member_id text not null,
  -- less reversals
  deposits bigint not null,
  -- paid out, fees included
  withdrawals bigint not null,
  -- adjustments, those taken back subtracted
  bonuses bigint not null,
  wages bigint not null,
  primary key (member_id, day)
) with (fillfactor = 80);

-- Of everyone below the agent at the time of counting
create table team_cash_day (
  day date not null,
  agent_id text not null,
  deposits bigint not null,
  withdrawals bigint not null,
  bonuses bigint not null,
  wages bigint not null,
  primary key (agent_id, day)
) with (fillfactor = 80);

-- Teams that are too large to be counted for each reader
create table team_size (
  agent_id text primary key,
  members int not null,
  agents int not null,
  online int not null,
  balance bigint not null,
  counted_at timestamptz not null
);
`;
