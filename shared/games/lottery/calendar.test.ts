import { expect, test } from 'vitest';
import { DAY_MS, zonedDay, zonedText } from '../../time.ts';
import { LOTTERY_VARIANTS } from '../catalogue.ts';
import { STUDIO_GAMES } from '../games.ts';
import { lotteryCalendar } from './calendar.ts';
import { lotteryDraws } from './draws.ts';

const gameOf = (variant: string) => STUDIO_GAMES.find((one) => one.variant === variant)?.gameId ?? '';
const NOW = Date.UTC(2026, 5, 1, 17, 59, 51);

test.each(LOTTERY_VARIANTS)('the calendar of %s has the draws of seven days of its market, one by one', (variant) => {
  const { zone = '', everySeconds = 0 } = lotteryDraws({ variant }) ?? {};
  for (const now of [NOW, NOW + 9_000, NOW + 3 * 3_600_000, Date.UTC(2026, 11, 31, 15, 0, 0)]) {
    const calendar = lotteryCalendar(gameOf(variant), now);
    const counted = new Map<string, number[]>();
    const seconds = everySeconds * 1000;
    for (let at = Math.floor(now / seconds) * seconds; at < now + 9 * DAY_MS; at += seconds)
      if (at - 10_000 > now) counted.set(zonedDay(at, zone), [...(counted.get(zonedDay(at, zone)) ?? []), at]);
    const expected = [...counted]
      .filter(([day]) => Date.parse(day) < Date.parse(zonedDay(now, zone)) + 7 * DAY_MS)
      .map(([day, draws]) => ({ day, first: draws[0], last: draws.at(-1), draws: draws.length }));
    expect(calendar?.days).toEqual(expected);
    expect(calendar?.next.map(({ drawsAt }) => drawsAt)).toEqual([...counted.values()].flat().slice(0, 6));
    for (const { closesAt, drawsAt } of calendar?.next ?? []) expect(drawsAt - closesAt).toBe(10_000);
  }
});

test('days are those of the market, issues are numbered by the day of the draw in UTC', () => {
  const calendar = lotteryCalendar(gameOf('sea4'), Date.UTC(2026, 5, 1, 15, 54, 0));
  expect(calendar?.zone).toBe('Asia/Singapore');
  expect(calendar?.days[0]).toEqual({
    day: '2026-06-01',
    first: Date.UTC(2026, 5, 1, 15, 55),
    last: Date.UTC(2026, 5, 1, 15, 55),
    draws: 1,
  });
  expect(zonedText(calendar?.days[1]?.first ?? 0, 'Asia/Singapore')).toBe('2026-06-02 00:00:00');
  expect(calendar?.days[1]?.draws).toBe(288);
  expect(calendar?.next[0]?.issue).toBe('202606010192');
});

test('a game without draws has no calendar', () => {
  expect(lotteryCalendar('OTHER', NOW)).toBeUndefined();
  expect(lotteryCalendar(gameOf('european'), NOW)).toBeUndefined();
});
