import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';

const MAX_SHOWN = 100;

/**
 * Differences of gifts: gifts of levels without a rise to them, paid gifts whose transfer moves another amount, and transfers without a gift.
 * Each is a sentence.
 */
export async function verifyGifts(executor: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ difference: string }>`
    select 'gift ' || g.id || ' is for level ' || g.level || ', which ' || g.member_id || ' has not reached' as difference
      from vip_gift g
     where not exists (select from vip_change c where c.member_id = g.member_id and c.to_level >= g.level
                        and (g.kind = 'birthday' or (c.from_level < g.level and c.cause in ('progress', 'operator'))))
    union all
    select 'gift ' || g.id || ': transfer ' || t.id || ' moves ' || coalesce(p.amount, 0) || ', not ' || g.amount
      from vip_gift g join ledger_transfer t on t.id = g.transfer_id
      left join ledger_account a on a.owner = g.member_id and a.kind = 'wallet'
      left join ledger_posting p on p.transfer_id = t.id and p.account_id = a.id
     where p.amount is distinct from g.amount or t.kind <> 'vip-gift' or t.reference <> 'vip-gift:' || g.id
    union all
    select 'transfer ' || t.id || ' pays a VIP gift that does not exist' from ledger_transfer t
     where t.kind = 'vip-gift' and not exists (select from vip_gift g where g.transfer_id = t.id)
    limit ${MAX_SHOWN}::int`.execute(executor);
  return rows.map(({ difference }) => difference);
}
