import { sql } from 'kysely';
import * as v from 'valibot';
import { toWire, UNITS_PER_WHOLE } from '../../../shared/money/money.ts';

const vipLevel = v.object({
  labelName: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(32)),
  /** Settled stake since registration required for the level, in whole units. */
  stake: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  withdrawalsPerDay: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  /** Percent of the settled stake. */
  rebatePercent: v.pipe(v.string(), v.regex(/^\d{1,2}\.\d{2}$/)),
  personalService: v.boolean(),
});

/** Levels of a merchant, the lowest first. Every member has at least the first. */
export const vipLevelRules = v.pipe(v.array(vipLevel), v.maxLength(20), v.check(isLadder, 'ladder'));
export type VipLevelRule = v.InferOutput<typeof vipLevel>;

export interface VipRank {
  /** 1 is the lowest level. */
  readonly rankLevel: number;
  readonly labelName: string;
  /** Settled stake since registration, in units. */
  readonly stake: string;
}

/** Part of a query on `member`: the highest level reached by the member's stake; null without levels. */
export const rankOfMember = sql<VipRank | null>`(
  select jsonb_build_object('rankLevel', level.rank, 'labelName', level.rule ->> 'labelName',
    'stake', coalesce((select settled from member_stake where member_stake.member_id = member.id), 0)::text)
  from merchant, jsonb_array_elements(merchant.settings -> 'vipLevels') with ordinality as level (rule, rank)
  where merchant.code = member.merchant
    and (level.rule ->> 'stake')::numeric * ${sql.lit(Number(UNITS_PER_WHOLE))}
      <= coalesce((select settled from member_stake where member_stake.member_id = member.id), 0)
  order by level.rank desc
  limit 1)`;

/** What no part of the platform delivers is not presented, even if older settings have it. The percentage is paid by cashback. */
export function presentLevel({ stake, ...rule }: VipLevelRule, index: number) {
  return { rankLevel: index + 1, ...rule, personalService: false, stake: toWire(BigInt(stake) * UNITS_PER_WHOLE) };
}

function isLadder(levels: VipLevelRule[]): boolean {
  const names = new Set(levels.map(({ labelName }) => labelName));
  return (
    names.size === levels.length &&
    levels.every(({ stake }, index) => (index === 0 ? stake === 0 : stake > (levels[index - 1]?.stake ?? 0)))
  );
}
