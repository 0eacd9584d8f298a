import { sql } from 'kysely';
import * as v from 'valibot';
import { toWire, UNITS_PER_WHOLE } from '../../../shared/money/money.ts';
import type { LevelNeeds } from '../../../shared/rules/vip.ts';
import { toUnits } from './transfer-rules.ts';
import { basisPoints, ruleAmount, unitsOf, type WithdrawalRules } from './withdrawal-rules.ts';

const wholeUnits = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const vipLevel = v.object({
  labelName: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(32)),
  /** Settled stake and deposits since registration required for the level, in whole units. */
  stake: wholeUnits,
  deposits: v.optional(wholeUnits, 0),
  /** Settled stake of a period that keeps the level, in whole units; 0: kept without. */
  keepStake: v.optional(wholeUnits, 0),
  withdrawalsPerDay: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
  /** Percent of the settled stake. */
  rebatePercent: v.pipe(v.string(), v.regex(/^\d{1,2}\.\d{2}$/)),
  personalService: v.boolean(),
  /** Gifts in whole units for reaching the level, once ever, and for each birthday on it; 0: none. */
  upgradeGift: v.optional(wholeUnits, 0),
  birthdayGift: v.optional(wholeUnits, 0),
  /** Points of play are the rate of the category times this, at least 1. */
  pointFactor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,2}\.\d{2}$/), v.check(isPointFactor, 'factor')), '1.00'),
  /** The merchant's own rule of withdrawals applies where a level has none. */
  withdrawalFee: v.optional(v.nullable(v.object({ fixed: v.optional(ruleAmount, '0'), basisPoints: v.optional(basisPoints, 0) })), null),
  /** Withdrawals of a month of the merchant's zone without a fee. */
  freeWithdrawals: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000)), 0),
  /** Largest withdrawal, and largest sum of a day. */
  withdrawalMax: v.optional(v.nullable(ruleAmount), null),
  withdrawalMaxPerDay: v.optional(v.nullable(ruleAmount), null),
});

/** Largest factor of points, in hundredths. */
const MAX_FACTOR = 1_000;

function isPointFactor(text: string): boolean {
  return hundredthsOf(text) >= 100 && hundredthsOf(text) <= MAX_FACTOR;
}

function hundredthsOf(text: string): number {
  return Number(text.replace('.', ''));
}

/** Levels of a merchant, the lowest first. Every member has at least the first. */
export const vipLevelRules = v.pipe(v.array(vipLevel), v.maxLength(20), v.check(isLadder, 'ladder'));
export type VipLevelRule = v.InferOutput<typeof vipLevel>;

/** The `vip` member of a merchant's settings: what is the same for all levels. */
export const vipRules = v.object({
  /** Months of a period, at the end of which `keepStake` is checked; null: levels are kept. */
  keepMonths: v.optional(v.nullable(v.picklist([1, 3, 6, 12])), null),
  /** Customer service of levels with `personalService`; null: they have that of all visitors. */
  serviceAddress: v.optional(v.nullable(v.pipe(v.string(), v.url(), v.startsWith('https://'))), null),
  /** Days in which a gift can be claimed. */
  giftDays: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(365)), 30),
});
export type VipRules = v.InferOutput<typeof vipRules>;
/** Rules of a merchant without own settings. */
export const DEFAULT_VIP_RULES: VipRules = v.parse(vipRules, {});

/** The rules as levels are computed with. Without periods every level is kept. */
export function levelNeeds(settings: { readonly vipLevels: readonly VipLevelRule[]; readonly vip: VipRules }): readonly LevelNeeds[] {
  const checked = settings.vip.keepMonths !== null;
  return settings.vipLevels.map(({ stake, deposits, keepStake }) => ({
    stake: toUnits(stake),
    deposits: toUnits(deposits),
    keep: checked ? toUnits(keepStake) : 0n,
  }));
}

/** Factors on points by level in hundredths, the lowest level first; none if no level has one. */
export function pointFactors({ vipLevels }: { readonly vipLevels: readonly VipLevelRule[] }): readonly number[] {
  const factors = vipLevels.map(({ pointFactor }) => hundredthsOf(pointFactor));
  return factors.some((factor) => factor !== 100) ? factors : [];
}

/** The rules of withdrawals on a level; those of the merchant where the level has none. */
export function levelWithdrawals(
  { withdrawals, vipLevels }: { readonly withdrawals: WithdrawalRules; readonly vipLevels: readonly VipLevelRule[] },
  rankLevel: number,
): { readonly rules: WithdrawalRules; readonly perDay: number; readonly freePerMonth: number } {
  const level = vipLevels[rankLevel - 1];
  const { withdrawalFee: fee, withdrawalMax, withdrawalMaxPerDay } = level ?? { withdrawalFee: null };
  return {
    rules: {
      ...withdrawals,
      max: withdrawalMax ?? withdrawals.max,
      maxPerDay: withdrawalMaxPerDay ?? withdrawals.maxPerDay,
      feeFixed: fee?.fixed ?? withdrawals.feeFixed,
      feeBasisPoints: fee?.basisPoints ?? withdrawals.feeBasisPoints,
    },
    perDay: level?.withdrawalsPerDay ?? withdrawals.perDay,
    freePerMonth: level?.freeWithdrawals ?? 0,
  };
}

export interface VipRank {
  /** 1 is the lowest level. */
  readonly rankLevel: number;
  readonly labelName: string;
  /** Settled stake since registration that is counted, in units. */
  readonly stake: string;
}

/** Part of a query on `member`: the stored level; null without levels. A merchant that has removed levels has none above its highest. */
export const rankOfMember = sql<VipRank | null>`(
  select jsonb_build_object('rankLevel', level.rank, 'labelName', level.rule ->> 'labelName', 'stake', coalesce(vip.stake, 0)::text)
  from merchant
  cross join jsonb_array_elements(merchant.settings -> 'vipLevels') with ordinality as level (rule, rank)
  left join vip_member vip on vip.member_id = member.id
  where merchant.code = member.merchant and level.rank <= coalesce(vip.level, 1)
  order by level.rank desc
  limit 1)`;

/** The address of customer service for a level of a member; undefined: that of all visitors. */
export function levelService(
  settings: { readonly vipLevels: readonly VipLevelRule[]; readonly vip: VipRules },
  rankLevel: number,
): string | undefined {
  return settings.vipLevels[rankLevel - 1]?.personalService ? (settings.vip.serviceAddress ?? undefined) : undefined;
}

/** Personal service is not presented without an address that delivers it. The percentage is paid by cashback. */
export function presentLevel(
  level: VipLevelRule,
  index: number,
  settings: { readonly vip: VipRules; readonly vipLevels: readonly VipLevelRule[]; readonly withdrawals: WithdrawalRules },
) {
  const { stake, deposits, keepStake, upgradeGift, birthdayGift } = level;
  const { labelName, withdrawalsPerDay, rebatePercent, pointFactor } = level;
  const { rules, freePerMonth } = levelWithdrawals(settings, index + 1);
  return {
    rankLevel: index + 1,
    labelName,
    withdrawalsPerDay,
    rebatePercent,
    pointFactor,
    withdrawal: {
      fee: { fixed: toWire(unitsOf(rules.feeFixed)), basisPoints: rules.feeBasisPoints },
      freePerMonth,
      max: toWire(unitsOf(rules.max)),
      maxPerDay: toWire(unitsOf(rules.maxPerDay)),
    },
    personalService: level.personalService && settings.vip.serviceAddress !== null,
    stake: toWire(BigInt(stake) * UNITS_PER_WHOLE),
    deposits: toWire(BigInt(deposits) * UNITS_PER_WHOLE),
    keepStake: toWire(BigInt(keepStake) * UNITS_PER_WHOLE),
    upgradeGift: toWire(BigInt(upgradeGift) * UNITS_PER_WHOLE),
    birthdayGift: toWire(BigInt(birthdayGift) * UNITS_PER_WHOLE),
  };
}

function isLadder(levels: VipLevelRule[]): boolean {
  const names = new Set(levels.map(({ labelName }) => labelName));
  return (
    names.size === levels.length &&
    levels.every(({ stake, deposits, keepStake, upgradeGift, birthdayGift, pointFactor }, index) => {
      const below = levels[index - 1];
      if (!below) return stake + deposits + keepStake + upgradeGift + birthdayGift === 0;
      if (keepStake < below.keepStake || hundredthsOf(pointFactor) < hundredthsOf(below.pointFactor)) return false;
      return stake >= below.stake && deposits >= below.deposits && (stake > below.stake || deposits > below.deposits);
    })
  );
}
