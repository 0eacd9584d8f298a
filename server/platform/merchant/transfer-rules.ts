import * as v from 'valibot';
import { UNITS_PER_WHOLE, type Units } from '../../../shared/money/money.ts';

const whole = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));
const MAX = 1_000_000_000;

/** The `transfers` member of a merchant's settings; amounts in whole units of the currency. */
export const transferRules = v.object({
  /** One wallet for all vendors; false: one wallet per vendor, and members move money between them. */
  isSingle: v.optional(v.boolean(), true),
  /** Limits of one transfer, and of the member's total per day. */
  minAmount: v.optional(whole(MAX), 10),
  maxAmount: v.optional(whole(MAX), 5_000),
  dayAmount: v.optional(whole(MAX), 10_000),
  dayCount: v.optional(whole(1_000), 10),
  /** Turnover requirement on money from the upline, in percent. */
  receivedTurnoverPercent: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5_000)), 100),
});
export type TransferRules = v.InferOutput<typeof transferRules>;
/** Rules of a merchant without own settings. */
export const DEFAULT_TRANSFER_RULES: TransferRules = v.parse(transferRules, {});

export function toUnits(whole: number): Units {
  return BigInt(whole) * UNITS_PER_WHOLE;
}
