import { type Kysely, sql } from 'kysely';

/** Payments that came once more for a deposit that had its payment, and the house's own payments, each once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
create table suspense (
  id text primary key,
  deposit_id text not null references deposit (id),
  member_id text not null,
  channel text not null references deposit_channel (code),
  currency char(3) not null,
  amount bigint not null check (amount > 0),
  -- what the way of paying has taken back itself
  taken_back bigint not null default 0 check (taken_back between 0 and amount),
  status text not null default 'waiting' check (status in ('waiting', 'credited', 'sent_back', 'taken_back')),
  -- the deposit that it became
  credited_deposit_id text unique references deposit (id) deferrable initially deferred,
  sent_back_reference text,
  -- 'provider' or 'operator:<name>'
  closed_by text,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint suspense_closed check ((status = 'waiting') = (closed_at is null) and (status = 'waiting') = (closed_by is null)),
  constraint suspense_credited check ((status = 'credited') = (credited_deposit_id is not null)),
  constraint suspense_sent_back check ((status = 'sent_back') = (sent_back_reference is not null)),
  constraint suspense_taken_back check ((status = 'taken_back') = (taken_back = amount))
);
create index suspense_waiting on suspense (created_at, id) where status = 'waiting';
create index suspense_deposit on suspense (deposit_id);
create index payment_event_deposit on payment_event (deposit_id);

-- payments of the house by reference, as references are compared: without blanks, in capitals
create table sent_back_payment (
  key text primary key,
  -- 'deposit:<id>' or 'suspense:<id>'
  subject text not null
);
insert into sent_back_payment (key, subject)
select upper(regexp_replace(sent_back_reference, '\\s', '', 'g')), 'deposit:' || id
  from deposit where sent_back_reference is not null order by created_at, id
on conflict do nothing;
`)
    .execute(db);
}
