export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** All clock changes are multiples of it. */
const HALF_HOUR_MS = HOUR_MS / 2;

const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/**
 * "2026-11-21 08:20:05" in a time zone; undefined: that of the device. The same on the server and in every browser: language and calendar
 * are fixed, so hydration matches.
 */
export function zonedText(instant: string | number | Date, timeZone: string | undefined): string {
  return formatOf(timeZone).format(new Date(instant));
}

/** "2026-11-21 08:20" in a time zone. */
export function zonedMinute(instant: string | number | Date, timeZone: string): string {
  return zonedText(instant, timeZone).slice(0, -':05'.length);
}

/** "2026-11-21 08:20 (Asia/Bangkok)": for texts that are read later and elsewhere. */
export function zonedMoment(instant: string | number | Date, timeZone: string): string {
  return `${zonedMinute(instant, timeZone)} (${timeZone})`;
}

/** "2026-11-21": the day in a time zone. */
export function zonedDay(instant: number, timeZone: string): string {
  return zonedText(instant, timeZone).slice(0, 10);
}

/** "08:20:05" on the day of `now`, otherwise "2026-11-20 08:20:05": the same time of two days would read as one. */
export function zonedSince(instant: string, timeZone: string, now: number): string {
  const text = zonedText(instant, timeZone);
  return text.startsWith(zonedDay(now, timeZone)) ? text.slice('2026-11-21 '.length) : text;
}

/** The instant a day begins in a time zone. */
export function startOfDay(day: string, timeZone: string): number {
  let start = zonedInstant(day, '00:00:00', timeZone);
  // Where clocks are moved forward at midnight the day begins later; its midnight would be an instant of the day before.
  while (!Number.isNaN(start) && zonedDay(start, timeZone) < day) start += HALF_HOUR_MS;
  return start;
}

/** The instant of a time of day in a time zone; NaN if there is no such day or time. */
export function zonedInstant(day: string, time: string, timeZone: string): number {
  const utc = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(utc)) return utc;
  // Computed twice, because the offset at the first guess may differ from the one at midnight.
  const guess = utc - offsetAt(utc, timeZone);
  return utc - offsetAt(guess, timeZone);
}

/** A day some days before or after another. */
export function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** True for a day of the calendar; `Date` would read 30 February as 2 March. */
export function isDay(text: string): boolean {
  const time = /^(?:19|20|21)\d{2}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/** Seconds as "4:05" or "23:10:00". */
export function clockText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

function offsetAt(instant: number, timeZone: string): number {
  const wall = Date.parse(`${zonedText(instant, timeZone).replace(' ', 'T')}Z`);
  return wall - Math.floor(instant / 1000) * 1000;
}

function formatOf(timeZone: string | undefined): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  // The Swedish format is the ISO one.
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(timeZone, format);
  return format;
}
