import { type Kysely, sql } from 'kysely';

/** Wages of agents: one statement for a contract and a window, with everything that it was computed from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(WAGES).execute(db);
}

const WAGES = `
-- One row for each kind, and each period of dividends. Its lock is the turn to settle.
create table wage_progress (
  stream text primary key,
  -- windows that end until then are settled
  settled_until timestamptz not null
);

create table wage_carry (
  agent_id text not null,
  kind text not null,
  -- units to be taken from the next wages
  carried bigint not null check (carried <= 0),
  -- rate of the last wage with a tier
  last_rate_bp int,
  primary key (agent_id, kind)
);

create table wage_statement (
  id bigint generated always as identity primary key,
  contract_id text not null references agent_contract (id),
  agent_id text not null,
  kind text not null,
  period text,
  window_start timestamptz not null,
  window_end timestamptz not null,
  currency char(3) not null,
  -- the nearest contract of the kind above, as it was used
  upline_contract_id text,
  -- the inputs: terms of the contract, rules of the merchant, play of the team
  terms jsonb not null,
  rules jsonb not null,
  lines jsonb not null,
  active int not null,
  costs bigint not null,
  last_rate_bp int,
  carried_in bigint not null check (carried_in <= 0),
  -- the result
  parts jsonb not null,
  valid_bet bigint not null,
  profit bigint not null,
  excluded_bet bigint not null,
  -- hundredths of a unit
  base bigint not null,
  tier int,
  rate_bp int not null,
  gross bigint not null,
  below bigint not null,
  carried_out bigint not null check (carried_out <= 0),
  amount bigint not null check (amount >= 0),
  state text not null check (state in ('due', 'paid', 'nothing', 'held', 'unfunded', 'rejected')),
  transfer_id bigint unique references ledger_transfer (id),
  created_at timestamptz not null,
  paid_at timestamptz,
  check ((state = 'paid') = (transfer_id is not null)),
  check ((state = 'nothing') = (amount = 0))
);
-- Money of the merchant that operators move to the account of wages.
create table wage_funding (
  -- made by the form; its second sending is the same funding
  id text primary key,
  units bigint not null check (units > 0),
  currency char(3) not null,
  reason text not null,
  status text not null check (status in ('waiting', 'posted', 'rejected')),
  transfer_id bigint unique references ledger_transfer (id),
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'posted') = (transfer_id is not null)),
  check ((status = 'waiting') = (closed_at is null))
);

create unique index wage_statement_once on wage_statement (agent_id, kind, window_start);
create index wage_statement_window on wage_statement (kind, window_start);
create index wage_statement_open on wage_statement (id) where state in ('due', 'unfunded');
create index wage_statement_held on wage_statement (id) where state = 'held';
`;
