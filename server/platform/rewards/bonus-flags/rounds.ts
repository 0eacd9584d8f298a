import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../base/db/index.ts';
import type { BonusCheckRules } from '../../merchant/index.ts';
import type { BonusFlagRule, FlagEvidence, FlagExample } from './tables.ts';

export interface Bonus {
  readonly bonusId: string;
  readonly memberId: string;
}

export interface Finding extends Bonus {
  readonly rule: BonusFlagRule;
  readonly evidence: FlagEvidence;
}

/** Rows of the evidence. */
const EXAMPLES = 20;
/** Play at which a person needs some time for each bet. Shots at fish, and bets that are placed for many draws at once, are fast by themselves. */
const SINGLE_BETS = sql`('RNG')`;

/** Settled rounds of the bonus, less refunds. */
export const ownRounds = (bonusId: string) => sql`
  own as (
    select v.provider, v.round_id, v.game_id, v.game_category, v.market, v.at_risk, v.opened_at, v.settled_at, v.payout, b.max_bet,
           v.stake - v.refunded as stake
      from bonus b join bonus_round r on r.bonus_id = b.id join vendor_round v on v.provider = r.provider and v.round_id = r.round_id
     where b.id = ${bonusId}::bigint and v.state in ('won', 'lost'))`;

/** True if so much was paid back that hardly anything was won or lost. */
export const isCovered = ({ bandPercent }: BonusCheckRules) => sql<boolean>`abs(payout - stake) * 100 <= stake * ${bandPercent}::int`;

/** Examines the rounds of one bonus by each rule that needs no other member. */
export async function findInRounds(tx: Tx, bonus: Bonus, rules: BonusCheckRules): Promise<readonly Finding[]> {
  const own = ownRounds(bonus.bonusId);
  const found: readonly (Finding | undefined)[] = [
    // All bets of the member on one round of a table, or one bet on several fields of it.
    await examine(tx, bonus, 'opposite', {
      units: sql`${own}, ${covered(rules, sql`count(*) > 1 or (bool_or(at_risk is not null) and min(game_category) = 'LIVE')`)}`,
      most: rules,
    }),
    await examine(tx, bonus, 'low_risk', {
      units: sql`${own}, ${covered(rules, sql`count(*) = 1 and bool_or(at_risk is not null) and min(game_category) <> 'LIVE'`)}`,
      most: rules,
    }),
    await examine(tx, bonus, 'max_stake', {
      units: sql`${own}, units as (
        select settled_at as at, provider || ', ' || game_id || ': ' || round_id as what, 1 as count, stake, payout, stake >= max_bet as matched
          from own where max_bet is not null)`,
      most: { coveredRounds: rules.maxStakeRounds, coveredPercent: rules.maxStakePercent },
    }),
    await examine(tx, bonus, 'fast', {
      units: sql`${own}, units as (
        select min(opened_at) as at, min(provider || ', ' || game_id) as what, count(*)::int as count, sum(stake) as stake, sum(payout) as payout,
               true as matched
          from own where game_category in ${SINGLE_BETS}
         group by date_trunc('minute', opened_at) having count(*) > ${rules.betsPerMinute}::int)`,
      most: { coveredRounds: rules.fastMinutes, coveredPercent: 100 },
    }),
  ];
  return found.filter((finding) => finding !== undefined);
}

/** Bets on one market, or in one round without a market, together. */
function covered(rules: BonusCheckRules, which: RawBuilder<unknown>) {
  return sql`bets as (
      select max(settled_at) as at, min(provider || ', ' || game_id) || ': ' || coalesce(market, round_id) as what, count(*)::int as count,
             sum(stake) as stake, sum(payout) as payout
        from own group by provider, coalesce(market, round_id) having ${which}),
    units as (select *, ${isCovered(rules)} as matched from bets where stake > 0)`;
}

interface Examination {
  /** Tables for `with`, the last one named `units`: at, what, count, stake, payout, matched, and for linked members `other`. */
  readonly units: RawBuilder<unknown>;
  /** From how many matching units, and of which share of all units on. */
  readonly most: Pick<BonusCheckRules, 'coveredRounds' | 'coveredPercent'>;
  readonly other?: string;
}

interface ExaminedRow {
  readonly examined: number;
  readonly matched: number;
  readonly stake: string;
  readonly payout: string;
  readonly from: Date;
  readonly until: Date;
  readonly examples: readonly FlagExample[];
}

export async function examine(
  tx: Tx,
  bonus: Bonus,
  rule: BonusFlagRule,
  { units, most: { coveredRounds, coveredPercent }, other }: Examination,
): Promise<Finding | undefined> {
  const { rows } = await sql<ExaminedRow>`
    with ${units},
    latest as (select * from units where matched order by at desc, what limit ${EXAMPLES}::int)
    select s.*, (
        select json_agg(json_build_object('at', at, 'what', what, 'count', count, 'stake', stake::text, 'payout', payout::text,
                                          'other', ${other ?? null}::text) order by at desc, what) from latest) as examples
      from (select count(*)::int as examined, (count(*) filter (where matched))::int as matched,
                   sum(stake) filter (where matched) as stake, sum(payout) filter (where matched) as payout,
                   min(at) filter (where matched) as "from", max(at) filter (where matched) as until from units) s
     where s.matched >= ${coveredRounds}::int and s.matched * 100 >= s.examined * ${coveredPercent}::int`.execute(tx);
  const [row] = rows;
  if (!row) return undefined;
  const { examined, matched, stake, payout, from, until, examples } = row;
  return {
    ...bonus,
    rule,
    evidence: { examined, matched, stake, payout, from: from.toISOString(), until: until.toISOString(), links: [], examples },
  };
}
