import * as v from 'valibot';
import { parseInputAmount, type Units } from '../../../shared/money/money.ts';

const BASIS = 10_000n;
const UNITS_PER_CENT = 100n;

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
/** As a person would write it ("20", "12.50"); settings are JSON and know no bigint. */
const amount = v.pipe(
  v.string(),
  v.check((text) => parseInputAmount(text) !== undefined, 'amount'),
);

const rules = v.object({
  min: v.optional(amount, '20'),
  max: v.optional(amount, '20000'),
  maxPerDay: v.optional(amount, '50000'),
  /** Withdrawals a day where the merchant has no VIP levels; with levels, theirs count. */
  perDay: v.optional(whole(1, 100), 3),
  feeFixed: v.optional(amount, '0'),
  feeBasisPoints: v.optional(whole(0, 1_000), 0),
  /** Up to here nobody needs to look; null: every withdrawal is reviewed. */
  autoApproveUpTo: v.optional(v.nullable(amount), null),
  /** From here on two different operators must approve; null: one is enough. */
  secondApprovalFrom: v.optional(v.nullable(amount), null),
  /** A paid withdrawal that is not answered within these minutes counts as received (specification, section 4; decisions). */
  withdrawalConfirmMinutes: v.optional(whole(2, 7 * 24 * 60), 30),
  /** How long a member may object to a receipt that was forced. */
  complaintDays: v.optional(whole(1, 365), 30),
  /** Promises of the tracker: until when a request is reviewed, and an approved one paid. */
  reviewHours: v.optional(whole(1, 720), 24),
  payHours: v.optional(whole(1, 720), 24),
  /** Off, as regulated markets demand: a request that can be taken back tempts to play on (UKGC RTS 14B). */
  memberMayCancel: v.optional(v.boolean(), false),
});

/** The `withdrawals` member of a merchant's settings. */
export const withdrawalRules = v.pipe(rules, v.check(isSound, 'withdrawals'));
export type WithdrawalRules = v.InferOutput<typeof rules>;

/** The rules of a merchant who has set none. */
export const USUAL_WITHDRAWALS: WithdrawalRules = v.parse(withdrawalRules, {});

/** Units of an amount in the rules. */
export function unitsOf(text: string): Units {
  return parseInputAmount(text) ?? 0n;
}

/** Fixed part and share of the amount, rounded down to whole hundredths so that a bank can pay the rest. */
export function feeOf({ feeFixed, feeBasisPoints }: WithdrawalRules, units: Units): Units {
  const fee = unitsOf(feeFixed) + (units * BigInt(feeBasisPoints)) / BASIS;
  return fee - (fee % UNITS_PER_CENT);
}

/** How many different operators must approve an amount. */
export function approvalsFor({ autoApproveUpTo, secondApprovalFrom }: WithdrawalRules, units: Units): number {
  if (secondApprovalFrom !== null && units >= unitsOf(secondApprovalFrom)) return 2;
  return autoApproveUpTo !== null && units <= unitsOf(autoApproveUpTo) ? 0 : 1;
}

function isSound(rule: WithdrawalRules): boolean {
  const min = unitsOf(rule.min);
  return min > feeOf(rule, min) && min <= unitsOf(rule.max) && unitsOf(rule.max) <= unitsOf(rule.maxPerDay);
}
