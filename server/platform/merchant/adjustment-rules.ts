import * as v from 'valibot';
import { parseInputAmount } from '../../../shared/money/money.ts';

/** A decimal text such as "500": settings are JSON, which has no bigint. */
const amount = v.pipe(
  v.string(),
  v.check((text) => parseInputAmount(text) !== undefined, 'amount'),
);

/** The `adjustments` member of a merchant's settings. */
export const adjustmentRules = v.object({
  /**
   * From this amount on, two different operators must approve. It applies to a single correction in either direction and to the total that
   * one operator moved without a second approval in 24 hours, credited deposits and returned payments included. Null: one approval is
   * always enough.
   */
  secondApprovalFrom: v.optional(v.nullable(amount), '500'),
  /** Total of one operator in 24 hours without a second approval; null: `secondApprovalFrom`. */
  unapprovedPerDay: v.optional(v.nullable(amount), null),
  /** Upper limit of a single correction. */
  max: v.optional(amount, '100000'),
});
export type AdjustmentRules = v.InferOutput<typeof adjustmentRules>;
