import { type Kysely, sql } from 'kysely';

/** Contracts of wages between an agent and the one above, or the merchant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(CONTRACTS).execute(db);
}

const CONTRACTS = `
create table agent_contract (
  id text primary key,
  -- who is paid
  agent_id text not null references member (id),
  -- who made it; null: the merchant
  upline_id text references member (id) check (upline_id <> agent_id),
  kind text not null check (kind in ('dividend', 'daily', 'hourly', 'realtime')),
  -- of a dividend; the other kinds have one period each
  period text check (period in ('D', 'W', 'H', 'M')),
  terms jsonb not null,
  -- the highest rate of the terms, in hundredths of a percent
  top_bp int not null check (top_bp between 1 and 10000),
  state text not null check (state in ('requested', 'active', 'rejected', 'ended')),
  version int not null,
  -- agreed with the request: contracts below with higher rates end
  end_lowered boolean not null,
  -- windows that start in this time are paid by it
  valid_from timestamptz,
  valid_until timestamptz,
  created_at timestamptz not null,
  decided_at timestamptz,
  unique (agent_id, kind, version),
  check ((kind = 'dividend') = (period is not null)),
  check (valid_until >= valid_from),
  check (state <> 'active' or (valid_from is not null and valid_until is null)),
  check (state not in ('requested', 'rejected') or valid_from is null)
);
create unique index agent_contract_active on agent_contract (agent_id, kind) where state = 'active';
create unique index agent_contract_requested on agent_contract (agent_id, kind) where state = 'requested';
create index agent_contract_upline on agent_contract (upline_id, kind) where state in ('active', 'requested');
create index agent_contract_valid on agent_contract (kind, valid_from) where valid_from is not null;
`;
