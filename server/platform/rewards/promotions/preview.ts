import { sql } from 'kysely';
import { payableUnit } from '../../../../shared/money/money.ts';
import { DAY_MS } from '../../../../shared/time.ts';
import type { Executor } from '../../base/db/index.ts';
import { WALLET } from '../../ledger/index.ts';
import { isForMember } from './audience.ts';
import type { PromotionDeps } from './contracts.ts';
import { COUNTED_OF_FACT, RETURNS } from './count.ts';
import { costOf, type PromotionRow } from './rules.ts';

/** What a promotion would have given, if all members who could have joined had. */
export interface PromotionPreview {
  readonly from: Date;
  readonly until: Date;
  /** Members of the audience who would have earned a reward. */
  readonly members: number;
  /** Units of money, millionths of points, or tickets, without the budget. */
  readonly cost: bigint;
  /** With the budget. */
  readonly limited: bigint;
}

const MAX_MS = 30 * DAY_MS;

/** The cost for the play and the deposits of the last days: as many as the promotion has, 30 at most. The audience is that of now. */
export async function previewCost({ inTeam }: Pick<PromotionDeps, 'inTeam'>, executor: Executor, promotion: PromotionRow, now: Date) {
  const length = Math.min(promotion.ends_at.getTime() - promotion.starts_at.getTime(), MAX_MS);
  const window = { from: new Date(now.getTime() - length), until: now };
  const { rows } = await sql<{ members: string; cost: string }>`
    with p as (select * from promotion where id = ${promotion.id}),
    audience as (select m.id from member m, p where ${isForMember(inTeam, now)})
    select count(*) as members, coalesce(sum(cost), 0) as cost from (${costsOf(promotion, window)}) as costs`.execute(executor);
  const cost = BigInt(rows[0]?.cost ?? 0);
  const [budget, one] = [BigInt(promotion.budget), costOf(promotion)];
  const isShare = promotion.block === 'deposit' || promotion.block === 'cashback';
  const most = isShare ? budget : (budget / one) * one;
  return { ...window, members: Number(rows[0]?.members ?? 0), cost, limited: cost < most ? cost : most } satisfies PromotionPreview;
}

/** One row for each member who would have earned a reward, with its cost. */
function costsOf(promotion: PromotionRow, { from, until }: Pick<PromotionPreview, 'from' | 'until'>) {
  const one = costOf(promotion).toString();
  const within = sql`f.at >= ${from}::timestamptz and f.at < ${until}::timestamptz`;
  if (promotion.block === 'stake')
    return sql`
      select f.member_id, ${one}::bigint as cost from play_fact f join audience on audience.id = f.member_id, p
       where f.kind <> 'opening' and ${within} and (p.categories = '{}' or f.category = any(p.categories))
       group by f.member_id, p.target having sum(f.valid) >= p.target`;
  const unit = payableUnit(promotion.currency).toString();
  if (promotion.block === 'cashback')
    return sql`
      select member_id, share - share % ${unit}::bigint as cost from (
        select f.member_id, least(p.amount, sum(${COUNTED_OF_FACT})::bigint * p.percent / 10000) as share
          from play_fact f join audience on audience.id = f.member_id, p
         where f.kind <> 'opening' and ${within} and (p.categories = '{}' or f.category = any(p.categories)) and ${RETURNS}
         group by f.member_id, p.amount, p.percent) as losses
       where share >= ${unit}::bigint`;
  if (promotion.block === 'deposit') {
    return sql`
      select member_id, gift - gift % ${unit}::bigint as cost from (
        select distinct on (a.owner) a.owner as member_id, least(p.amount, l.amount * p.percent / 10000) as gift
          from ledger_transfer t
          join ledger_posting l on l.transfer_id = t.id
          join ledger_account a on a.id = l.account_id and a.kind = ${WALLET} and a.realm = 'real'
          join audience on audience.id = a.owner, p
         where t.kind = 'deposit' and t.created_at >= ${from}::timestamptz and t.created_at < ${until}::timestamptz and l.amount >= p.target
         order by a.owner, t.id) as first_deposit`;
  }
  // Any member who plays may claim or apply.
  return sql`
    select f.member_id, ${one}::bigint as cost from play_fact f join audience on audience.id = f.member_id
     where f.kind <> 'opening' and ${within} group by f.member_id having sum(f.rounds) > 0`;
}
