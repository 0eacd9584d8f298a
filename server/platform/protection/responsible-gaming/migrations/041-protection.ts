import { type Kysely, sql } from 'kysely';

/**
 * Limits, breaks and reality checks of members, and the running sums they are measured with. The sums grow with the
 * ledger's own postings, in their transaction, whoever posts: a window's sum is then two rows, however much was played.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
  await sql.raw(COUNT).execute(db);
  await sql.raw(BACKFILL).execute(db);
}

const TABLES = `
create table protection_member (
  member_id text primary key,
  -- sums over the life of the account, in real money: stakes without refunds; stakes without refunds and payouts;
  -- credited deposits with their fees, and transfers received; paid withdrawals, reversed deposits and transfers sent
  stakes bigint not null default 0,
  losses bigint not null default 0,
  deposits bigint not null default 0,
  payouts bigint not null default 0,
  -- seconds played: the time between signs of play (launch or stake) that are not further apart than a pause
  seconds bigint not null default 0,
  last_play_at timestamptz,
  -- the session that the last sign of play belongs to, and the sums when it began
  session_from timestamptz,
  session_stakes bigint not null default 0,
  session_losses bigint not null default 0,
  -- last reality check that the member has acknowledged
  checked_at timestamptz,
  -- minutes between reality checks; null: the usual ones of the policy, 0: none
  check_minutes int check (check_minutes between 0 and 1440),
  break_kind text check (break_kind in ('time-out', 'exclusion')),
  break_from timestamptz,
  -- null while excluded: without end
  break_until timestamptz,
  -- an exclusion whose term is over ends at this moment, which the member has asked for
  return_at timestamptz,
  constraint protection_member_break check (
    (break_kind is null) = (break_from is null) and (break_kind is distinct from 'time-out' or break_until is not null))
) with (fillfactor = 70);
create index protection_member_break on protection_member (break_until) where break_kind is not null;

-- The same sums at the end of each minute with a movement.
create table protection_minute (
  member_id text not null,
  minute timestamptz not null,
  stakes bigint not null,
  losses bigint not null,
  deposits bigint not null,
  seconds bigint not null,
  primary key (member_id, minute)
) with (fillfactor = 70);
create index protection_minute_age on protection_minute (minute);

create table protection_limit (
  member_id text not null,
  kind text not null check (kind in ('deposit', 'loss', 'stake', 'session')),
  period text not null check (period in ('day', 'week', 'month')),
  set_by text not null check (set_by in ('member', 'operator')),
  -- units of money, or minutes of a session limit
  value bigint not null check (value >= 0),
  set_at timestamptz not null,
  -- a looser limit that the member has asked for; pending_value null: no limit at all
  pending_from timestamptz,
  pending_value bigint check (pending_value >= 0),
  -- the member has been told that it can be confirmed
  pending_told boolean not null default false,
  primary key (member_id, kind, period, set_by)
);
create index protection_limit_pending on protection_limit (pending_from) where pending_from is not null and not pending_told;
`;

const COUNT = `
-- One sign of play or movement of money. Stakes come in with what they take from the member (units below zero).
create function protection_add(p_member text, p_kind text, p_units bigint, p_at timestamptz) returns void language plpgsql as $$
declare
  -- apart by more than this, two signs of play belong to two sessions
  pause constant interval := interval '15 minutes';
  is_play constant boolean := p_kind in ('bet', 'launch');
  s record;
begin
  insert into protection_member as p (member_id, stakes, losses, deposits, payouts, last_play_at, session_from)
  values (
    p_member,
    case when p_kind in ('bet', 'rollback') then -p_units else 0 end,
    case when p_kind in ('bet', 'rollback', 'win') then -p_units else 0 end,
    case when p_kind = 'deposit' then p_units else 0 end,
    case when p_kind in ('deposit-reversal', 'withdrawal-paid') then -p_units else 0 end,
    case when is_play then p_at end,
    case when is_play then p_at end)
  on conflict (member_id) do update set
    stakes = p.stakes + excluded.stakes,
    losses = p.losses + excluded.losses,
    deposits = p.deposits + excluded.deposits,
    payouts = p.payouts + excluded.payouts,
    seconds = p.seconds + case when is_play and p_at > p.last_play_at and p_at - p.last_play_at <= pause
      then floor(extract(epoch from p_at - p.last_play_at))::bigint else 0 end,
    last_play_at = case when is_play then greatest(p.last_play_at, p_at) else p.last_play_at end,
    session_from = case when not is_play or p_at - p.last_play_at <= pause then p.session_from else p_at end,
    session_stakes = case when not is_play or p_at - p.last_play_at <= pause then p.session_stakes else p.stakes end,
    session_losses = case when not is_play or p_at - p.last_play_at <= pause then p.session_losses else p.losses end,
    checked_at = case when not is_play or p_at - p.last_play_at <= pause then p.checked_at end
  returning p.stakes, p.losses, p.deposits, p.seconds into s;
  insert into protection_minute (member_id, minute, stakes, losses, deposits, seconds)
  values (p_member, date_trunc('minute', p_at), s.stakes, s.losses, s.deposits, s.seconds)
  on conflict (member_id, minute) do update set
    stakes = excluded.stakes, losses = excluded.losses, deposits = excluded.deposits, seconds = excluded.seconds;
end $$;

create function protection_count() returns trigger language plpgsql as $$
declare
  moved record;
begin
  for moved in
    select a.owner, t.created_at, sum(n.amount)::bigint as units,
           -- what comes from the agent above or below is money that came in, what goes there went out
           case when t.kind in ('upline', 'downline') then case when sum(n.amount) > 0 then 'deposit' else 'withdrawal-paid' end
                else t.kind end as kind,
           -- a limit of deposits is one of what was paid in, fee and all
           case when t.kind in ('deposit', 'deposit-reversal') then (
             select coalesce(sum(f.amount), 0) from added f join ledger_account h on h.id = f.account_id
              where f.transfer_id = t.id and h.owner = 'house' and sign(f.amount) = sign(sum(n.amount)))::bigint else 0 end as fee
      from added n join ledger_transfer t on t.id = n.transfer_id join ledger_account a on a.id = n.account_id
     where t.realm = 'real' and a.owner <> 'house'
       and t.kind in ('bet', 'win', 'rollback', 'deposit', 'deposit-reversal', 'withdrawal-paid', 'upline', 'downline')
     group by a.owner, t.id, t.kind, t.created_at
  loop
    perform protection_add(moved.owner, moved.kind, moved.units + moved.fee, moved.created_at);
  end loop;
  return null;
end $$;
create trigger protection_count after insert on ledger_posting referencing new table as added
  for each statement execute function protection_count();
`;

/** What was posted before, without the time played: nobody has measured that. */
const BACKFILL = `
insert into protection_minute (member_id, minute, stakes, losses, deposits, seconds)
select owner, minute, sum(stakes) over w, sum(losses) over w, sum(deposits) over w, 0
  from (
    select a.owner, date_trunc('minute', t.created_at) as minute,
           coalesce(-sum(p.amount) filter (where t.kind in ('bet', 'rollback')), 0) as stakes,
           coalesce(-sum(p.amount) filter (where t.kind in ('bet', 'rollback', 'win')), 0) as losses,
           coalesce(sum(p.amount) filter (where t.kind = 'deposit'), 0) as deposits
      from ledger_posting p join ledger_transfer t on t.id = p.transfer_id join ledger_account a on a.id = p.account_id
     where t.realm = 'real' and a.owner <> 'house' and t.kind in ('bet', 'win', 'rollback', 'deposit')
     group by 1, 2) as moved
window w as (partition by owner order by minute);

insert into protection_member (member_id, stakes, losses, deposits)
select distinct on (member_id) member_id, stakes, losses, deposits from protection_minute order by member_id, minute desc;
`;
