import * as v from 'valibot';
import { parseInputAmount, payableUnit, type Units } from '../../../../shared/money/money.ts';
import { zonedInstant } from '../../../../shared/time.ts';
import { OperatorError } from './page.ts';

/** Fields of the console's forms. All values arrive as text and have a maximum length. */
export const line = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max));
export const reason = line(200);
export const idField = v.pipe(v.string(), v.regex(/^[\w.:-]{1,64}$/));
/** An id with the reason for the action. */
export const named = v.object({ id: idField, reason });
/** Units of an entered amount above zero. */
export const amountField = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => parseInputAmount(text)),
  v.check((units) => units !== undefined && units > 0n, 'amount'),
  v.transform((units) => units ?? 0n),
);
/** Refuses an amount with more decimals than are paid in the currency. */
export function checkPayable(units: Units, currency: string, field = 'amount'): void {
  if (units % payableUnit(currency) !== 0n) throw new OperatorError('amountNotWhole', { currency }, field);
}

/** Value of a `datetime-local` field, a time of the merchant's zone; empty: null. */
export const timeField = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^(?:\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)?$/),
  v.check((text) => text === '' || !Number.isNaN(Date.parse(`${text}Z`))),
  v.transform((text) => text || null),
);

/** The instant of a field's time. */
export function instantOf(time: string | null, timeZone: string): Date | null {
  const [day = '', clock = ''] = time?.split('T') ?? [];
  return time === null ? null : new Date(zonedInstant(day, clock, timeZone));
}

/** Checks a period: it must end after its start and after now. */
export function checkTimes({ from, until }: { readonly from: Date | null; readonly until: Date | null }, now: Date, field: string): void {
  if (until !== null && until <= (from !== null && from > now ? from : now)) throw new OperatorError('timesEndEarly', {}, field);
}
