import { DAY_MS, isDay, SECOND_MS, shiftDay, startOfDay, zonedDay } from '../../time.ts';

/** A day of the market on which a game draws nothing. */
export interface ClosedDay {
  /** "2027-02-06", in the zone of the game's market. */
  readonly day: string;
  /** As the operator worded it: "Tết". */
  readonly reason: string;
}

export const WEEKDAYS = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** What an operator has set: days or weekdays without draws, of some games, of all games of a zone, or of all games. */
export interface ClosedDayRule {
  readonly games?: readonly string[];
  readonly zones?: readonly string[];
  readonly days?: readonly string[];
  readonly weekdays?: readonly Weekday[];
  readonly reason: string;
}

/** From this time before its start on a day is fixed: it is neither closed nor opened again. No seed of such a day exists earlier. */
export const CLOSED_DAY_NOTICE_MS = 2 * DAY_MS;
/** Days ahead that rules of weekdays are applied to. */
const WEEKDAY_DAYS = 60;
/** Longest list of coming days that is published. */
export const LISTED_CLOSED_DAYS = 10;

/** First instant of a day and of the next one, in milliseconds; 23 to 25 hours apart where clocks change. */
export function dayBounds(day: string, zone: string): { readonly from: number; readonly until: number } {
  return { from: startOfDay(day, zone), until: startOfDay(shiftDay(day, 1), zone) };
}

/** The days that rules close for a game, each once with the reason of the first rule, from the day of `now` on. */
export function closedDaysOf(
  rules: readonly ClosedDayRule[],
  { gameId, zone }: { readonly gameId: string; readonly zone: string },
  now: number,
): readonly ClosedDay[] {
  const today = zonedDay(now, zone);
  const found = new Map<string, string>();
  for (const { games, zones, days = [], weekdays = [], reason } of rules) {
    const isMeant = (!games && !zones) || games?.includes(gameId) || zones?.includes(zone);
    if (!isMeant) continue;
    const weekly = Array.from({ length: WEEKDAY_DAYS + 1 }, (_, ahead) => shiftDay(today, ahead)).filter((day) =>
      weekdays.includes(weekdayOf(day)),
    );
    for (const day of [...days.filter((one) => isDay(one) && one >= today), ...weekly]) if (!found.has(day)) found.set(day, reason);
  }
  return [...found].map(([day, reason]) => ({ day, reason })).sort((one, other) => (one.day < other.day ? -1 : 1));
}

/** Returns whether a rule would close all days. */
export function closesEveryWeekday(rules: readonly ClosedDayRule[]): boolean {
  return rules.some(({ weekdays = [] }) => new Set(weekdays).size === WEEKDAYS.length);
}

export function weekdayOf(day: string): Weekday {
  return WEEKDAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? 'SUN';
}

/** A span of time without draws, in milliseconds: `until` is its first instant with draws. */
export interface ClosedSpan {
  readonly from: number;
  readonly until: number;
}
/** Times of the draws of a game. */
export interface DrawTimes {
  readonly everySeconds: number;
  readonly offsetSeconds: number;
}

/** The first places with a draw from `first` on. Spans are those of one game. */
export function openPlaces(times: DrawTimes, first: number, count: number, spans: readonly ClosedSpan[]): readonly number[] {
  const places: number[] = [];
  for (let place = first; places.length < count; ) {
    const at = timeOf(times, place);
    const span = spans.find(({ from, until }) => from <= at && at < until);
    if (!span) places.push(place);
    place = span ? Math.max(place + 1, placeFrom(times, span.until)) : place + 1;
  }
  return places;
}

/** The last place with a draw before this one. */
export function openPlaceBefore(times: DrawTimes, place: number, spans: readonly ClosedSpan[]): number {
  for (let before = place - 1; ; ) {
    const at = timeOf(times, before);
    const span = spans.find(({ from, until }) => from <= at && at < until);
    if (!span) return before;
    before = Math.min(before - 1, placeFrom(times, span.from) - 1);
  }
}

/** Number of places from `from` up to and without `to` whose draws are on closed days. Spans must not overlap. */
export function closedPlaces(times: DrawTimes, from: number, to: number, spans: readonly ClosedSpan[]): number {
  return spans.reduce((sum, span) => {
    const [first, last] = [Math.max(from, placeFrom(times, span.from)), Math.min(to, placeFrom(times, span.until))];
    return sum + Math.max(0, last - first);
  }, 0);
}

function timeOf({ everySeconds, offsetSeconds }: DrawTimes, place: number): number {
  return (place * everySeconds + offsetSeconds) * SECOND_MS;
}

/** The first place whose draw is at or after an instant. */
function placeFrom({ everySeconds, offsetSeconds }: DrawTimes, instant: number): number {
  return Math.ceil((instant / SECOND_MS - offsetSeconds) / everySeconds);
}
