import { sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import { PLAY_CONSUMER } from './contracts.ts';
import { COUNTED_OF_FACT, COUNTS, PLAY_BLOCKS } from './count.ts';

const MAX_SHOWN = 100;

/**
 * Differences of promotions: what is set aside against the entries, counted play against the facts, gifts and shares against their rules, and paid
 * rewards against the ledger, the points and what else was given. Each is a sentence.
 */
export async function verifyPromotions(executor: Executor): Promise<readonly string[]> {
  const { rows } = await sql<{ difference: string }>`
    select difference from (${BUDGET} union all ${PLAY} union all ${REACHED} union all ${GIFTS} union all ${SHARES} union all ${MONEY} union all ${POINTS} union all ${GIVEN}) as d
     limit ${MAX_SHOWN}::int`.execute(executor);
  return rows.map(({ difference }) => difference);
}

const BUDGET = sql`
  select 'promotion ' || p.id || ' has set aside ' || p.reserved || ' but its members hold ' || coalesce(e.held, 0) as difference
    from promotion p
    left join (select promotion_id, sum(amount + points + tickets) as held from promotion_entry where state not in ('ended', 'rejected') group by 1) e
      on e.promotion_id = p.id
   where p.reserved <> coalesce(e.held, 0)`;

/** After a claim or the end nothing is counted any more. */
const PLAY = sql`
  select 'entry ' || e.id || ' of promotion ' || p.id || ' counts ' || e.counted || ' but its facts sum to ' || coalesce(s.counted, 0) as difference
    from promotion_entry e join promotion p on p.id = e.promotion_id and p.block in ${PLAY_BLOCKS}
    left join lateral (
      select sum(${COUNTED_OF_FACT}) as counted from play_fact f
       where f.member_id = e.member_id and ${COUNTS}
         and f.id <= coalesce((select position from fact_consumer where name = ${PLAY_CONSUMER}), 0)) s on true
   where e.state in ('joined', 'claimable') and e.counted <> coalesce(s.counted, 0)`;

const REACHED = sql`
  select 'entry ' || e.id || ' of promotion ' || p.id || ' is ' || e.state || ' with ' || e.counted || ' of ' || p.target as difference
    from promotion_entry e join promotion p on p.id = e.promotion_id and p.block = 'stake'
   where (e.state in ('claimable', 'due', 'paid') and e.counted < p.target) or (e.state = 'joined' and e.counted >= p.target)`;

const GIFTS = sql`
  select 'entry ' || e.id || ' of promotion ' || p.id || ' gives ' || e.amount || ' for ' || coalesce(e.deposit, 'no deposit') as difference
    from promotion_entry e join promotion p on p.id = e.promotion_id and p.block = 'deposit'
    left join ledger_transfer t on t.reference = e.deposit and t.kind = 'deposit'
    left join ledger_account a on a.owner = e.member_id and a.kind = 'wallet'
    left join ledger_posting l on l.transfer_id = t.id and l.account_id = a.id
   where e.state in ('claimable', 'due', 'paid')
     and (l.amount is null or l.amount < p.target or t.created_at < e.joined_at or t.created_at >= p.ends_at
          or e.amount > least(p.amount, l.amount * p.percent / 10000) or e.amount + 10000 <= least(p.amount, l.amount * p.percent / 10000))`;

/** The least amount that any currency pays is at most a whole unit, of which 10,000 are one. */
const SHARES = sql`
  select 'entry ' || e.id || ' of promotion ' || p.id || ' is ' || e.state || ' with cashback of ' || e.amount || ' for a net loss of ' || e.counted as difference
    from promotion_entry e join promotion p on p.id = e.promotion_id and p.block = 'cashback',
         lateral (select least(p.amount, greatest(e.counted, 0) * p.percent / 10000) as share) s
   where (e.state in ('due', 'paid') and (e.amount > share or e.amount + 10000 <= share)) or (e.state = 'ended' and share >= 10000)`;

const MONEY = sql`
  select 'entry ' || e.id || ' of promotion ' || e.promotion_id || ': transfer ' || t.id || ' moves ' || coalesce(l.amount, 0) || ', not ' || e.amount
         as difference
    from promotion_entry e join ledger_transfer t on t.id = e.transfer_id
    left join ledger_account a on a.owner = e.member_id and a.kind = 'wallet'
    left join ledger_posting l on l.transfer_id = t.id and l.account_id = a.id
   where l.amount is distinct from e.amount or t.kind <> 'promotion' or t.reference <> 'promotion:' || e.id
  union all
  select 'transfer ' || t.id || ' pays a promotion without an entry' from ledger_transfer t
   where t.kind = 'promotion' and not exists (select from promotion_entry e where e.transfer_id = t.id)`;

const POINTS = sql`
  select 'entry ' || coalesce(e.id::text, n.reference) || ' of a promotion has ' || coalesce(e.points, 0) || ' points but ' || coalesce(n.points, 0)
         || ' were posted' as difference
    from (select id, member_id, points from promotion_entry where state = 'paid' and points > 0) e
    full join (select reference, member_id, points from point_entry where kind = 'promotion') n
      on n.reference = 'promotion:' || e.id and n.member_id = e.member_id
   where coalesce(e.points, 0) <> coalesce(n.points, 0)`;

/** A bonus or free rounds of the worth of the entry, or its tickets, once. */
const GIVEN = sql`
  select 'entry ' || e.id || ' of promotion ' || e.promotion_id || ' gave ' || e.gave || ' worth ' || e.amount + e.tickets || ' but has '
         || coalesce(b.amount, g.rounds * g.stake, r.tickets, 0) as difference
    from promotion_entry e
    left join bonus b on e.gave = 'bonus' and b.reference = 'promotion:' || e.id and b.member_id = e.member_id
    left join free_round_grant g on e.gave = 'rounds' and g.reference = 'promotion:' || e.id and g.member_id = e.member_id
    left join (select r.reference, r.tickets, t.raffle_id, t.member_id from raffle_grant r join raffle_entry t on t.id = r.entry_id) r
      on e.gave = 'tickets' and r.reference = 'promotion:' || e.id and r.member_id = e.member_id
         and r.raffle_id = (select gives ->> 'raffleId' from promotion where id = e.promotion_id)
   where e.gave is not null and coalesce(b.amount, g.rounds * g.stake, r.tickets, 0) <> e.amount + e.tickets`;
