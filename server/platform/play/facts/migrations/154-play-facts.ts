import { type Kysely, sql } from 'kysely';

/** Each change of a settled round in real money is stored as a fact: a stream that consumers read exactly once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
  await sql.raw(OPENING).execute(db);
  await sql.raw(COUNT).execute(db);
}

const TABLES = `
-- Changes, never states: the sums of a member's facts are the settled play.
create table play_fact (
  id bigint generated always as identity primary key,
  member_id text not null,
  provider text not null,
  round_id text not null,
  game_id text not null,
  vassalage text not null,
  category text not null,
  currency char(3) not null,
  -- opening: play from before the facts existed, one row for each game, and one with the counted stake of all of it
  kind text not null check (kind in ('opening', 'settled', 'voided', 'changed')),
  rounds int not null,
  -- less refunds
  stake bigint not null,
  -- counted as turnover, see member_stake
  valid bigint not null,
  payout bigint not null,
  -- stake of the whole round, less refunds: its size, not a change
  bet bigint not null,
  at timestamptz not null
);
create index play_fact_member on play_fact (member_id, id);

create table fact_consumer (
  name text primary key,
  -- all facts up to this id are consumed
  position bigint not null,
  -- every transaction with an id up to horizon_xid may have taken fact ids up to horizon_id; later ones have higher facts only
  horizon_id bigint,
  horizon_xid bigint
);
`;

// No round is settled between the openings and the trigger that follows.
const OPENING = `
lock table vendor_round in share row exclusive mode;
insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
  select member_id, provider, '', game_id, vassalage, game_category, min(currency), 'opening', count(*), sum(stake - refunded), 0, sum(payout),
         0, max(settled_at)
    from vendor_round where realm = 'real' and state in ('won', 'lost') group by member_id, provider, game_id, vassalage, game_category;
insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
  select s.member_id, '', '', '', '', '', coalesce((select min(r.currency) from vendor_round r where r.member_id = s.member_id), ''), 'opening',
         0, 0, s.settled, 0, 0, now()
    from member_stake s where s.settled <> 0;
`;

// The round is written before its fact takes an id, so the transaction has its own id by then.
const COUNT = `
create or replace function count_member_stake() returns trigger language plpgsql as $$
declare
  was bigint := 0;
  becomes bigint := 0;
  rounds_before int := 0;
  rounds_after int := (new.state in ('won', 'lost'))::int;
  stake_before bigint := 0;
  stake_after bigint := rounds_after * (new.stake - new.refunded);
  payout_before bigint := 0;
  payout_after bigint := rounds_after * new.payout;
begin
  if tg_op = 'UPDATE' then
    rounds_before := (old.state in ('won', 'lost'))::int;
    stake_before := rounds_before * (old.stake - old.refunded);
    payout_before := rounds_before * old.payout;
  end if;
  if new.market is null then
    if tg_op = 'UPDATE' then
      was := round_stake(old);
    end if;
    becomes := round_stake(new);
  elsif rounds_before + rounds_after > 0 then
    select counted_stake(m.stake, m.payout, m.hedged > 0, m.at_risk, m.won, m.lost) into was
      from market_stake m where m.provider = new.provider and m.member_id = new.member_id and m.market = new.market;
    was := coalesce(was, 0);
    if tg_op = 'UPDATE' then
      becomes := add_to_market(old, -1);
    end if;
    becomes := add_to_market(new, 1);
  end if;
  if becomes <> was then
    insert into member_stake as kept (member_id, settled) values (new.member_id, becomes - was)
      on conflict (member_id) do update set settled = kept.settled + excluded.settled;
  end if;
  if rounds_after <> rounds_before or stake_after <> stake_before or payout_after <> payout_before or becomes <> was then
    insert into play_fact (member_id, provider, round_id, game_id, vassalage, category, currency, kind, rounds, stake, valid, payout, bet, at)
    values (
      new.member_id, new.provider, new.round_id, new.game_id, new.vassalage, new.game_category, new.currency,
      case when rounds_before = 0 then 'settled' when rounds_after = 0 then 'voided' else 'changed' end,
      rounds_after - rounds_before, stake_after - stake_before, becomes - was, payout_after - payout_before,
      case when rounds_after = 1 then stake_after else stake_before end, coalesce(new.settled_at, old.settled_at, now()));
  end if;
  return null;
end $$;
`;
