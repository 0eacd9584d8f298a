import { describe, expect, it } from 'vitest';
import { readPeriod } from './betting-record.ts';
import { isDay, shiftDay, startOfDay, zonedText } from './zoned-time.ts';

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
    // The day clocks go forward and the day they go back.
    ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z'],
    ['2026-03-09', 'America/New_York', '2026-03-09T04:00:00.000Z'],
    ['2026-11-02', 'America/New_York', '2026-11-02T05:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, instant) => {
    expect(new Date(startOfDay(day, zone)).toISOString()).toBe(instant);
  });

  it('shifts days over months and knows real days', () => {
    expect(shiftDay('2026-03-01', -1)).toBe('2026-02-28');
    expect([isDay('2026-02-28'), isDay('2026-13-01'), isDay('yesterday')]).toEqual([true, false, false]);
  });
});

describe('period of the betting record', () => {
  // 06:00 on 21 November in Bangkok.
  const now = Date.parse('2026-11-20T23:00:00.000Z');
  it.each([
    ['', { period: 'today', from: '2026-11-21', to: '2026-11-21' }],
    ['period=yesterday', { period: 'yesterday', from: '2026-11-20', to: '2026-11-20' }],
    ['period=7d', { period: '7d', from: '2026-11-15', to: '2026-11-21' }],
    ['period=30d', { period: '30d', from: '2026-10-23', to: '2026-11-21' }],
    ['period=custom&from=2026-11-01&to=2026-11-03', { period: 'custom', from: '2026-11-01', to: '2026-11-03' }],
    ['period=custom&from=2026-11-03&to=2026-11-01', { period: 'today', from: '2026-11-21', to: '2026-11-21' }],
    ['period=century', { period: 'today', from: '2026-11-21', to: '2026-11-21' }],
  ])('%s', (query, period) => {
    expect(readPeriod(new URLSearchParams(query), 'Asia/Bangkok', now)).toEqual(period);
  });
});
