import * as v from 'valibot';

const count = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** What an operator decides about deposits. */
export const depositRules = v.object({
  /** How often a deposit must be staked before it may go out, in percent. */
  turnoverPercent: v.optional(count(0, 10_000), 100),
  /** Deposits that a member may have open at once. */
  maxOpen: v.optional(count(1, 50), 5),
  /** What a member may deposit in a day over all ways to pay, in whole units; null: no limit beside the member's own. */
  dayLimit: v.optional(v.nullable(count(1, 1_000_000_000)), null),
  /** So many failed tries within the minutes stop new ones for as long (GLI-19, A.3.6 b). */
  failedTries: v.optional(count(1, 20), 5),
  blockMinutes: v.optional(count(1, 1_440), 10),
  /** "I have paid" without a payment ends after this many hours, where no person looks at it. */
  checkingHours: v.optional(count(1, 720), 24),
  /**
   * From here on, in whole units, two different operators must agree before a deposit is credited or sent back by hand: of one
   * deposit, or of what one operator moves by hand alone in 24 hours, corrections included; null: one is enough.
   */
  secondApprovalFrom: v.optional(v.nullable(count(1, 1_000_000_000)), 1_000),
});
export type DepositRules = v.InferOutput<typeof depositRules>;
/** The rules of a merchant who has set none. */
export const USUAL_DEPOSITS: DepositRules = v.parse(depositRules, {});
