import { MINUTE_MS, shiftDay, startOfDay, zonedDay, zonedText } from '../time.ts';

/** Windows of wages in the merchant's time zone: five minutes, hour, day, week from Monday, half of a month (1–15, 16–end), month. */
export const WINDOW_KINDS = ['five-minutes', 'hour', 'D', 'W', 'H', 'M'] as const;
export type WindowKind = (typeof WINDOW_KINDS)[number];

/** Milliseconds since the epoch, start included, end not. */
export interface WageWindow {
  readonly start: number;
  readonly end: number;
}

/** Every boundary of every zone is a multiple of it. */
export const BASE_WINDOW_MS = 300_000;
const MONDAY = 1;

/**
 * The window that contains an instant. Windows of a kind follow each other without gap or overlap; where clocks change, an hour or a day is
 * shorter or longer.
 */
export function windowAt(kind: WindowKind, instant: number, timeZone: string): WageWindow {
  if (kind === 'five-minutes') {
    const start = Math.floor(instant / BASE_WINDOW_MS) * BASE_WINDOW_MS;
    return { start, end: start + BASE_WINDOW_MS };
  }
  if (kind === 'hour') return hourAt(instant, timeZone);
  const { first, next } = daysAt(kind, zonedDay(instant, timeZone));
  return { start: firstInstant(first, timeZone), end: firstInstant(next, timeZone) };
}

/** The first day of a window, by which it is named ("2026-11-16"). */
export function windowDay(window: WageWindow, timeZone: string): string {
  return zonedDay(window.start, timeZone);
}

/** The first day of the window that contains a day, and of the one that follows. */
function daysAt(kind: Exclude<WindowKind, 'five-minutes' | 'hour'>, day: string): { readonly first: string; readonly next: string } {
  const [month, date] = [day.slice(0, 7), Number(day.slice(8))];
  const nextMonth = `${shiftDay(`${month}-28`, 4).slice(0, 7)}-01`;
  if (kind === 'D') return { first: day, next: shiftDay(day, 1) };
  if (kind === 'M') return { first: `${month}-01`, next: nextMonth };
  if (kind === 'H') return date < 16 ? { first: `${month}-01`, next: `${month}-16` } : { first: `${month}-16`, next: nextMonth };
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const first = shiftDay(day, -((weekday - MONDAY + 7) % 7));
  return { first, next: shiftDay(first, 7) };
}

const firstInstants = new Map<string, number>();
const MAX_CACHED = 2_000;

/** The first instant of a day in a zone. Where clocks skip midnight, that is not 00:00. */
function firstInstant(day: string, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  const known = firstInstants.get(key);
  if (known !== undefined) return known;
  let at = startOfDay(day, timeZone);
  while (zonedDay(at - BASE_WINDOW_MS, timeZone) >= day) at -= BASE_WINDOW_MS;
  while (zonedDay(at, timeZone) < day) at += BASE_WINDOW_MS;
  if (firstInstants.size >= MAX_CACHED) firstInstants.clear();
  firstInstants.set(key, at);
  return at;
}

/** An hour begins with minute 00, or where the clock changes its hour at another minute. */
function hourAt(instant: number, timeZone: string): WageWindow {
  let start = Math.floor(instant / BASE_WINDOW_MS) * BASE_WINDOW_MS;
  while (!beginsHour(start, timeZone)) start -= BASE_WINDOW_MS;
  let end = start + BASE_WINDOW_MS;
  while (!beginsHour(end, timeZone)) end += BASE_WINDOW_MS;
  return { start, end };
}

function beginsHour(instant: number, timeZone: string): boolean {
  const [before, after] = [instant - MINUTE_MS, instant].map((at) => zonedText(at, timeZone));
  return after?.slice(14, 16) === '00' || before?.slice(0, 13) !== after?.slice(0, 13);
}

/** Windows of a kind that ended after `from` and at or before `until`, in order. */
export function windowsBetween(kind: WindowKind, from: number, until: number, timeZone: string): readonly WageWindow[] {
  const windows: WageWindow[] = [];
  for (let window = windowAt(kind, from, timeZone); window.end <= until; window = windowAt(kind, window.end, timeZone))
    windows.push(window);
  return windows;
}
