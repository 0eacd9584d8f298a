import { sql } from 'kysely';
import type { Clock } from '../../base/clock.ts';
import { type Database, inTransaction, type Tx } from '../../base/db/index.ts';
import { type MerchantSettings, pointFactors, pointRates, readMerchant } from '../../merchant/index.ts';
import type { FactRange, FactStream } from '../../play/facts/index.ts';
import { levelAtCut, levelHistory } from '../vip/index.ts';

/** Name of the consumer of play facts. */
export const POINTS_CONSUMER = 'points';

export interface EarnDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly merchant: string;
  readonly facts: FactStream;
}

const FACTS_PER_BATCH = 10_000;
/** A run ends, so that the other jobs of a node get their turn. */
const BATCHES_PER_RUN = 200;

/**
 * Credits points for the facts that wait. Each batch is one transaction with the position of the consumer, so that a fact counts once. Runs on
 * several nodes share the work.
 */
export async function earnPoints(deps: EarnDeps): Promise<void> {
  const { db, facts } = deps;
  await facts.add(db, POINTS_CONSUMER);
  for (let batch = 0; batch < BATCHES_PER_RUN; batch += 1) {
    await facts.readHorizon(db, POINTS_CONSUMER);
    if (!(await inTransaction(db, (tx) => earnBatch(deps, tx)))) return;
  }
}

async function earnBatch(deps: EarnDeps, tx: Tx): Promise<boolean> {
  const range = await deps.facts.take(tx, POINTS_CONSUMER, FACTS_PER_BATCH);
  if (!range) return false;
  const { settings } = await readMerchant(tx, deps.merchant);
  await storeRates(tx, range, settings, deps.clock.now());
  await postEarned(tx, range, settings.timeZone, deps.clock.now());
  return true;
}

/**
 * Changed rates, factors and levels apply to play that is settled from this batch on. The levels are those of a point in their history, which
 * is stored with the batch: each later computation finds the same ones. Levels change again after the batch.
 */
async function storeRates(tx: Tx, { after }: FactRange, settings: MerchantSettings, now: Date): Promise<void> {
  const rates = settings.features.points === true ? pointRates(settings.points) : {};
  const factors = pointFactors(settings);
  const last = await tx.selectFrom('point_rates').selectAll().orderBy('after_fact', 'desc').limit(1).executeTakeFirst();
  const cut = factors.length > 0 ? await levelHistory.cut(tx) : (last?.level_cut ?? '0');
  const next = [sorted(rates), factors, cut];
  if (last && JSON.stringify([sorted(last.rates), last.factors, last.level_cut]) === JSON.stringify(next)) return;
  await tx
    .insertInto('point_rates')
    .values({ after_fact: after.toString(), rates: JSON.stringify(rates), factors: JSON.stringify(factors), level_cut: cut, at: now })
    .execute();
}

const sorted = (rates: Readonly<Record<string, number>>) => Object.entries(rates).sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * Rate and level of a round are those at the fact that settled it: a void takes back what was given. Accounts are locked in the order of their
 * members. The rate with the factor is rounded down to hundredths, so whole millionths need no rounding.
 */
async function postEarned(tx: Tx, { after, upTo }: FactRange, timeZone: string, now: Date): Promise<void> {
  await sql`
    with fact as (
      select f.member_id, f.category, f.valid, (f.at at time zone ${timeZone})::date as day,
             case when f.kind = 'settled' then f.id
                  else (select s.id from play_fact s
                         where s.member_id = f.member_id and s.id < f.id and s.kind = 'settled' and s.provider = f.provider
                           and s.round_id = f.round_id order by s.id desc limit 1) end as settled_id
        from play_fact f where f.id > ${after.toString()}::bigint and f.id <= ${upTo.toString()}::bigint and f.valid <> 0),
    based as (
      select fact.*, r.base,
             case when r.factors = '[]' then 100
                  else (r.factors ->> (least(${levelAtCut(sql`fact.member_id`, sql`r.level_cut`)}, jsonb_array_length(r.factors)) - 1))::int
             end as factor
        from fact cross join lateral (
          select (p.rates ->> fact.category)::int as base, p.factors, p.level_cut from point_rates p
           where p.after_fact < fact.settled_id order by p.after_fact desc limit 1) r),
    rated as (select based.*, base * factor / 100 as rate from based),
    due as (
      select member_id, category, day, rate, factor, sum(valid)::bigint as valid from rated
       where rate > 0 group by member_id, category, day, rate, factor having sum(valid) <> 0
       order by member_id, day, category, rate, factor)
    select point_post(member_id, 'earned', valid * rate, ${`facts:${upTo}`}, day, ${now.toISOString()}::timestamptz, '', '',
                      category, rate, valid, true, factor) from due`.execute(tx);
}
