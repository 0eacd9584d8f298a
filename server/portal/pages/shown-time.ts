import { zonedText } from '../../../shared/time.ts';
import { UNKNOWN_INSTANT } from '../answers/site-defaults.ts';

/** "2026-11-21 08:20:05" in a time zone; empty for a date that the platform did not answer. */
export function shownTime(instant: string | number | Date, timeZone: string): string {
  return instant === UNKNOWN_INSTANT ? '' : zonedText(instant, timeZone);
}
