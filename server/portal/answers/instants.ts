import { zonedInstant } from '../../../shared/time.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?))?$/;
const EPOCH_SECONDS = /^\d{10}$/;
const EPOCH_MILLISECONDS = /^\d{13}$/;

/**
 * Reads a date in the forms that platforms use: `yyyy-MM-dd HH:mm:ss` (in the given zone), ISO 8601, seconds or milliseconds since the epoch.
 * Returns ISO 8601 in UTC; undefined for anything else.
 */
export function readInstant(value: unknown, timeZone: string): string | undefined {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (EPOCH_MILLISECONDS.test(text)) return isoOf(Number(text));
  if (EPOCH_SECONDS.test(text)) return isoOf(Number(text) * 1000);
  const local = LOCAL.exec(text);
  if (local) return isoOf(zonedInstant(local[1] as string, local[2] ?? '00:00:00', timeZone));
  return /^\d{4}-\d{2}-\d{2}T/.test(text) ? isoOf(Date.parse(text)) : undefined;
}

function isoOf(time: number): string | undefined {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
