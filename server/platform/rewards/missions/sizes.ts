import { type RawBuilder, sql } from 'kysely';
import { UNITS_PER_WHOLE } from '../../../../shared/money/money.ts';

/** Rounds are counted by the whole units of their stake: a least stake is a number of whole units. */
const WHOLE = sql.lit(Number(UNITS_PER_WHOLE));

/**
 * What facts change in the number of rounds of a size, as rows of member, day, category, size and rounds: a round that changes leaves its size and
 * gets another one. Facts with a market are not in it, see `drawMoves`. `facts`: name of rows of `play_fact` with their day, without openings.
 */
export function roundMoves(facts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select member_id, day, category, bet / ${WHOLE} as size, 1 as rounds from ${facts}
     where market is null and (kind = 'changed' or (kind = 'settled' and rounds > 0))
    union all
    select member_id, day, category, case when kind = 'changed' then bet - stake else bet end / ${WHOLE}, -1 from ${facts}
     where market is null and kind in ('changed', 'voided')`;
}

/**
 * Adds facts with a market to `mission_draw`, as parts of a `with`: a draw with all its tickets is one round, whose stake is that of the tickets.
 * The parts are `draw_changes`, `draws`, and `draw_moves` with rows as those of `roundMoves`.
 */
export function drawMoves(facts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    draw_changes as materialized (
      select member_id, provider, market, day, category, sum(rounds)::int as rounds, sum(stake)::bigint as stake
        from ${facts} where market is not null group by 1, 2, 3, 4, 5),
    draws as (
      insert into mission_draw as kept (member_id, provider, market, day, category, rounds, stake)
      select member_id, provider, market, day, category, rounds, stake from draw_changes
      on conflict (member_id, provider, market, day, category)
        do update set rounds = kept.rounds + excluded.rounds, stake = kept.stake + excluded.stake
      returning member_id, provider, market, day, category, rounds, stake),
    draw_moves as (
      select member_id, day, category, stake / ${WHOLE} as size, 1 as rounds from draws where rounds > 0
      union all
      select d.member_id, d.day, d.category, (d.stake - c.stake) / ${WHOLE}, -1
        from draws d join draw_changes c using (member_id, provider, market, day, category) where d.rounds - c.rounds > 0)`;
}

/** Draws as rounds of a size. */
export const DRAW_SIZES = sql`select member_id, day, category, stake / ${WHOLE} as size, 1 as rounds from mission_draw where rounds > 0`;
