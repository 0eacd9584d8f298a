import * as v from 'valibot';
import { parseInputAmount } from '../../../shared/money/money.ts';

/** As a person would write it ("500"); settings are JSON and know no bigint. */
const amount = v.pipe(
  v.string(),
  v.check((text) => parseInputAmount(text) !== undefined, 'amount'),
);

/** The `adjustments` member of a merchant's settings. */
export const adjustmentRules = v.object({
  /**
   * From here on two different operators must agree: on one correction, up or down, or on what one operator moves by hand
   * alone in 24 hours, deposits credited and payments sent back included; null: one is always enough.
   */
  secondApprovalFrom: v.optional(v.nullable(amount), '500'),
  /** No correction is larger than this. */
  max: v.optional(amount, '100000'),
});
export type AdjustmentRules = v.InferOutput<typeof adjustmentRules>;
