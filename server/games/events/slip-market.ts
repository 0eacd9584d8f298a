import { sql } from 'kysely';
import type { StudioTx } from '../tables.ts';
import type { Leg } from './leg-store.ts';

/**
 * The turnover market of a new slip: the one with the player's largest stake on another selection of one of its matches, so that
 * opposite bets are counted together, including those in multiples; otherwise the first of its matches. Slips of a player are
 * serialised until the commit.
 */
export async function findSlipMarket(tx: StudioTx, player: string, legs: readonly Pick<Leg, 'event_id' | 'selection'>[]): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext(${`slips ${player}`}))`.execute(tx);
  const own = sql.join(legs.map(({ event_id, selection }) => sql`(${event_id}, ${selection})`));
  const { rows } = await sql<{ market: string }>`
    select t.market from studio_ticket t
     where t.player = ${player} and t.state in ('placing', 'open', 'owed', 'settled') and t.market is not null
       and exists (select from studio_leg l join (values ${own}) as own (event_id, selection)
                       on l.event_id = own.event_id and l.selection <> own.selection
                    where l.ticket_id = t.id)
     group by t.market order by sum(t.stake) desc, t.market limit 1`.execute(tx);
  return rows[0]?.market ?? legs.map(({ event_id }) => event_id).toSorted()[0] ?? '';
}
