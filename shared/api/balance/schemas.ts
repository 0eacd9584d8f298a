import * as v from 'valibot';
import { instant, nothing, wireAmount } from '../fields.ts';

export const balanceValue = v.object({
  /** What the member can bet: real money, and the money of a bonus. */
  sumBalance: wireAmount,
  currency: v.string(),
  currencySymbol: v.string(),
  /** Money at vendors and on the way to or from them; not part of `sumBalance`. Absent: the member has none there. */
  atVendors: v.optional(wireAmount),
  /** Part of `sumBalance` that belongs to a bonus and cannot be withdrawn now. Absent: none. */
  bonus: v.optional(wireAmount),
  /** Increases with every change of the member's balance; an older version never replaces a newer one. */
  version: v.number(),
  asOf: instant,
  /** The member takes a break or is excluded: no deposits and no offers. `until` null: unknown end. */
  resting: v.optional(v.object({ code: v.string(), until: v.nullable(instant), message: v.string() })),
  /** The account awaits an operator's decision: no deposits and no play. The message says what the member can do. */
  held: v.optional(v.object({ message: v.string() })),
});
export type Balance = v.InferOutput<typeof balanceValue>;

export const walletBalance = {
  query: nothing,
  body: nothing,
  value: balanceValue,
};
