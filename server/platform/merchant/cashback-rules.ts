import * as v from 'valibot';
import { CASHBACK_PERIODS } from '../../../shared/api/cashback/constants.ts';
import { GAME_CATEGORIES } from '../../../shared/constants.ts';
import type { CashbackRates } from '../../../shared/rules/cashback.ts';
import { toUnits } from './transfer-rules.ts';
import type { VipLevelRule } from './vip.ts';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
/** Of a game and a level together, in hundredths of a percent. */
export const CASHBACK_CEILING_BP = 1_000;
/** Hundredths of a percent; null: no cashback at any level. */
const rate = v.nullable(whole(0, CASHBACK_CEILING_BP));
const vendorRate = v.object({
  vendor: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(32)),
  /** Default: all games of the vendor. */
  category: v.optional(v.nullable(v.picklist(GAME_CATEGORIES)), null),
  rate,
});

/** The `cashback` member of a merchant's settings. */
export const cashbackRules = v.object({
  /** A day, or a week from Monday, of the merchant's zone. */
  period: v.optional(v.picklist(CASHBACK_PERIODS), 'day'),
  rates: v.optional(v.record(v.picklist(GAME_CATEGORIES), rate), {}),
  vendorRates: v.optional(v.pipe(v.array(vendorRate), v.maxLength(200), v.check(isUnique, 'vendor and category')), []),
  /** Days in which a member may claim. */
  claimDays: v.optional(whole(1, 365), 30),
  /** Paid without a claim. */
  automatic: v.optional(v.boolean(), false),
});
export type CashbackRules = v.InferOutput<typeof cashbackRules>;
/** Rules of a merchant without own settings. */
export const DEFAULT_CASHBACK_RULES: CashbackRules = v.parse(cashbackRules, {});

/** The rates of a merchant as they are computed with; those of levels are their percentages. */
export function cashbackRates({
  cashback,
  vipLevels,
}: {
  readonly cashback: CashbackRules;
  readonly vipLevels: readonly VipLevelRule[];
}): CashbackRates {
  return {
    categories: cashback.rates,
    vendors: cashback.vendorRates.map(({ vendor, category, rate: rateBp }) => ({ vassalage: vendor, category, rateBp })),
    levels: vipLevels.map(({ stake, rebatePercent }) => ({ stake: toUnits(stake), rateBp: Math.round(Number(rebatePercent) * 100) })),
  };
}

function isUnique(rates: v.InferOutput<typeof vendorRate>[]): boolean {
  return new Set(rates.map(({ vendor, category }) => `${vendor} ${category ?? ''}`)).size === rates.length;
}
