import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, zonedText } from '../time.ts';
import { BASE_WINDOW_MS, WINDOW_KINDS, windowAt, windowDay, windowsBetween } from './wage-windows.ts';

const at = (text: string) => Date.parse(text);
/** With changes of clocks at midnight, by half an hour, in both hemispheres, and offsets of quarters of an hour. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Asia/Beirut', 'Pacific/Apia'];
const shown = (kind: (typeof WINDOW_KINDS)[number], instant: string, zone: string) => {
  const { start, end } = windowAt(kind, at(instant), zone);
  return [zonedText(start, zone), zonedText(end, zone)];
};

describe('windows', () => {
  test('are those of the merchant’s calendar', () => {
    const instant = '2026-11-19T18:07:31Z';
    expect(WINDOW_KINDS.map((kind) => shown(kind, instant, 'Asia/Kathmandu'))).toEqual([
      ['2026-11-19 23:50:00', '2026-11-19 23:55:00'],
      ['2026-11-19 23:00:00', '2026-11-20 00:00:00'],
      ['2026-11-19 00:00:00', '2026-11-20 00:00:00'],
      ['2026-11-16 00:00:00', '2026-11-23 00:00:00'],
      ['2026-11-16 00:00:00', '2026-12-01 00:00:00'],
      ['2026-11-01 00:00:00', '2026-12-01 00:00:00'],
    ]);
    expect(shown('H', '2026-02-15T23:59:59Z', 'UTC')).toEqual(['2026-02-01 00:00:00', '2026-02-16 00:00:00']);
    expect(shown('W', '2026-11-15T23:59:59Z', 'UTC')).toEqual(['2026-11-09 00:00:00', '2026-11-16 00:00:00']);
    expect(windowDay(windowAt('M', at(instant), 'Asia/Kathmandu'), 'Asia/Kathmandu')).toBe('2026-11-01');
  });

  test('are shorter or longer where clocks change', () => {
    const hours = (kind: 'D' | 'hour', instant: string, zone: string) => {
      const { start, end } = windowAt(kind, at(instant), zone);
      return (end - start) / HOUR_MS;
    };
    expect(hours('D', '2026-03-29T12:00:00Z', 'Europe/Berlin')).toBe(23);
    expect(hours('D', '2026-10-25T12:00:00Z', 'Europe/Berlin')).toBe(25);
    // The clock goes from 24:00 to 01:00: the day has no midnight.
    expect(shown('D', '2026-09-06T12:00:00Z', 'America/Santiago')[0]).toBe('2026-09-06 01:00:00');
    expect(hours('hour', '2026-04-04T14:45:00Z', 'Australia/Lord_Howe')).toBe(1.5);
    expect(hours('hour', '2026-10-03T15:45:00Z', 'Australia/Lord_Howe')).toBe(0.5);
  });

  test('of a kind follow each other without gap or overlap, and consist of base windows', () => {
    const instant = fc.integer({ min: at('2024-01-01T00:00:00Z') / 1000, max: at('2028-01-01T00:00:00Z') / 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...WINDOW_KINDS), fc.constantFrom(...ZONES), instant, (kind, zone, seconds) => {
        const window = windowAt(kind, seconds * 1000, zone);
        expect(window.start).toBeLessThanOrEqual(seconds * 1000);
        expect(window.end).toBeGreaterThan(seconds * 1000);
        expect([window.start % BASE_WINDOW_MS, window.end % BASE_WINDOW_MS]).toEqual([0, 0]);
        expect(windowAt(kind, window.start, zone)).toEqual(window);
        expect(windowAt(kind, window.end - 1, zone)).toEqual(window);
        expect(windowAt(kind, window.end, zone).start).toBe(window.end);
      }),
      { numRuns: 400 },
    );
  });

  test('between two times are all that have ended', () => {
    const from = at('2026-11-19T00:02:00Z');
    expect(windowsBetween('five-minutes', from, at('2026-11-20T00:02:00Z'), 'UTC')).toHaveLength(288);
    expect(windowsBetween('D', from, at('2026-11-19T23:59:59Z'), 'UTC')).toEqual([]);
  });
});
