import { type Kysely, sql } from 'kysely';

/**
 * Settled stakes count with what was at risk. Bets of one member on one market are counted together; rounds of before have no
 * market and no amount at risk, and keep counting with their whole stake.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(TABLES).execute(db);
  await sql.raw(COUNT).execute(db);
}

const TABLES = `
alter table vendor_round
  -- what decides the bet, where several rounds share it: a round of a table, a match
  add column market text,
  -- the most that the bets could lose together, where they may be on several outcomes; null: the stake, on one outcome
  add column at_risk bigint check (at_risk >= 0);

-- Settled rounds of one member on one market, real money only.
create table market_stake (
  provider text not null,
  member_id text not null,
  market text not null,
  stake bigint not null default 0,
  payout bigint not null default 0,
  at_risk bigint not null default 0,
  -- rounds that may be on several outcomes
  hedged int not null default 0,
  -- stakes of rounds that gave more than the stake back, and of those that gave less
  won bigint not null default 0,
  lost bigint not null default 0,
  primary key (provider, member_id, market)
) with (fillfactor = 70);
`;

const COUNT = `
-- A loss counts as it is. A win counts with the stake that won less the stake that lost, or with what was won if that is
-- less; where bets may be on several outcomes never with more than what was won or was at risk.
create function counted_stake(p_stake bigint, p_payout bigint, p_hedged boolean, p_at_risk bigint, p_won bigint, p_lost bigint)
returns bigint language sql immutable as $$
  select case
    when p_payout < p_stake then p_stake - p_payout
    else greatest(0, least(
      p_won,
      case when p_lost > 0 then least(p_payout - p_stake, p_won - p_lost) else p_won end,
      case when p_hedged then least(p_payout - p_stake, p_at_risk) else p_won end))
  end
$$;

create function round_stake(r vendor_round) returns bigint language sql immutable as $$
  select case
    when r.state not in ('won', 'lost') then 0
    when r.at_risk is null then r.stake - r.refunded
    else counted_stake(r.stake - r.refunded, r.payout, true, r.at_risk, r.stake - r.refunded, 0)
  end
$$;

-- Adds a round to its market, or takes it away with the sign -1; answers with what the market counts then.
create function add_to_market(r vendor_round, p_sign int) returns bigint language plpgsql as $$
declare
  net bigint := r.stake - r.refunded;
  counted bigint;
begin
  if r.state not in ('won', 'lost') then
    net := 0;
  end if;
  insert into market_stake as m (provider, member_id, market, stake, payout, at_risk, hedged, won, lost)
  values (r.provider, r.member_id, r.market, 0, 0, 0, 0, 0, 0)
  on conflict (provider, member_id, market) do nothing;
  update market_stake m set
      stake = m.stake + p_sign * net,
      payout = m.payout + p_sign * case when net > 0 then r.payout else 0 end,
      at_risk = m.at_risk + p_sign * least(coalesce(r.at_risk, net), net),
      hedged = m.hedged + p_sign * (net > 0 and r.at_risk is not null)::int,
      won = m.won + p_sign * case when r.payout > net then net else 0 end,
      lost = m.lost + p_sign * case when r.payout < net then net else 0 end
    where m.provider = r.provider and m.member_id = r.member_id and m.market = r.market
    returning counted_stake(m.stake, m.payout, m.hedged > 0, m.at_risk, m.won, m.lost) into counted;
  return counted;
end $$;

create or replace function count_member_stake() returns trigger language plpgsql as $$
declare
  was bigint := 0;
  becomes bigint := 0;
begin
  if new.market is null then
    if tg_op = 'UPDATE' then
      was := round_stake(old);
    end if;
    becomes := round_stake(new);
  elsif new.state in ('won', 'lost') or (tg_op = 'UPDATE' and old.state in ('won', 'lost')) then
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
  return null;
end $$;
drop trigger count_member_stake on vendor_round;
create trigger count_member_stake after insert or update of state, stake, refunded, payout, at_risk on vendor_round
  for each row when (new.realm = 'real') execute function count_member_stake();
`;
