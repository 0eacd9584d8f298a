import * as v from 'valibot';

const count = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

/** Deposit rules in the merchant's settings. */
export const depositRules = v.object({
  /** Turnover requirement on deposits, in percent. */
  turnoverPercent: v.optional(count(0, 10_000), 100),
  /** Deposits that a member may have open at once. */
  maxOpen: v.optional(count(1, 50), 5),
  /** Day limit of a member over all channels, in whole units; null: only the member's own limit. */
  dayLimit: v.optional(v.nullable(count(1, 1_000_000_000)), null),
  /** This number of failed attempts within `blockMinutes` blocks new ones for the same time (GLI-19, A.3.6 b). */
  failedTries: v.optional(count(1, 20), 5),
  blockMinutes: v.optional(count(1, 1_440), 10),
  /** Hours after which a deposit reported as paid expires, on channels without manual review. */
  checkingHours: v.optional(count(1, 720), 24),
  /**
   * From this amount, in whole units, two operators must approve crediting or returning a deposit. It applies to one deposit and to the
   * total that one operator moved alone in 24 hours, corrections included. Null: one operator is enough.
   */
  secondApprovalFrom: v.optional(v.nullable(count(1, 1_000_000_000)), 1_000),
  /** Total of one operator in 24 hours without a second approval, in whole units; null: `secondApprovalFrom`. */
  unapprovedPerDay: v.optional(v.nullable(count(1, 1_000_000_000)), null),
});
export type DepositRules = v.InferOutput<typeof depositRules>;
/** Rules of a merchant without own settings. */
export const DEFAULT_DEPOSIT_RULES: DepositRules = v.parse(depositRules, {});
