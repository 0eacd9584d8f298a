import { type Kysely, sql } from 'kysely';

/** Deposits by several providers: fees, limits, all their states, what providers said, vouchers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
alter table deposit_channel drop constraint deposit_channel_kind_check;
alter table deposit_channel
  add constraint deposit_channel_kind_check check (kind in ('BANK', 'QR', 'E_WALLET', 'VOUCHER')),
  add column provider text not null default 'bank',
  add column fee_fixed bigint not null default 0 check (fee_fixed >= 0),
  add column fee_basis_points int not null default 0 check (fee_basis_points between 0 and 10000),
  -- per member and day; null: no limit
  add column day_limit bigint check (day_limit > 0),
  add column proof text not null default 'none' check (proof in ('none', 'optional', 'required')),
  -- a person compares payments with the bank's list
  add column review boolean not null default false,
  add column usual_minutes int not null default 0 check (usual_minutes >= 0),
  -- holder, bank and number that the payer needs
  add column account jsonb;

alter table deposit drop constraint deposit_status_check, drop constraint deposit_check;
alter table deposit
  add column fee bigint not null default 0 check (fee >= 0),
  -- what has come, where it is not what was announced
  add column paid_amount bigint check (paid_amount > 0),
  add column reason text,
  add column proofs text[] not null default '{}',
  add column reversal_transfer_id bigint references ledger_transfer (id),
  add constraint deposit_status_check
    check (status in ('pending', 'checking', 'credited', 'failed', 'expired', 'cancelled', 'reversed', 'returned')),
  add constraint deposit_fee_below check (fee < amount),
  add constraint deposit_posted check (case status
    when 'credited' then transfer_id is not null and reversal_transfer_id is null
    when 'reversed' then (transfer_id is null) = (reversal_transfer_id is null)
    else transfer_id is null and reversal_transfer_id is null end);
drop index deposit_pending;
create index deposit_open on deposit (status, expires_at) where status in ('pending', 'checking');

-- each state that a deposit has come to; never changed
create table deposit_step (
  id bigint generated always as identity primary key,
  deposit_id text not null references deposit (id),
  status text not null,
  -- 'member', 'provider', 'system' or 'operator:<name>'
  by_whom text not null,
  note text,
  at timestamptz not null
);
create index deposit_step_deposit on deposit_step (deposit_id, id);
insert into deposit_step (deposit_id, status, by_whom, at)
select id, status, 'system', coalesce(credited_at, created_at) from deposit;

-- what providers have said, each once
create table payment_event (
  provider text not null,
  event_id text not null,
  deposit_id text not null references deposit (id),
  event text not null,
  body_hash text not null,
  received_at timestamptz not null,
  primary key (provider, event_id)
);

-- codes are kept as keyed digests only
create table voucher (
  code_key text primary key,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  expires_at timestamptz,
  -- the deposit that it has paid
  deposit_id text unique references deposit (id) deferrable initially deferred,
  created_at timestamptz not null
);

-- failed tries to pay, for the block after too many
create table deposit_failure (
  id bigint generated always as identity primary key,
  member_id text not null,
  at timestamptz not null
);
create index deposit_failure_member on deposit_failure (member_id, at);
`)
    .execute(db);
}
