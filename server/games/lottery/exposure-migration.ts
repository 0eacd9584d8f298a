import { type Kysely, sql } from 'kysely';

/** Counters of what draws may have to pay, and their limits by game. Amounts are in coins (`shared/games/lottery/exposure.ts`). */
export async function createExposure(db: Kysely<unknown>): Promise<void> {
  for (const text of [TABLES, ADD_TOTAL, TAKE, RELEASE, LEVEL]) await sql.raw(text).execute(db);
}

const TABLES = `
-- One row for each number of a play type, and several for each total, whose number is empty; the play type of a draw's total is empty too.
create table studio_exposure (
  event_id text not null references studio_event (id) on delete cascade,
  play_type text not null,
  number text not null,
  shard smallint not null,
  stake bigint not null check (stake >= 0),
  payout bigint not null check (payout >= 0),
  primary key (event_id, play_type, number, shard)
) with (fillfactor = 70);

create table studio_exposure_limit (
  game_id text primary key,
  number bigint not null check (number > 0),
  play_type bigint not null check (play_type > 0),
  draw bigint not null check (draw > 0)
);

-- What the ticket has added to the exposure of its draw, as JSON; null: nothing.
alter table studio_ticket add column exposure text;
`;

/**
 * A total that all tickets of a draw add to is split into parts, each with a share of the limit, so that tickets placed at the same time do not
 * wait for one row. A ticket that does not fit into its part locks all of them in their order and is spread over what is free: a part never has
 * more than its share, so the sum is never above the limit, and a ticket is refused only if the sum would be.
 */
const ADD_TOTAL = `
create function studio_exposure_share(p_limit bigint, p_shard int) returns bigint language sql immutable as
  $$ select p_limit / 8 + (p_shard < p_limit % 8)::int $$;

-- Null: added. Otherwise what is still open.
create function studio_add_exposure(p_event text, p_type text, p_shard int, p_stake bigint, p_most bigint, p_limit bigint) returns bigint
language plpgsql as $$
declare
  v_share bigint := studio_exposure_share(p_limit, p_shard);
  v_sum bigint;
  v_rest bigint := p_most;
  v_part bigint;
  v_stake bigint := p_stake;
  v_row record;
begin
  if p_most <= v_share then
    -- The part stays locked after an attempt, and all of them may only be locked in their order: a failed attempt is undone with its lock.
    begin
      insert into studio_exposure as e (event_id, play_type, number, shard, stake, payout)
        values (p_event, p_type, '', p_shard, p_stake, p_most)
        on conflict (event_id, play_type, number, shard)
        do update set stake = e.stake + excluded.stake, payout = e.payout + excluded.payout
        returning payout into v_sum;
      if v_sum > v_share then raise exception using errcode = 'LG002'; end if;
      return null;
    exception when sqlstate 'LG002' then null;
    end;
  end if;
  insert into studio_exposure (event_id, play_type, number, shard, stake, payout)
    select p_event, p_type, '', n, 0, 0 from generate_series(0, 7) as n order by n on conflict do nothing;
  perform 1 from studio_exposure where event_id = p_event and play_type = p_type and number = '' order by shard for update;
  select sum(payout) into v_sum from studio_exposure where event_id = p_event and play_type = p_type and number = '';
  if v_sum + p_most > p_limit then return greatest(p_limit - v_sum, 0); end if;
  for v_row in select shard, payout from studio_exposure where event_id = p_event and play_type = p_type and number = '' order by shard loop
    v_part := least(greatest(studio_exposure_share(p_limit, v_row.shard) - v_row.payout, 0), v_rest);
    update studio_exposure set payout = payout + v_part, stake = stake + v_stake
      where event_id = p_event and play_type = p_type and number = '' and shard = v_row.shard;
    v_rest := v_rest - v_part;
    v_stake := 0;
    exit when v_rest = 0;
  end loop;
  return null;
end $$;
`;

/**
 * Counts a ticket that the same statement has stored, or raises LG001 with what is still open as JSON: then nothing is stored. The draw is locked
 * against its end and against new limits. Numbers are locked in their order, then the play type, then the draw.
 */
const TAKE = `
create function studio_take_exposure(
  p_ticket text, p_event text, p_game text, p_type text, p_numbers text[], p_risks bigint[], p_stake bigint, p_most bigint,
  p_number_limit bigint, p_type_limit bigint, p_draw_limit bigint) returns boolean language plpgsql as $$
declare
  v_limit studio_exposure_limit;
  v_full jsonb;
  v_room bigint;
  v_shard int := abs(hashtext(p_ticket) % 8);
  v_stake bigint := p_stake * cardinality(p_numbers);
begin
  select * into v_limit from studio_exposure_limit where game_id = p_game;
  if found then
    p_number_limit := v_limit.number;
    p_type_limit := v_limit.play_type;
    p_draw_limit := v_limit.draw;
  end if;
  with added as (
    insert into studio_exposure as e (event_id, play_type, number, shard, stake, payout)
      select p_event, p_type, bet.number, 0, p_stake, bet.risk from unnest(p_numbers, p_risks) as bet (number, risk) order by bet.number
      on conflict (event_id, play_type, number, shard)
      do update set stake = e.stake + excluded.stake, payout = e.payout + excluded.payout
      returning number, payout
  ), over as (
    select number, payout from added where payout > p_number_limit order by payout desc, number limit 3
  )
  select jsonb_agg(jsonb_build_object('number', over.number, 'room', (p_number_limit - over.payout + bet.risk)::text)) into v_full
    from over join unnest(p_numbers, p_risks) as bet (number, risk) on bet.number = over.number;
  if v_full is not null then
    raise exception using errcode = 'LG001', message = jsonb_build_object('scope', 'number', 'numbers', v_full)::text;
  end if;
  v_room := studio_add_exposure(p_event, p_type, v_shard, v_stake, p_most, p_type_limit);
  if v_room is not null then
    raise exception using errcode = 'LG001', message = jsonb_build_object('scope', 'playType', 'room', v_room::text)::text;
  end if;
  v_room := studio_add_exposure(p_event, '', v_shard, v_stake, p_most, p_draw_limit);
  if v_room is not null then
    raise exception using errcode = 'LG001', message = jsonb_build_object('scope', 'draw', 'room', v_room::text)::text;
  end if;
  return true;
end $$;
`;

/** A ticket that ends before its draw (cancelled, refused or refunded) no longer counts. */
const RELEASE = `
create function studio_subtract_exposure(p_event text, p_type text, p_stake bigint, p_most bigint) returns void language plpgsql as $$
declare
  v_row record;
  v_part bigint;
  v_stake_part bigint;
begin
  for v_row in select shard, payout, stake from studio_exposure
    where event_id = p_event and play_type = p_type and number = '' order by shard for update loop
    v_part := least(v_row.payout, p_most);
    v_stake_part := least(v_row.stake, p_stake);
    update studio_exposure set payout = payout - v_part, stake = stake - v_stake_part
      where event_id = p_event and play_type = p_type and number = '' and shard = v_row.shard;
    p_most := p_most - v_part;
    p_stake := p_stake - v_stake_part;
    exit when p_most = 0 and p_stake = 0;
  end loop;
end $$;

create function studio_release_exposure() returns trigger language plpgsql as $$
declare
  v_chips jsonb := new.chips::jsonb;
  v_added jsonb := new.exposure::jsonb;
  v_type text := v_chips ->> 'playType';
  v_numbers text[] := string_to_array(v_chips ->> 'bets', ' ');
  v_stake bigint := (v_added ->> 'stake')::bigint;
  v_risks bigint[] := array(select jsonb_array_elements_text(v_added -> 'risks')::bigint);
begin
  if not exists (select 1 from studio_event where id = new.event_id and state = 'open') then return null; end if;
  if cardinality(v_risks) = 1 then v_risks := array_fill(v_risks[1], array[cardinality(v_numbers)]); end if;
  perform 1 from studio_exposure where event_id = new.event_id and play_type = v_type and number = any (v_numbers) order by number for update;
  update studio_exposure as e set stake = e.stake - v_stake, payout = e.payout - bet.risk
    from unnest(v_numbers, v_risks) as bet (number, risk)
    where e.event_id = new.event_id and e.play_type = v_type and e.number = bet.number;
  perform studio_subtract_exposure(new.event_id, v_type, v_stake * cardinality(v_numbers), (v_added ->> 'most')::bigint);
  perform studio_subtract_exposure(new.event_id, '', v_stake * cardinality(v_numbers), (v_added ->> 'most')::bigint);
  return null;
end $$;
create trigger studio_release_exposure after update of state on studio_ticket for each row
  when (new.exposure is not null and old.state in ('placing', 'open') and new.state in ('voided', 'refused', 'refunded'))
  execute function studio_release_exposure();
`;

/** Spreads the totals of a draw over the shares of a new limit. The caller has locked the draw: no ticket is placed meanwhile. */
const LEVEL = `
create function studio_level_exposure(p_event text, p_type_limit bigint, p_draw_limit bigint) returns void language plpgsql as $$
declare
  v_row record;
  v_limit bigint;
begin
  for v_row in select play_type, sum(stake) as stake, sum(payout) as payout from studio_exposure
    where event_id = p_event and number = '' group by play_type loop
    v_limit := case when v_row.play_type = '' then p_draw_limit else p_type_limit end;
    perform 1 from studio_exposure where event_id = p_event and play_type = v_row.play_type and number = '' order by shard for update;
    insert into studio_exposure as e (event_id, play_type, number, shard, stake, payout)
      select p_event, v_row.play_type, '', n, case when n = 0 then v_row.stake else 0 end,
        -- What is above the limit is in the first part.
        least(studio_exposure_share(v_limit, n), greatest(v_row.payout - (select coalesce(sum(studio_exposure_share(v_limit, m)), 0)
          from generate_series(0, n - 1) as m), 0)) + case when n = 0 then greatest(v_row.payout - v_limit, 0) else 0 end
      from generate_series(0, 7) as n order by n
      on conflict (event_id, play_type, number, shard) do update set stake = excluded.stake, payout = excluded.payout;
  end loop;
end $$;
`;
