import { describe, expect, it } from 'vitest';
import { instantsOf, periodOf, readDays } from './record-period.ts';

describe('period of a record', () => {
  // 06:00 on 21 November in Bangkok.
  const now = Date.parse('2026-11-20T23:00:00.000Z');
  it.each([
    ['', { name: 'today', from: '2026-11-21', to: '2026-11-21' }],
    ['period=yesterday', { name: 'yesterday', from: '2026-11-20', to: '2026-11-20' }],
    ['period=7d', { name: '7d', from: '2026-11-15', to: '2026-11-21' }],
    ['period=30d', { name: '30d', from: '2026-10-23', to: '2026-11-21' }],
    ['period=month', { name: 'month', from: '2026-11-01', to: '2026-11-21' }],
    ['period=custom&from=2026-11-01&to=2026-11-03', { name: 'custom', from: '2026-11-01', to: '2026-11-03' }],
    ['period=custom', { name: 'custom', from: '2026-11-15', to: '2026-11-21' }],
    ['period=custom&from=2026-11-03&to=2026-11-01', { name: 'custom', from: '2026-11-03', to: '2026-11-01', isInvalid: true }],
    ['period=custom&from=2026-02-31&to=2026-11-01', { name: 'custom', from: '2026-11-15', to: '2026-11-21', isInvalid: true }],
    ['period=custom&from=abc&to=', { name: 'custom', from: '2026-11-15', to: '2026-11-21', isInvalid: true }],
    ['period=century', { name: 'today', from: '2026-11-21', to: '2026-11-21' }],
  ])('%s', (query, days) => {
    expect(readDays(new URLSearchParams(query), 'Asia/Bangkok', now)).toEqual(days);
  });

  it('spans its first to last instant, and reports a period that is too long', () => {
    const days = { name: 'custom', from: '2026-11-01', to: '2026-11-02' } as const;
    expect(instantsOf(days, 'America/New_York')).toEqual({ from: '2026-11-01T04:00:00.000Z', to: '2026-11-03T04:59:59.999Z' });
    const t = (key: string, parameters: object = {}) => `${key} ${JSON.stringify(parameters)}`;
    expect(periodOf(t, days, 2).problem).toBe('');
    expect(periodOf(t, { ...days, isInvalid: true }, 2).problem).toBe('errors.period_invalid {}');
    expect(periodOf(t, days, 1).problem).toBe('errors.period_too_long {"days":1}');
  });
});
