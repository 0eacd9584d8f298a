import { zonedText as textIn } from '../../../shared/zoned-time.ts';
import { UNKNOWN_INSTANT } from '../answers/site-defaults.ts';

export { isDay, shiftDay, startOfDay, zonedDay, zonedInstant } from '../../../shared/zoned-time.ts';

/** "2026-11-21 08:20:05" in a time zone; empty for a date that the platform did not answer. */
export function zonedText(instant: string | number | Date, timeZone: string): string {
  return instant === UNKNOWN_INSTANT ? '' : textIn(instant, timeZone);
}
