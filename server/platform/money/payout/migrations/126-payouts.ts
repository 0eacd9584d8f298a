import { type Kysely, sql } from 'kysely';

/** Payouts by payment providers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [PAYOUT, WITHDRAWAL, GUARDS]) await sql.raw(part).execute(db);
}

const PAYOUT = `
create table payout (
  id text primary key,
  withdrawal_id text not null references withdrawal (id),
  provider text not null,
  amount bigint not null check (amount > 0),
  currency char(3) not null,
  -- created: no request has left; unknown: a request may have arrived; sent: accepted by the provider
  status text not null check (status in ('created', 'unknown', 'sent', 'paid', 'failed')),
  -- totals as reported by the provider
  paid bigint not null default 0 check (paid >= 0),
  returned bigint not null default 0 check (returned >= 0 and returned <= paid),
  reason text,
  tries int not null default 0,
  last_error text,
  -- a report of the provider that contradicts an earlier final one
  conflict text,
  next_try_at timestamptz not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((status in ('paid', 'failed')) = (closed_at is not null)),
  check (status <> 'paid' or paid > 0),
  check (status <> 'failed' or paid = 0)
);
-- one payment at a time, and none after a paid one
create unique index payout_single on payout (withdrawal_id) where status <> 'failed';
create index payout_due on payout (next_try_at) where status in ('created', 'unknown', 'sent');
create index payout_of on payout (withdrawal_id, created_at);
`;

const WITHDRAWAL = `
-- an operator pays this one: no provider gets it
alter table withdrawal add column by_hand boolean not null default false;
alter table withdrawal_event drop constraint withdrawal_event_action_check;
alter table withdrawal_event add constraint withdrawal_event_action_check check (action in (
  'requested', 'approval', 'approved', 'rejected', 'cancelled', 'paid', 'reminded', 'part_received', 'received', 'expired',
  'not_received', 'paid_again', 'returned', 'upheld', 'payment_sent', 'part_paid', 'payment_failed', 'payment_returned'));
`;

const GUARDS = `
create trigger payout_keep before delete or truncate on payout for each statement execute function ledger_refuse_change();

create function check_payout() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.status <> 'created' or not exists (
      select 1 from withdrawal w where w.id = new.withdrawal_id and w.status = 'approved' and not w.by_hand) then
      raise exception 'payout %: withdrawal % waits for no payment by a provider', new.id, new.withdrawal_id
        using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end if;
  if (old.id, old.withdrawal_id, old.provider, old.amount, old.currency, old.created_at) is distinct from
     (new.id, new.withdrawal_id, new.provider, new.amount, new.currency, new.created_at)
     or new.paid < old.paid or new.returned < old.returned then
    raise exception 'payout %: its order does not change', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if old.status <> new.status and not (old.status || '>' || new.status) = any (array[
    'created>unknown', 'created>failed', 'unknown>sent', 'unknown>paid', 'unknown>failed', 'sent>paid', 'sent>failed']) then
    raise exception 'payout %: no way from % to %', old.id, old.status, new.status using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payout_step before insert or update on payout for each row execute function check_payout();

-- While a provider may pay it, a withdrawal is neither paid by hand nor given back.
create function check_withdrawal_payout() returns trigger language plpgsql as $$
begin
  if old.status = 'approved' and new.status <> 'approved' and exists (
    select 1 from payout p where p.withdrawal_id = new.id
      and (p.status in ('created', 'unknown', 'sent') or (new.status <> 'paid' and p.status = 'paid'))) then
    raise exception 'withdrawal %: a payment provider has it', new.id using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_payout before update of status on withdrawal for each row execute function check_withdrawal_payout();
`;
