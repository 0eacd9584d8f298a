import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../base/db/index.ts';
import { POINTS_CONSUMER } from './earn.ts';

const MAX_SHOWN = 100;

/**
 * Differences of the points: accounts against entries, lots against both, earned points against the facts and the rates of their time,
 * redemptions against entries, stock against redemptions, paid credits and conversions against the ledger, codes against vouchers. Each is a sentence; at most one hundred of each kind.
 */
export async function verifyPoints(executor: Executor): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const check of CHECKS) {
    const { rows } = await sql<{ difference: string }>`select difference from (${check}) as d limit ${MAX_SHOWN}::int`.execute(executor);
    differences.push(...rows.map(({ difference }) => difference));
  }
  return differences;
}

const ACCOUNTS = sql`
  select 'points of ' || coalesce(a.member_id, e.member_id) || ' are ' || coalesce(a.balance, 0) || ' but the entries sum to '
         || coalesce(e.total, 0) as difference
    from point_account a
    full join (select member_id, sum(points) as total, sum(greatest(points, 0)) as credited, -sum(least(points, 0)) as debited
                 from point_entry group by 1) e using (member_id)
   where (coalesce(a.balance, 0), coalesce(a.credited, 0), coalesce(a.debited, 0))
         <> (coalesce(e.total, 0), coalesce(e.credited, 0), coalesce(e.debited, 0))`;

/** Entries are posted under the lock of the account, so their ids are in the order of the balances. */
const BALANCES = sql`
  select 'entry ' || id || ' of points of ' || member_id || ' has the balance ' || balance || ', not ' || running as difference
    from (select id, member_id, balance, sum(points) over (partition by member_id order by id) as running from point_entry) as e
   where balance <> running`;

const LOTS = sql`
  select 'points of ' || coalesce(a.member_id, l.member_id) || ' are ' || coalesce(a.balance, 0) || ' but the lots have '
         || coalesce(l.unused, 0) as difference
    from point_account a full join (select member_id, sum(unused) as unused from point_lot group by 1) l using (member_id)
   where greatest(coalesce(a.balance, 0), 0) <> coalesce(l.unused, 0)`;

const USES = sql`
  select 'lot ' || l.id || ' of points of ' || l.member_id || ' has ' || l.unused || ' of ' || l.points || ' but ' || coalesce(u.used, 0)
         || ' were used' as difference
    from point_lot l left join (select lot_id, sum(points) as used from point_use group by 1) u on u.lot_id = l.id
   where l.points - l.unused <> coalesce(u.used, 0)`;

/** Computed from all facts, and the history of the levels, again, without the statement that posts. */
const EARNED = sql`
  with settled as (
    select id, member_id, provider, round_id, category, valid,
           max(id) filter (where kind = 'settled') over (partition by member_id, provider, round_id order by id) as settled_id
      from play_fact where id <= coalesce((select position from fact_consumer where name = ${POINTS_CONSUMER}), 0)),
  rated as (
    select s.member_id, s.category, s.valid::numeric as valid, (r.rates ->> s.category)::int as base,
           coalesce((r.factors ->> greatest(0, least(coalesce(l.to_level, 1), jsonb_array_length(r.factors)) - 1))::int, 100) as factor
      from settled s
      join lateral (select rates, factors, level_cut from point_rates where after_fact < s.settled_id order by after_fact desc limit 1) r on true
      left join lateral (select to_level from vip_change where member_id = s.member_id and id <= r.level_cut order by id desc limit 1) l
        on r.factors <> '[]'
     where s.id > (select min(after_fact) from point_rates) and r.rates ? s.category),
  due as (
    select member_id, category, sum(valid * floor(base * factor / 100.0)) as points
      from rated group by 1, 2 having sum(valid * floor(base * factor / 100.0)) <> 0),
  given as (select member_id, category, sum(points) as points from point_entry where kind = 'earned' group by 1, 2 having sum(points) <> 0)
  select 'play of ' || member_id || ' in ' || category || ' has earned ' || coalesce(g.points, 0) || ' points but its facts give '
         || coalesce(d.points, 0) as difference
    from due d full join given g using (member_id, category) where coalesce(d.points, 0) <> coalesce(g.points, 0)`;

const REDEMPTIONS = sql`
  select 'redemption ' || coalesce(r.id, e.id) || ' of ' || coalesce(r.points, 0) || ' points took ' || coalesce(-e.points, 0) as difference
    from point_redemption r
    full join (select split_part(reference, ':', 2) as id, member_id, sum(points) as points from point_entry
                where kind = 'redeemed' group by 1, 2) e on e.id = r.id and e.member_id = r.member_id
   where coalesce(r.points, 0) <> coalesce(-e.points, 0)`;

const REFUNDS = sql`
  select 'redemption ' || coalesce(r.id, e.id) || ' is ' || coalesce(r.status, 'missing') || ' but ' || coalesce(e.points, 0)
         || ' points were given back' as difference
    from (select id, member_id, status, case when status = 'rejected' then points else 0 end as points from point_redemption) r
    full join (select split_part(reference, ':', 2) as id, member_id, sum(points) as points from point_entry
                where kind = 'refunded' group by 1, 2) e on e.id = r.id and e.member_id = r.member_id
   where coalesce(r.points, 0) <> coalesce(e.points, 0)`;

const STOCK = sql`
  select 'goods ' || g.id || ' count ' || g.redeemed || ' redeemed pieces but the redemptions have ' || coalesce(r.pieces, 0) as difference
    from point_goods g
    left join (select goods_id, sum(quantity) as pieces from point_redemption where status <> 'rejected' group by 1) r on r.goods_id = g.id
   where g.redeemed <> coalesce(r.pieces, 0)`;

/** Approved credits have one transfer, of their amount and to their member. */
const PAYMENTS = sql`
  select 'points of ' || d.id || ' should have paid ' || d.amount || ' but transfer ' || coalesce(t.id::text, 'none') || ' moves '
         || coalesce(p.amount, 0) as difference
    from (select id, member_id, amount, transfer_id from point_redemption where status = 'approved' and kind = 'credit'
           union all select id, member_id, amount, transfer_id from point_conversion) d
    left join ledger_transfer t on t.id = d.transfer_id and t.kind = 'points' and t.reference = 'points:' || d.id
    left join ledger_account a on a.owner = d.member_id and a.kind = 'wallet'
    left join ledger_posting p on p.transfer_id = t.id and p.account_id = a.id
   where p.amount is distinct from d.amount
  union all
  select 'transfer ' || t.id || ' pays points without a redemption or conversion' from ledger_transfer t
   where t.kind = 'points' and not exists (select from point_redemption where transfer_id = t.id)
     and not exists (select from point_conversion where transfer_id = t.id)`;

const CONVERSIONS = sql`
  select 'conversion ' || coalesce(c.id, e.id) || ' of ' || coalesce(c.points, 0) || ' points took ' || coalesce(-e.points, 0) as difference
    from point_conversion c
    full join (select split_part(reference, ':', 2) as id, member_id, points from point_entry where kind = 'converted') e
      on e.id = c.id and e.member_id = c.member_id
   where coalesce(c.points, 0) <> coalesce(-e.points, 0)`;

const CODES = sql`
  select 'voucher ' || coalesce(r.id, v.id) || ' of ' || coalesce(r.due, 0) || ' pieces has ' || coalesce(v.codes, 0) || ' codes' as difference
    from (select id, case when status = 'approved' then quantity else 0 end as due from point_redemption where kind = 'voucher') r
    full join (select redemption_id as id, count(*) as codes from point_voucher where redemption_id is not null group by 1) v using (id)
   where coalesce(r.due, 0) <> coalesce(v.codes, 0)`;

const CHECKS: readonly RawBuilder<unknown>[] = [
  ...[ACCOUNTS, BALANCES, LOTS, USES, EARNED, REDEMPTIONS, REFUNDS, STOCK],
  ...[PAYMENTS, CONVERSIONS, CODES],
];
