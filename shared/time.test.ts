import { describe, expect, it } from 'vitest';
import { isDay, shiftDay, startOfDay, zonedText } from './time.ts';

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

  it('shifts days over months and detects invalid days', () => {
    expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28');
    expect(['2026-02-28', '2026-02-30', '2026-13-01', '0000-01-01', 'yesterday'].map(isDay)).toEqual([true, false, false, false, false]);
  });
});
