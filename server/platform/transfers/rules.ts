import * as v from 'valibot';
import { UNITS_PER_WHOLE, type Units } from '../../../shared/money/money.ts';

const whole = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));
const MOST = 1_000_000_000;

/** The `transfers` group of a merchant's settings; amounts in whole units of the currency. */
export const transferRules = v.object({
  /** One wallet for all vendors; false: each vendor has a wallet of its own, and the member moves money between them. */
  isSingle: v.optional(v.boolean(), true),
  /** Bounds of one transfer to the upline or to a downline, and of all that one member sends in a day. */
  minAmount: v.optional(whole(MOST), 10),
  maxAmount: v.optional(whole(MOST), 5_000),
  dayAmount: v.optional(whole(MOST), 10_000),
  dayCount: v.optional(whole(1_000), 10),
  /** Settled stake that money from the upline asks for before it may be withdrawn, in percent of it (decision 022). */
  receivedTurnoverPercent: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5_000)), 100),
});
export type TransferRules = v.InferOutput<typeof transferRules>;
/** The rules of a merchant who has set none. */
export const USUAL_TRANSFERS: TransferRules = v.parse(transferRules, {});

export function toUnits(whole: number): Units {
  return BigInt(whole) * UNITS_PER_WHOLE;
}
