import { expect, test } from 'vitest';
import { countdown, createServerClock, mapInPlay, minuteOf, phaseOf } from './match-clock.ts';

const iso = (seconds: number) => new Date(seconds * 1_000).toISOString();

test.each([
  [245, '4:05'],
  [9, '0:09'],
  [0.2, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
  [3_729, '1:02:09'],
])('%s seconds are written as %s', (seconds, text) => {
  expect(countdown(seconds * 1_000, 0)).toBe(text);
});

test('time is the server time, independent of the device', () => {
  let local = 5_000;
  const clock = createServerClock(() => local);
  clock.set(iso(1_000));
  expect(clock.now()).toBe(1_000_000);
  local += 500;
  expect(clock.now()).toBe(1_000_500);
});

test.each([
  [0, 'far'],
  [50, 'soon'],
  [100, 'open'],
  [106, 'waiting'],
] as const)('a match with its kick-off at 100 is at %s seconds %s', (at, phase) => {
  const match = { state: 'open', startsAt: iso(100), nextAt: iso(106), suspendedUntil: null } as const;
  expect(phaseOf(match, at * 1_000)).toBe(phase);
  expect(phaseOf({ ...match, state: 'drawn' }, at * 1_000)).toBe('over');
});

test('after a goal no bets are taken for a while', () => {
  const match = { state: 'open', startsAt: iso(100), nextAt: iso(112), suspendedUntil: iso(109) } as const;
  expect([107, 109].map((at) => phaseOf(match, at * 1_000))).toEqual(['suspended', 'open']);
});

test('the minute advances between steps and never past the next one', () => {
  const match = { course: '--', stepMinutes: 3, nextAt: iso(118) } as Parameters<typeof minuteOf>[0];
  expect([112, 114, 117.9, 130].map((at) => minuteOf(match, at * 1_000, 6))).toEqual([6, 7, 8, 9]);
  expect(minuteOf({ ...match, stepMinutes: null }, 0, 6)).toBeNull();
});

test('the map in play follows from the rounds', () => {
  expect(mapInPlay('')).toEqual({ number: 1, home: 0, away: 0 });
  expect(mapInPlay('hha')).toEqual({ number: 1, home: 2, away: 1 });
  expect(mapInPlay('hhhhh')).toEqual({ number: 2, home: 0, away: 0 });
  expect(mapInPlay('hhhhhaa')).toEqual({ number: 2, home: 0, away: 2 });
});
