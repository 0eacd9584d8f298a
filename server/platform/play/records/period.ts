import type { QueryOf } from '../../../../shared/api/client-call.ts';
import type { betExport } from '../../../../shared/api/records/calls.ts';
import { RECORD_DAYS } from '../../../../shared/records.ts';
import { DAY_MS, HOUR_MS } from '../../../../shared/time.ts';
import type { Clock } from '../../base/clock.ts';
import { Refusal } from '../../base/refusal.ts';

/** Clocks of a time zone can be set back within a period. */
const SLACK_MS = HOUR_MS;

/** The requested period, both ends inclusive; default: the longest one that ends now. */
export function periodOf(
  query: Pick<QueryOf<typeof betExport>, 'from' | 'to'>,
  clock: Clock,
  days = RECORD_DAYS.list,
): { from: Date; to: Date } {
  const to = query.to === undefined ? clock.now() : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - days * DAY_MS) : new Date(query.from);
  if (![from, to].every(isSound)) throw new Refusal('bad_request');
  if (to.getTime() - from.getTime() > days * DAY_MS + SLACK_MS) throw new Refusal('period_too_long', { days });
  return { from, to };
}

/** PostgreSQL and JavaScript support different ranges of times. */
function isSound(at: Date): boolean {
  const year = at.getUTCFullYear();
  return year >= 1900 && year < 2200;
}
