import { type Kysely, sql } from 'kysely';

/**
 * Stores a slip in one round trip: checks that its key is new, its round open and the player within the limits, while other
 * slips of the player wait and the round cannot be drawn. `p_most` and `p_all` are units; a stored stake is in whole currency
 * units.
 */
export async function createPlaceSlip(db: Kysely<unknown>): Promise<void> {
  await sql`create function studio_place_slip(
    p_id text, p_event text, p_key text, p_player text, p_game text, p_currency text, p_trial boolean, p_chips text, p_stake bigint,
    p_now timestamptz, p_due timestamptz, p_most jsonb, p_all bigint) returns text language plpgsql as $$
  declare
    v_event studio_event;
  begin
    if exists (select 1 from studio_ticket where player = p_player and play_key = p_key) then return 'known'; end if;
    perform pg_advisory_xact_lock(hashtextextended(p_player || '/' || p_event, 0));
    select * into v_event from studio_event where id = p_event for share;
    if not found or v_event.game_id <> p_game or v_event.kind <> 'round' then return 'unknown'; end if;
    if v_event.state <> 'open' or p_now < v_event.opens_at or p_now >= v_event.closes_at then return 'closed'; end if;
    if exists (
      select 1 from (
        select chip ->> 'spot' as spot, (chip ->> 'stake')::numeric * 10000 as units
          from (
            select jsonb_array_elements(p_chips::jsonb) as chip
            union all
            select jsonb_array_elements(chips::jsonb) from studio_ticket
              where event_id = p_event and player = p_player and state not in ('refused', 'refunded')
          ) as laid
        ) as staked
      group by rollup (spot)
      having sum(units) > case when grouping(spot) = 1 then p_all else coalesce((p_most ->> spot)::bigint, 0) end
    ) then return 'limit'; end if;
    insert into studio_ticket (id, event_id, play_key, player, game_id, currency, trial, chips, stake, state, next_try_at, placed_at)
      values (p_id, p_event, p_key, p_player, p_game, p_currency, p_trial, p_chips, p_stake, 'placing', p_due, p_now)
      on conflict do nothing;
    return case when found then 'placed' else 'known' end;
  end $$`.execute(db);
}
