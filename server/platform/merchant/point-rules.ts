import * as v from 'valibot';
import { GAME_CATEGORIES, type GameCategory, POINT_RATES } from '../../../shared/constants.ts';
import { hundredthsText } from '../../../shared/hundredths.ts';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
const MAX = 1_000_000_000;
const RATE = /^(\d{1,3})\.(\d{2})$/;
const rate = v.pipe(v.string(), v.regex(RATE, 'points with two decimals such as "1.20"'));
const DEFAULT_RATES = Object.fromEntries(
  Object.entries(POINT_RATES).map(([category, hundredths]) => [category, hundredthsText(hundredths)]),
) as Partial<Record<GameCategory, string>>;

/** The `points` member of a merchant's settings. */
export const pointRules = v.object({
  /** Points for one unit of the currency of valid bets, by category; a category without a rate earns none. */
  rates: v.optional(v.record(v.picklist(GAME_CATEGORIES), rate), DEFAULT_RATES),
  /** Redemptions of this many points need two operators; null: one is enough. */
  secondApprovalFrom: v.optional(v.nullable(whole(1, MAX)), null),
  /** Kinds of rewards that are delivered at once if they can be; an operator decides on the others. */
  atOnce: v.optional(v.array(v.picklist(['credit', 'voucher'])), []),
  /** Points that give one unit of the currency, and the fewest points of one conversion; null: points are not converted to money. */
  conversion: v.optional(v.nullable(v.object({ pointsPerUnit: whole(1, 1_000_000), least: v.optional(whole(1, MAX), 1) })), null),
  /** Most points that an operator may add or take at once. */
  maxAdjustment: v.optional(whole(1, MAX), 100_000),
});
export type PointRules = v.InferOutput<typeof pointRules>;
/** Rules of a merchant without own settings. */
export const DEFAULT_POINT_RULES: PointRules = v.parse(pointRules, {});

/** Rates in hundredths of a point, without categories that earn none. */
export function pointRates({ rates }: PointRules): Readonly<Record<string, number>> {
  const hundredths = GAME_CATEGORIES.map((category) => [category, Number((rates[category] ?? '0.00').replace('.', ''))] as const);
  return Object.fromEntries(hundredths.filter(([, value]) => value > 0));
}
