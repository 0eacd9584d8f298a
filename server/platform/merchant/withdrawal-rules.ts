import * as v from 'valibot';
import { feeOf as feeOfRule } from '../../../shared/money/fee.ts';
import { parseInputAmount, type Units } from '../../../shared/money/money.ts';

/** The rules do not know their currency: in cents a fee is at least what it is in any. */
const ANY_CURRENCY = '';

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));
/** A decimal text such as "20" or "12.50": settings are JSON, which has no bigint. */
export const ruleAmount = v.pipe(
  v.string(),
  v.check((text) => parseInputAmount(text) !== undefined, 'amount'),
);
/** Hundredths of a percent of a fee. */
export const basisPoints = whole(0, 1_000);

const rules = v.object({
  min: v.optional(ruleAmount, '20'),
  max: v.optional(ruleAmount, '20000'),
  maxPerDay: v.optional(ruleAmount, '50000'),
  /** Withdrawals per day for merchants without VIP levels; otherwise the level's number applies. */
  perDay: v.optional(whole(1, 100), 3),
  feeFixed: v.optional(ruleAmount, '0'),
  feeBasisPoints: v.optional(basisPoints, 0),
  /** Amounts up to here are approved automatically; null: every withdrawal is reviewed. */
  autoApproveUpTo: v.optional(v.nullable(ruleAmount), null),
  /** From this amount on two operators must approve; null: one is enough. */
  secondApprovalFrom: v.optional(v.nullable(ruleAmount), null),
  /** A paid withdrawal without an answer within these minutes counts as received. */
  withdrawalConfirmMinutes: v.optional(whole(2, 7 * 24 * 60), 30),
  /** Days for a complaint after an automatic receipt. */
  complaintDays: v.optional(whole(1, 365), 30),
  /** Expected hours until the review of a request, and until the payment of an approved one. */
  reviewHours: v.optional(whole(1, 720), 24),
  payHours: v.optional(whole(1, 720), 24),
  /** Off by default, as regulated markets require: a withdrawal that can be cancelled encourages further play (UKGC RTS 14B). */
  memberMayCancel: v.optional(v.boolean(), false),
});

/** The `withdrawals` member of a merchant's settings. */
export const withdrawalRules = v.pipe(
  rules,
  v.check(
    (rule) => inconsistency(rule) === undefined,
    ({ input }) => `consistent: ${inconsistency(input) ?? ''}`,
  ),
);
export type WithdrawalRules = v.InferOutput<typeof rules>;

/** Rules of a merchant without own settings. */
export const DEFAULT_WITHDRAWAL_RULES: WithdrawalRules = v.parse(withdrawalRules, {});

/** Units of an amount in the rules. */
export function unitsOf(text: string): Units {
  return parseInputAmount(text) ?? 0n;
}

/** Fixed part plus a share of the amount, rounded down so that a bank can pay the rest. */
export function feeOf({ feeFixed, feeBasisPoints }: WithdrawalRules, units: Units, currency: string): Units {
  return feeOfRule(units, { fixed: unitsOf(feeFixed), basisPoints: feeBasisPoints }, currency);
}

/** Number of different operators who must approve the amount. */
export function approvalsFor({ autoApproveUpTo, secondApprovalFrom }: WithdrawalRules, units: Units): number {
  if (secondApprovalFrom !== null && units >= unitsOf(secondApprovalFrom)) return 2;
  return autoApproveUpTo !== null && units <= unitsOf(autoApproveUpTo) ? 0 : 1;
}

/** The rule that the amounts break, with the values to choose. */
function inconsistency(rule: WithdrawalRules): string | undefined {
  const { min, max, maxPerDay } = rule;
  if (unitsOf(min) <= feeOf(rule, unitsOf(min), ANY_CURRENCY)) return `min is ${min} and must be above the fee of that amount`;
  if (unitsOf(min) > unitsOf(max)) return `min is ${min} and must be at most max, ${max}`;
  if (unitsOf(max) > unitsOf(maxPerDay)) return `max is ${max} and must be at most maxPerDay, ${maxPerDay}`;
  return undefined;
}
