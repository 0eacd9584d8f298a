import * as v from 'valibot';
import { parseInputAmount } from '../../../shared/money/money.ts';
import { Stop } from './page.ts';

/** Fields of the console's forms. Everything comes as text and is bounded. */
export const line = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max));
export const reason = line(200);
export const typedId = v.pipe(v.string(), v.regex(/^[\w.:-]{1,64}$/));
/** An id with the reason for what is done to it. */
export const named = v.object({ id: typedId, reason });
/** Units of an amount above zero as a person types it. */
export const typedAmount = v.pipe(
  v.string(),
  v.trim(),
  v.transform((text) => parseInputAmount(text)),
  v.check((units) => units !== undefined && units > 0n),
  v.transform((units) => units ?? 0n),
);
/** The browser's field for a date and time, taken for UTC; empty: null. */
export const typedTime = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^(?:\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2})?)?$/),
  v.transform((text) => (text === '' ? null : new Date(`${text}Z`))),
  v.check((at) => at === null || !Number.isNaN(at.getTime())),
);

/** How the browser's field for a date and time wants it. */
export function timeForField(at: Date | null): string {
  return at === null ? '' : at.toISOString().slice(0, 16);
}

/** When something begins and ends, checked against the clock: not over before it begins, nor over already. */
export function checkTimes({ from, until }: { readonly from: Date | null; readonly until: Date | null }, now: Date, field: string): void {
  if (until !== null && until <= (from !== null && from > now ? from : now)) throw new Stop('timesEndEarly', {}, field);
}
