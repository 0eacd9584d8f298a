import { type Kysely, sql } from 'kysely';

/** What records, statements and profits are read from without going through every round and posting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(PLAY).execute(db);
  await sql.raw(MOVEMENTS).execute(db);
}

// A round adds to the row of its quarter of an hour, and takes away from the one it leaves, whoever changes it and however
// late. Every time zone's day begins with a quarter of an hour, so that a merchant may have any. All changes of a member's
// rounds happen under the lock of the member's wallet: rows of this table are never waited for.
const PLAY = `
create table play_sum (
  member_id text not null,
  basis text not null check (basis in ('placed', 'settled')),
  slot integer not null,
  game_id text not null,
  vassalage text not null,
  game_category text not null,
  state text not null,
  realm text not null,
  currency char(3) not null,
  rounds bigint not null,
  stake bigint not null,
  refunded bigint not null,
  payout bigint not null,
  primary key (member_id, basis, slot, game_id, vassalage, game_category, state)
) with (fillfactor = 70);
-- lists of all members' play since a time, for which rounds needed an index of their own before
drop index vendor_round_settled;
create index play_sum_settled on play_sum (slot) where basis = 'settled' and realm = 'real';

create function quarter_of(at timestamptz) returns integer language sql immutable parallel safe as
  $$ select floor(extract(epoch from at) / 900)::integer $$;

insert into play_sum
  select member_id, 'placed', quarter_of(opened_at), game_id, vassalage, game_category, state, min(realm), min(currency),
         count(*), sum(stake), sum(refunded), sum(payout)
    from vendor_round group by 1, 2, 3, 4, 5, 6, 7
  union all
  select member_id, 'settled', quarter_of(settled_at), game_id, vassalage, game_category, state, min(realm), min(currency),
         count(*), sum(stake), sum(refunded), sum(payout)
    from vendor_round where state in ('won', 'lost') group by 1, 2, 3, 4, 5, 6, 7;

-- quarter_of is written out: a call of it takes longer than all the rest
create function sum_play() returns trigger language plpgsql as $$
begin
  insert into play_sum as kept
    select c.member_id, c.basis, c.slot, c.game_id, c.vassalage, c.game_category, c.state, min(c.realm), min(c.currency),
           sum(c.rounds), sum(c.stake), sum(c.refunded), sum(c.payout)
      from (
        select new.member_id, 'placed' as basis, floor(extract(epoch from new.opened_at) / 900)::integer as slot, new.game_id, new.vassalage, new.game_category,
               new.state, new.realm, new.currency, 1 as rounds, new.stake, new.refunded, new.payout
        union all
        select new.member_id, 'settled', floor(extract(epoch from new.settled_at) / 900)::integer, new.game_id, new.vassalage, new.game_category,
               new.state, new.realm, new.currency, 1, new.stake, new.refunded, new.payout
         where new.state in ('won', 'lost')
        union all
        select old.member_id, 'placed', floor(extract(epoch from old.opened_at) / 900)::integer, old.game_id, old.vassalage, old.game_category,
               old.state, old.realm, old.currency, -1, -old.stake, -old.refunded, -old.payout
         where tg_op = 'UPDATE'
        union all
        select old.member_id, 'settled', floor(extract(epoch from old.settled_at) / 900)::integer, old.game_id, old.vassalage, old.game_category,
               old.state, old.realm, old.currency, -1, -old.stake, -old.refunded, -old.payout
         where tg_op = 'UPDATE' and old.state in ('won', 'lost')
      ) c
     group by c.member_id, c.basis, c.slot, c.game_id, c.vassalage, c.game_category, c.state
    having sum(c.rounds) <> 0 or sum(c.stake) <> 0 or sum(c.refunded) <> 0 or sum(c.payout) <> 0
  on conflict (member_id, basis, slot, game_id, vassalage, game_category, state) do update
    set rounds = kept.rounds + excluded.rounds, stake = kept.stake + excluded.stake,
        refunded = kept.refunded + excluded.refunded, payout = kept.payout + excluded.payout;
  return null;
end $$;
create trigger sum_play after insert or update of state, stake, refunded, payout, settled_at on vendor_round
  for each row execute function sum_play();
`;

// Nothing is added to the way of a transfer but the entry of a deposit or payout into its small index: postings are numbered
// without a gap and never change, so sums of whole blocks of them are made when they are first read.
const MOVEMENTS = `
create table movement_block (
  account_id bigint not null,
  block integer not null,
  kind text not null,
  movements integer not null,
  units bigint not null,
  primary key (account_id, block, kind)
);

create index ledger_transfer_cash on ledger_transfer (member_id, created_at)
  where kind in ('deposit', 'deposit-reversal', 'withdrawal-paid');

-- The first version of an account that was posted at or after a time, or one past the last. Transfers of one moment may
-- reach the account in another order than their clocks say; looking around the place makes the answer the same for ever.
create function first_version(p_account bigint, p_at timestamptz) returns bigint language plpgsql stable as $$
declare
  near constant bigint := 64;
  low bigint := 1;
  high bigint;
  middle bigint;
  posted timestamptz;
begin
  select a.version + 1 into high from ledger_account a where a.id = p_account;
  while low < high loop
    middle := (low + high) / 2;
    select t.created_at into posted from ledger_posting p join ledger_transfer t on t.id = p.transfer_id
     where p.account_id = p_account and p.version = middle;
    if posted >= p_at then
      high := middle;
    else
      low := middle + 1;
    end if;
  end loop;
  select min(p.version) into middle from ledger_posting p join ledger_transfer t on t.id = p.transfer_id
   where p.account_id = p_account and p.version between low - near and low + near and t.created_at >= p_at;
  return coalesce(middle, low);
end $$;
`;
