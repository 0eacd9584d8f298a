import { type Kysely, sql } from 'kysely';
import { LEDGER_POST } from '../ledger-post.ts';

/**
 * The same books for less work (decision 041). PostgreSQL reads the text of a check and of
 * a trigger's `when` anew for every statement, and a SQL function whose body is not immutable is parsed and planned for every call.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of [CHAIN, ACCOUNTS, BALANCED, PROTECTION, CASH, INDEXES, LEDGER_POST]) await sql.raw(part).execute(db);
}

/**
 * The same bytes as before, from immutable functions alone, so that the planner writes the expression out. The cast takes the
 * text as it is once backslashes, its only escapes, are doubled.
 */
const CHAIN = `
create or replace function ledger_chain(
  p_before bytea, p_transfer bigint, p_reference text, p_hash text, p_amount bigint, p_balance bigint, p_version bigint
) returns bytea language sql immutable parallel safe as $$
  select sha256(replace(coalesce(encode(p_before, 'hex') || '|', '') || p_transfer::text || '|' || p_reference || '|' || p_hash
    || '|' || p_amount::text || '|' || p_balance::text || '|' || p_version::text, '\\', '\\\\')::bytea)
$$;
`;

/** What an account is never changes; a realm is looked at when the account is made. */
const ACCOUNTS = `
drop trigger ledger_account_steps on ledger_account;
create function ledger_account_step() returns trigger language plpgsql as $$
begin
  if old.id <> new.id or old.owner <> new.owner or old.kind <> new.kind or old.currency <> new.currency or old.realm <> new.realm
    or old.shard <> new.shard or old.may_go_negative <> new.may_go_negative or new.version <> old.version + 1 then
    raise exception 'the ledger is append only: % of % refused', tg_op, tg_table_name using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger ledger_account_steps before update on ledger_account for each row execute function ledger_account_step();

create function ledger_refuse_realm() returns trigger language plpgsql as $$
begin
  raise exception 'no such realm: %', new.realm using errcode = 'check_violation';
end $$;
create trigger ledger_account_realm before insert on ledger_account for each row
  when (new.realm not in ('real', 'trial')) execute function ledger_refuse_realm();
alter table ledger_account drop constraint ledger_account_realm_check;
`;

const BALANCED = `
create or replace function ledger_check_balanced() returns trigger language plpgsql as $$
declare
  lines bigint;
  total numeric;
  lowest bigint;
  highest bigint;
  wrong bigint;
begin
  select count(*), sum(n.amount), min(n.transfer_id), max(n.transfer_id) into lines, total, lowest, highest from added n;
  -- One transfer a statement is what the ledger posts; grouping is for the others.
  if lowest = highest and lines >= 2 and total = 0 then
    return null;
  end if;
  select n.transfer_id into wrong from added n group by n.transfer_id having sum(n.amount) <> 0 or count(*) < 2 limit 1;
  if found then
    raise exception 'transfer % does not balance', wrong using errcode = 'integrity_constraint_violation';
  end if;
  return null;
end $$;
`;

// ledger_post tells what it moves instead of having it read again from the postings. A row that is there is changed without
// asking first whether it may be inserted.
const PROTECTION = `
drop trigger protection_count on ledger_posting;
drop function protection_count();

create or replace function protection_add(p_member text, p_kind text, p_units bigint, p_at timestamptz) returns void language plpgsql as $$
declare
  -- apart by more than this, two signs of play belong to two sessions
  pause constant interval := interval '15 minutes';
  is_play constant boolean := p_kind in ('bet', 'launch');
  this_minute constant timestamptz := date_trunc('minute', p_at);
  s record;
begin
  loop
    update protection_member p set
      stakes = p.stakes - case when p_kind in ('bet', 'rollback') then p_units else 0 end,
      losses = p.losses - case when p_kind in ('bet', 'rollback', 'win') then p_units else 0 end,
      deposits = p.deposits + case when p_kind = 'deposit' then p_units else 0 end,
      payouts = p.payouts - case when p_kind in ('deposit-reversal', 'withdrawal-paid') then p_units else 0 end,
      seconds = p.seconds + case when is_play and p_at > p.last_play_at and p_at - p.last_play_at <= pause
        then floor(extract(epoch from p_at - p.last_play_at))::bigint else 0 end,
      last_play_at = case when is_play then greatest(p.last_play_at, p_at) else p.last_play_at end,
      session_from = case when not is_play or p_at - p.last_play_at <= pause then p.session_from else p_at end,
      session_stakes = case when not is_play or p_at - p.last_play_at <= pause then p.session_stakes else p.stakes end,
      session_losses = case when not is_play or p_at - p.last_play_at <= pause then p.session_losses else p.losses end,
      checked_at = case when not is_play or p_at - p.last_play_at <= pause then p.checked_at end
    where p.member_id = p_member
    returning p.stakes, p.losses, p.deposits, p.seconds into s;
    exit when found;
    insert into protection_member (member_id) values (p_member) on conflict do nothing;
  end loop;
  update protection_minute m set stakes = s.stakes, losses = s.losses, deposits = s.deposits, seconds = s.seconds
   where m.member_id = p_member and m.minute = this_minute;
  if not found then
    insert into protection_minute (member_id, minute, stakes, losses, deposits, seconds)
    values (p_member, this_minute, s.stakes, s.losses, s.deposits, s.seconds)
    on conflict (member_id, minute) do update set
      stakes = excluded.stakes, losses = excluded.losses, deposits = excluded.deposits, seconds = excluded.seconds;
  end if;
end $$;

-- Breaks are looked at when they change, not with each movement of money.
create function protection_member_lawful() returns trigger language plpgsql as $$
begin
  if new.check_minutes not between 0 and 1440 or new.break_kind not in ('time-out', 'exclusion')
    or (new.break_kind is null) <> (new.break_from is null)
    or (new.break_kind is not distinct from 'time-out' and new.break_until is null) then
    raise exception 'no such break or reality check of member %', new.member_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger protection_member_lawful before insert or update of check_minutes, break_kind, break_from, break_until on protection_member
  for each row execute function protection_member_lawful();
alter table protection_member drop constraint protection_member_check_minutes_check, drop constraint protection_member_break_kind_check,
  drop constraint protection_member_break;
`;

const CASH = `
drop trigger sum_cash on ledger_transfer;
drop function sum_cash();
-- A deposit, what was taken back of one, or a payout, by what it moves for its member.
create function cash_add(p_member text, p_kind text, p_units bigint, p_at timestamptz) returns void language sql as $$
  insert into cash_sum as kept (member_id, slot, deposits, withdrawals)
  values (p_member, floor(extract(epoch from p_at) / 900)::integer,
          case when p_kind = 'withdrawal-paid' then 0 else p_units end, case when p_kind = 'withdrawal-paid' then -p_units else 0 end)
  on conflict (member_id, slot) do update
    set deposits = kept.deposits + excluded.deposits, withdrawals = kept.withdrawals + excluded.withdrawals
$$;
`;

// Statements go through a member's accounts and postings; what reads transfers by their member wants money in and out alone,
// for which there is ledger_transfer_cash.
const INDEXES = `
drop index ledger_transfer_member;
`;
