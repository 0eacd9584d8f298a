import { type Kysely, sql } from 'kysely';

/** What must be played before money may go out, and the way of each payout from the request to its confirmation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [TURNOVER, WITHDRAWAL, TRAIL, GUARDS]) await sql.raw(part).execute(db);
}

// A requirement is a stretch on the scale of the member's settled stakes (`member_stake`): it begins where the one before
// ends, at the earliest where the member stood when it arrived, and is fulfilled once the stakes have passed its end. So no
// bet writes here, and a stake that is taken back moves the member back on the scale.
const TURNOVER = `
create table turnover_requirement (
  id bigint generated always as identity primary key,
  member_id text not null,
  -- what brought the money in ("deposit:d_1")
  source text not null,
  -- money that came in, and how much of it is to be staked
  units bigint not null check (units > 0),
  percent int not null check (percent between 1 and 100000),
  required bigint not null check (required > 0),
  -- settled stakes of the member when it came
  arrived_at bigint not null,
  begins bigint not null check (begins >= arrived_at),
  ends bigint not null check (ends = begins + required),
  created_at timestamptz not null,
  cancelled_at timestamptz,
  unique (member_id, source)
);
create index turnover_requirement_open on turnover_requirement (member_id, ends) where cancelled_at is null;
`;

const WITHDRAWAL = `
create table withdrawal (
  id text primary key,
  member_id text not null,
  -- made by the member's client; the same on each retry
  client_reference text not null,
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  currency char(3) not null,
  -- the account as it was when the member asked: it may be removed later
  payout_account_id text not null,
  payout_kind text not null check (payout_kind in ('BANK', 'EWALLET')),
  payout_provider text not null,
  payout_name text not null,
  payout_holder text not null,
  payout_masked text not null,
  status text not null check (status in ('review', 'approved', 'paid', 'disputed', 'received', 'returned', 'rejected', 'cancelled')),
  -- different operators who must approve it; 0: the merchant lets amounts like this one pass
  approvals_needed smallint not null check (approvals_needed between 0 and 5),
  -- what the member has confirmed so far
  received bigint not null default 0 check (received between 0 and amount - fee),
  -- how it came to be received: the member said so, the time ran out, or an operator found it so
  received_by text check (received_by in ('member', 'deadline', 'operator')),
  -- what the last operator told the member
  reason text not null default '',
  hold_transfer_id bigint not null references ledger_transfer (id),
  paid_transfer_id bigint references ledger_transfer (id),
  release_transfer_id bigint references ledger_transfer (id),
  requested_at timestamptz not null,
  approved_at timestamptz,
  paid_at timestamptz,
  -- when a paid one counts as received, and when the member is reminded of it
  confirm_by timestamptz,
  remind_at timestamptz,
  closed_at timestamptz,
  unique (member_id, client_reference),
  check (status not in ('approved', 'paid', 'disputed', 'received', 'returned') or approved_at is not null),
  check ((paid_transfer_id is not null) = (status in ('paid', 'disputed', 'received', 'returned'))),
  check ((paid_transfer_id is null) = (paid_at is null)),
  check ((release_transfer_id is not null) = (status in ('rejected', 'cancelled', 'returned'))),
  check (status <> 'paid' or confirm_by is not null),
  check ((status in ('received', 'returned', 'rejected', 'cancelled')) = (closed_at is not null)),
  check ((status = 'received') = (received_by is not null))
);
create index withdrawal_member on withdrawal (member_id, requested_at desc, id desc);
create index withdrawal_queue on withdrawal (status, requested_at, id);
create index withdrawal_due on withdrawal (confirm_by) where status = 'paid';
`;

const TRAIL = `
-- Who approved; one person counts once.
create table withdrawal_approval (
  withdrawal_id text not null references withdrawal (id),
  operator text not null check (operator <> ''),
  reason text not null,
  at timestamptz not null,
  primary key (withdrawal_id, operator)
);

-- Every step, for the tracker and for disputes.
create table withdrawal_event (
  id bigint generated always as identity primary key,
  withdrawal_id text not null references withdrawal (id),
  at timestamptz not null,
  action text not null check (action in (
    'requested', 'approval', 'approved', 'rejected', 'cancelled', 'paid', 'reminded', 'part_received', 'received', 'expired',
    'not_received', 'paid_again', 'returned', 'upheld')),
  status text not null,
  actor text not null check (actor in ('member', 'operator', 'system')),
  -- who of them: an operator's name, a member's id
  actor_name text not null,
  reason text not null default '',
  -- what the action is about, where it is an amount
  amount bigint,
  -- pictures that prove it
  uploads jsonb not null default '[]'
);
create index withdrawal_event_of on withdrawal_event (withdrawal_id, id);
`;

const GUARDS = `
create trigger withdrawal_event_append_only before update or delete or truncate on withdrawal_event
  for each statement execute function ledger_refuse_change();
create trigger withdrawal_approval_append_only before update or delete or truncate on withdrawal_approval
  for each statement execute function ledger_refuse_change();
create trigger withdrawal_keep before delete or truncate on withdrawal
  for each statement execute function ledger_refuse_change();

create function check_withdrawal_step() returns trigger language plpgsql as $$
begin
  if (old.id, old.member_id, old.client_reference, old.amount, old.fee, old.currency, old.payout_account_id, old.payout_kind,
      old.payout_provider, old.payout_holder, old.payout_masked, old.hold_transfer_id, old.requested_at, old.approvals_needed)
     is distinct from
     (new.id, new.member_id, new.client_reference, new.amount, new.fee, new.currency, new.payout_account_id, new.payout_kind,
      new.payout_provider, new.payout_holder, new.payout_masked, new.hold_transfer_id, new.requested_at, new.approvals_needed)
     or new.received < old.received then
    raise exception 'withdrawal %: what was asked for does not change', old.id using errcode = 'integrity_constraint_violation';
  end if;
  if old.status <> new.status and not (old.status || '>' || new.status) = any (array[
    'review>approved', 'review>rejected', 'review>cancelled', 'approved>paid', 'approved>rejected', 'paid>received',
    'paid>disputed', 'received>disputed', 'disputed>paid', 'disputed>received', 'disputed>returned']) then
    raise exception 'withdrawal %: no way from % to %', old.id, old.status, new.status using errcode = 'integrity_constraint_violation';
  end if;
  if new.status = 'approved' and old.status = 'review'
     and (select count(*) from withdrawal_approval a where a.withdrawal_id = new.id) < new.approvals_needed then
    raise exception 'withdrawal %: % approvals are needed', old.id, new.approvals_needed using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger withdrawal_step before update on withdrawal for each row execute function check_withdrawal_step();

-- What a member has on hold is what waits to be paid; proved at the end of every transaction that touches a withdrawal.
create function check_withdrawal_hold() returns trigger language plpgsql as $$
declare
  waiting bigint;
  held bigint;
begin
  select (select coalesce(sum(w.amount), 0) from withdrawal w where w.member_id = new.member_id and w.status in ('review', 'approved')),
         (select coalesce(sum(a.balance), 0) from ledger_account a where a.owner = new.member_id and a.kind = 'hold')
    into waiting, held;
  if waiting <> held then
    raise exception 'member %: % on hold, % waiting to be paid', new.member_id, held, waiting
      using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
create constraint trigger withdrawal_hold after insert or update of status on withdrawal
  deferrable initially deferred for each row execute function check_withdrawal_hold();
`;
