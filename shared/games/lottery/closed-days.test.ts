import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, shiftDay, zonedDay, zonedText } from '../../time.ts';
import { seriesOf } from '../events/series.ts';
import { STUDIO_GAMES } from '../games.ts';
import { lotteryCalendar } from './calendar.ts';
import {
  type ClosedDayRule,
  type ClosedSpan,
  closedDaysOf,
  closedPlaces,
  dayBounds,
  openPlaceBefore,
  openPlaces,
  weekdayOf,
} from './closed-days.ts';

/** Zones with and without clock changes, at midnight, by half an hour, and west of UTC. */
const ZONES = ['Asia/Ho_Chi_Minh', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Pacific/Apia', 'UTC'];
/** Around the clock changes of 2027, and Tết. */
const DAYS = ['2027-02-06', '2027-03-14', '2027-03-28', '2027-04-04', '2027-09-05', '2027-10-03', '2027-10-31', '2027-11-07', '2027-12-31'];

/** A generator of numbers below a bound, the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test.each(ZONES)('a day in %s has 23 to 25 hours, ends where the next one begins, and has all its instants', (zone) => {
  for (const first of DAYS)
    for (let ahead = -1; ahead <= 1; ahead += 1) {
      const day = shiftDay(first, ahead);
      const { from, until } = dayBounds(day, zone);
      expect((until - from) / HOUR_MS).toBeGreaterThanOrEqual(23);
      expect((until - from) / HOUR_MS).toBeLessThanOrEqual(25);
      expect(dayBounds(shiftDay(day, 1), zone).from).toBe(until);
      expect([zonedDay(from, zone), zonedDay(until - 1, zone)]).toEqual([day, day]);
      expect(zonedDay(from - 1, zone)).toBe(shiftDay(day, -1));
    }
});

test.each(ZONES)('places of draws in %s skip closed days and no other', (zone) => {
  const random = numbers(ZONES.indexOf(zone) + 1);
  for (let round = 0; round < 60; round += 1) {
    const times = { everySeconds: [60, 180, 600, 900][random(4)] ?? 60, offsetSeconds: random(60) };
    const start = shiftDay(DAYS[random(DAYS.length)] ?? '', -2);
    const closed = Array.from({ length: random(4) }, () => shiftDay(start, random(5)));
    const spans: ClosedSpan[] = [...new Set(closed)].map((day) => dayBounds(day, zone));
    const first = Math.ceil(dayBounds(start, zone).from / 1_000 / times.everySeconds) + random(200);
    const count = 1 + random(2_000);
    const isOpen = (place: number) => !closed.includes(zonedDay((place * times.everySeconds + times.offsetSeconds) * 1_000, zone));
    const expected: number[] = [];
    let place = first;
    for (; expected.length < count; place += 1) if (isOpen(place)) expected.push(place);
    expect(openPlaces(times, first, count, spans)).toEqual(expected);
    expect(closedPlaces(times, first, place, spans)).toBe(place - first - count);
    const [some = first, next = first] = [expected.at(-2), expected.at(-1)];
    if (count > 1) expect(openPlaceBefore(times, next, spans)).toBe(some);
  }
});

test('rules name games, zones or neither, days or weekdays; the first reason counts', () => {
  const now = Date.UTC(2027, 1, 4, 18, 0);
  const rules: ClosedDayRule[] = [
    { games: ['A'], days: ['2027-02-06', '2027-02-05', '2027-02-03'], reason: 'Tết' },
    { zones: ['Asia/Ho_Chi_Minh'], weekdays: ['SUN'], reason: 'Sunday' },
    { days: ['2027-02-07', '2027-12-25'], reason: 'All' },
  ];
  const vietnam = closedDaysOf(rules, { gameId: 'A', zone: 'Asia/Ho_Chi_Minh' }, now);
  // It is already 5 February there.
  expect(vietnam.slice(0, 4)).toEqual([
    { day: '2027-02-05', reason: 'Tết' },
    { day: '2027-02-06', reason: 'Tết' },
    { day: '2027-02-07', reason: 'Sunday' },
    { day: '2027-02-14', reason: 'Sunday' },
  ]);
  expect(vietnam.filter(({ day }) => weekdayOf(day) === 'SUN').length).toBe(9);
  expect(closedDaysOf(rules, { gameId: 'B', zone: 'Asia/Manila' }, now)).toEqual([
    { day: '2027-02-07', reason: 'All' },
    { day: '2027-12-25', reason: 'All' },
  ]);
});

test('the calendar has no draw on a closed day, and continues after it', () => {
  const [series] = seriesOf(STUDIO_GAMES.filter(({ variant }) => variant === 'north'));
  const zone = 'Asia/Ho_Chi_Minh';
  const closed = ['2027-02-06', '2027-02-07'].map((day) => ({ day, reason: 'Tết' }));
  const late = Date.UTC(2027, 1, 5, 16, 45);
  const calendar = lotteryCalendar(series?.gameId ?? '', late, closed);
  expect(calendar?.next.map(({ drawsAt }) => zonedText(drawsAt, zone))).toEqual([
    '2027-02-05 23:50:00',
    ...['00', '10', '20', '30', '40'].map((minute) => `2027-02-08 00:${minute}:00`),
  ]);
  expect(calendar?.days.map(({ day }) => day)).toEqual(['2027-02-05', '2027-02-08', '2027-02-09', '2027-02-10', '2027-02-11']);
  expect(calendar?.closed).toEqual(closed);
  // In the middle of the pause the next draw is the first one after it.
  const within = lotteryCalendar(series?.gameId ?? '', late + DAY_MS, closed);
  expect(zonedText(within?.next[0]?.drawsAt ?? 0, zone)).toBe('2027-02-08 00:00:00');
  expect(within?.closed).toEqual(closed);
});
