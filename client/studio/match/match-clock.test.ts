import { expect, test } from 'vitest';
import { countdown, createServerClock, phaseOf, untilNextLook } from './match-clock.ts';

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

test('time is that of the server, whatever the device says', () => {
  let local = 5_000;
  const clock = createServerClock(() => local);
  clock.set(iso(1_000));
  local += 2_000;
  expect(clock.now()).toBe(1_002_000);
});

test.each([
  [0, 'far'],
  [239, 'far'],
  [240, 'soon'],
  [299, 'soon'],
  [300, 'playing'],
  [359, 'playing'],
  [360, 'over'],
] as const)('after %s seconds a match is %s', (seconds, phase) => {
  expect(phaseOf({ startsAt: iso(300), endsAt: iso(360) }, seconds * 1_000)).toBe(phase);
});

test('the next look is right after the next kick-off or end', () => {
  const fixtures = [
    { startsAt: iso(100), endsAt: iso(160) },
    { startsAt: iso(340), endsAt: iso(400) },
  ];
  expect(untilNextLook(fixtures, 95_000)).toBe(6_500);
  expect(untilNextLook(fixtures, 155_000)).toBe(6_500);
  expect(untilNextLook(fixtures, 170_000)).toBe(20_000);
  expect(untilNextLook([], 0)).toBe(20_000);
});
