import { type Kysely, sql } from 'kysely';

/** Ways to deposit, and deposits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table deposit_channel (
  code text primary key,
  name text not null,
  kind text not null check (kind in ('BANK')),
  currency char(3) not null,
  min_amount bigint not null check (min_amount > 0),
  max_amount bigint not null check (max_amount >= min_amount),
  presets jsonb not null,
  expires_minutes int not null check (expires_minutes > 0),
  enabled boolean not null,
  sort int not null
);

create table deposit (
  id text primary key,
  member_id text not null,
  channel text not null references deposit_channel (code),
  -- made by the member's client; the same on each retry
  client_reference text not null,
  payment_reference text not null unique,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  status text not null check (status in ('pending', 'credited', 'expired', 'cancelled')),
  transfer_id bigint references ledger_transfer (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  credited_at timestamptz,
  unique (member_id, client_reference),
  check ((status = 'credited') = (transfer_id is not null))
);
create index deposit_member on deposit (member_id, created_at desc);
create index deposit_pending on deposit (expires_at) where status = 'pending';
`)
    .execute(db);
}
