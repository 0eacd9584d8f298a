import * as v from 'valibot';
import { parseInputAmount } from '../../../../../shared/money/money.ts';
import { readMerchant } from '../../../merchant/index.ts';
import { type AuditDeps, checkPayable, OperatorError } from '../../../operators/index.ts';

/** A whole number from 1 to `max`. */
export const wholeField = (max: number) =>
  v.pipe(v.string(), v.trim(), v.regex(/^\d{1,4}$/), v.transform(Number), v.integer(), v.minValue(1), v.maxValue(max));

/** What needs two operators as a correction is not given by one as a bonus. */
export async function checkAmount({ db, merchant }: AuditDeps, amount: bigint): Promise<void> {
  const { currency, adjustments } = (await readMerchant(db, merchant)).settings;
  checkPayable(amount, currency);
  const from = adjustments.secondApprovalFrom;
  if (from !== null && amount >= (parseInputAmount(from) ?? 0n)) throw new OperatorError('bonusTooLarge', { from }, 'amount');
}
