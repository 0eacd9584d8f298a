import { type Kysely, sql } from 'kysely';

/**
 * The usual steps of a round, a bet and its outcome, list the sums that they change. Other changes group the rows from before and after, which
 * takes half as long again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SUM_PLAY).execute(db);
}

const ADDED = `
      on conflict (member_id, basis, slot, game_id, vassalage, game_category, state) do update
        set rounds = kept.rounds + excluded.rounds, stake = kept.stake + excluded.stake,
            refunded = kept.refunded + excluded.refunded, payout = kept.payout + excluded.payout`;

// quarter_of is written out: a call of it takes longer than all the rest
const SUM_PLAY = `
create or replace function sum_play() returns trigger language plpgsql as $$
declare
  slot_opened integer := floor(extract(epoch from new.opened_at) / 900);
  slot_settled integer := floor(extract(epoch from new.settled_at) / 900);
begin
  if tg_op = 'INSERT' and new.state not in ('won', 'lost') then
    insert into play_sum as kept values
      (new.member_id, 'placed', slot_opened, new.game_id, new.vassalage, new.game_category, new.state, new.realm, new.currency,
       1, new.stake, new.refunded, new.payout)${ADDED};
  elsif tg_op = 'UPDATE' and old.state = 'open' and new.state in ('won', 'lost') then
    insert into play_sum as kept values
      (old.member_id, 'placed', floor(extract(epoch from old.opened_at) / 900)::integer, old.game_id, old.vassalage, old.game_category,
       old.state, old.realm, old.currency, -1, -old.stake, -old.refunded, -old.payout),
      (new.member_id, 'placed', slot_opened, new.game_id, new.vassalage, new.game_category, new.state, new.realm, new.currency,
       1, new.stake, new.refunded, new.payout),
      (new.member_id, 'settled', slot_settled, new.game_id, new.vassalage, new.game_category, new.state, new.realm, new.currency,
       1, new.stake, new.refunded, new.payout)${ADDED};
  else
    insert into play_sum as kept
      select c.member_id, c.basis, c.slot, c.game_id, c.vassalage, c.game_category, c.state, min(c.realm), min(c.currency),
             sum(c.rounds), sum(c.stake), sum(c.refunded), sum(c.payout)
        from (
          select new.member_id, 'placed' as basis, slot_opened as slot, new.game_id, new.vassalage, new.game_category,
                 new.state, new.realm, new.currency, 1 as rounds, new.stake, new.refunded, new.payout
          union all
          select new.member_id, 'settled', slot_settled, new.game_id, new.vassalage, new.game_category,
                 new.state, new.realm, new.currency, 1, new.stake, new.refunded, new.payout
           where new.state in ('won', 'lost')
          union all
          select old.member_id, 'placed', floor(extract(epoch from old.opened_at) / 900)::integer, old.game_id, old.vassalage,
                 old.game_category, old.state, old.realm, old.currency, -1, -old.stake, -old.refunded, -old.payout
           where tg_op = 'UPDATE'
          union all
          select old.member_id, 'settled', floor(extract(epoch from old.settled_at) / 900)::integer, old.game_id, old.vassalage,
                 old.game_category, old.state, old.realm, old.currency, -1, -old.stake, -old.refunded, -old.payout
           where tg_op = 'UPDATE' and old.state in ('won', 'lost')
        ) c
       group by c.member_id, c.basis, c.slot, c.game_id, c.vassalage, c.game_category, c.state
      having sum(c.rounds) <> 0 or sum(c.stake) <> 0 or sum(c.refunded) <> 0 or sum(c.payout) <> 0${ADDED};
  end if;
  return null;
end $$;
`;
