import { type Kysely, sql } from 'kysely';

/** Sums of what is over: a year of play, money in and out, and where the few movements of a kind are among many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(PLACES).execute(db);
  await sql.raw(CASH).execute(db);
  await sql.raw(DAYS).execute(db);
}

// Blocks are made again when they are next needed.
const PLACES = `
truncate movement_block;
alter table movement_block add column places smallint[] not null;
`;

// A deposit or payout is added at the commit, when its postings stand; for other transfers only the condition is looked at.
const CASH = `
create table cash_sum (
  member_id text not null,
  slot integer not null,
  deposits bigint not null,
  withdrawals bigint not null,
  primary key (member_id, slot)
);

create function sum_cash() returns trigger language plpgsql as $$
begin
  insert into cash_sum as kept (member_id, slot, deposits, withdrawals)
    select new.member_id, floor(extract(epoch from new.created_at) / 900)::integer,
           case when new.kind = 'withdrawal-paid' then 0 else sum(p.amount) end,
           case when new.kind = 'withdrawal-paid' then -sum(p.amount) else 0 end
      from ledger_posting p join ledger_account a on a.id = p.account_id
     where p.transfer_id = new.id and a.owner = new.member_id
    having count(*) > 0
  on conflict (member_id, slot) do update
    set deposits = kept.deposits + excluded.deposits, withdrawals = kept.withdrawals + excluded.withdrawals;
  return null;
end $$;
create constraint trigger sum_cash after insert on ledger_transfer deferrable initially deferred
  for each row when (new.kind in ('deposit', 'deposit-reversal', 'withdrawal-paid')) execute function sum_cash();

insert into cash_sum
  select t.member_id, quarter_of(t.created_at), coalesce(sum(p.amount) filter (where t.kind <> 'withdrawal-paid'), 0),
         coalesce(-sum(p.amount) filter (where t.kind = 'withdrawal-paid'), 0)
    from ledger_transfer t
    join ledger_posting p on p.transfer_id = t.id
    join ledger_account a on a.id = p.account_id and a.owner = t.member_id
   where t.kind in ('deposit', 'deposit-reversal', 'withdrawal-paid') group by 1, 2;
`;

// A day of a time zone is kept when somebody asks for it and it has been over for a day. The line without a state says that
// the day is kept; the others are its sums. What changes a round later than that takes its days away, so that they are
// counted anew; the lock sees to it that nobody counts them between the change and its commit. Half a day lies between the
// times at which a day may be kept and at which a change must look: longer than any transaction.
const DAYS = `
create table play_day (
  member_id text not null,
  basis text not null,
  first_slot integer not null,
  end_slot integer not null,
  zone text not null,
  game_id text not null,
  vassalage text not null,
  game_category text not null,
  state text not null,
  rounds bigint not null,
  stake bigint not null,
  refunded bigint not null,
  payout bigint not null,
  primary key (member_id, basis, first_slot, zone, game_id, vassalage, game_category, state)
);

create function lock_play_days(p_member text) returns void language sql as
  $$ select pg_advisory_xact_lock(hashtextextended('play_day ' || p_member, 0)) $$;

create function keep_play_days(p_member text, p_basis text, p_zone text, p_firsts integer[], p_ends integer[]) returns void
language plpgsql as $$
begin
  perform lock_play_days(p_member);
  with missing as materialized (
    select d.first_slot, d.end_slot from unnest(p_firsts, p_ends) as d(first_slot, end_slot)
     where d.first_slot < d.end_slot and d.end_slot <= quarter_of(now()) - 96 and d.first_slot not in (
       select k.first_slot from play_day k where k.member_id = p_member and k.basis = p_basis and k.zone = p_zone and k.state = ''))
  insert into play_day
    select p_member, p_basis, first_slot, end_slot, p_zone, '', '', '', '', 0, 0, 0, 0 from missing
    union all
    select p_member, p_basis, m.first_slot, m.end_slot, p_zone, p.game_id, p.vassalage, p.game_category, p.state,
           sum(p.rounds), sum(p.stake), sum(p.refunded), sum(p.payout)
      from missing m cross join lateral (
        select * from play_sum where member_id = p_member and basis = p_basis and slot >= m.first_slot and slot < m.end_slot offset 0) p
     group by m.first_slot, m.end_slot, p.game_id, p.vassalage, p.game_category, p.state
    having sum(p.rounds) <> 0 or sum(p.stake) <> 0 or sum(p.refunded) <> 0 or sum(p.payout) <> 0;
end $$;

create function forget_play_days() returns trigger language plpgsql as $$
begin
  perform lock_play_days(new.member_id);
  delete from play_day k
   using (values ('placed', quarter_of(new.opened_at)), ('settled', quarter_of(new.settled_at)),
                 ('placed', quarter_of(old.opened_at)), ('settled', quarter_of(old.settled_at))) as c(basis, slot)
   where k.member_id = new.member_id and k.basis = c.basis
     and k.first_slot > c.slot - 104 and k.first_slot <= c.slot and k.end_slot > c.slot;
  return null;
end $$;
create trigger forget_play_days_of_new after insert on vendor_round for each row
  when (least(new.opened_at, new.settled_at) < now() - interval '12 hours') execute function forget_play_days();
create trigger forget_play_days after update of state, stake, refunded, payout, settled_at on vendor_round for each row
  when (least(new.opened_at, new.settled_at, old.settled_at) < now() - interval '12 hours') execute function forget_play_days();
`;
