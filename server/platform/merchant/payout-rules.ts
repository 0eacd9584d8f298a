import * as v from 'valibot';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** Payout rules in the merchant's settings. */
export const payoutRules = v.object({
  /** Payout accounts per member. */
  max: v.optional(whole(1, 20), 5),
  /** Hours without payouts after an account was added, or the payment password was set without the old one. */
  coolingHours: v.optional(whole(0, 7 * 24), 24),
  providers: v.optional(
    v.pipe(
      v.array(
        v.object({
          code: v.pipe(v.string(), v.regex(/^[A-Z0-9_]{2,32}$/)),
          kind: v.picklist(['BANK', 'EWALLET']),
          name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(40)),
        }),
      ),
      v.maxLength(200),
    ),
    [],
  ),
});
export type PayoutRules = v.InferOutput<typeof payoutRules>;
