import { describe, expect, it } from 'vitest';
import { isDay, shiftDay, startOfDay, zonedSince, zonedText } from './time.ts';

describe('zoned time', () => {
  it.each([
    ['2026-11-21T00:30:00.000Z', 'Asia/Bangkok', '2026-11-21 07:30:00'],
    ['2026-11-21T00:30:00.000Z', 'America/New_York', '2026-11-20 19:30:00'],
    ['2026-11-20T17:00:00.000Z', 'Asia/Bangkok', '2026-11-21 00:00:00'],
  ])('%s in %s is %s', (instant, zone, text) => {
    expect(zonedText(instant, zone)).toBe(text);
  });

  it.each([
    ['2026-11-21', 'Asia/Bangkok', '2026-11-20T17:00:00.000Z'],
    ['2026-11-21', 'UTC', '2026-11-21T00:00:00.000Z'],
    // The days of both clock changes.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, instant) => {
    expect(new Date(startOfDay(day, zone)).toISOString()).toBe(instant);
  });

  it.each([
    ['2026-11-21T16:25:00.000Z', '23:25:00'],
    // The day of the zone has begun, that of UTC has not.
    ['2026-11-20T17:00:00.000Z', '00:00:00'],
    ['2026-11-20T16:25:00.000Z', '2026-11-20 23:25:00'],
    ['2026-11-21T17:25:00.000Z', '2026-11-22 00:25:00'],
  ])('%s is %s on 21 November in Bangkok', (instant, text) => {
    expect(zonedSince(instant, 'Asia/Bangkok', Date.parse('2026-11-21T05:00:00.000Z'))).toBe(text);
  });

  it('shifts days over months and detects invalid days', () => {
    expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28');
    expect(['2026-02-28', '2026-02-30', '2026-13-01', '0000-01-01', 'yesterday'].map(isDay)).toEqual([true, false, false, false, false]);
  });
});
