import { expect, test } from 'vitest';
import { createFlightClock } from './flight-clock.ts';
import { readTarget, stepTarget } from './target.ts';

test('the fastest response sets the clock, and old ones are dropped', () => {
  let local = 1_000;
  const clock = createFlightClock(() => local);
  const receive = (ms: number) => clock.sync(new Date(ms).toISOString());
  receive(50_000);
  expect(clock.now()).toBe(50_000);
  local += 100;
  receive(50_040);
  expect(clock.now()).toBe(50_100);
  local += 100;
  receive(50_230);
  expect(clock.now()).toBe(50_230);
  for (let count = 0; count < 30; count++) receive(50_200);
  expect(clock.now()).toBe(50_200);
});

test.each<[string, number | undefined]>([
  ['2', 200],
  ['2.5', 250],
  ['1,37', 137],
  [' 10.00 ', 1_000],
  ['1000', 100_000],
  ['1.005', undefined],
  ['x', undefined],
  ['', undefined],
  ['-2', undefined],
])('the target %j is %s hundredths', (text, hundredths) => {
  expect(readTarget(text)).toBe(hundredths);
});

test('steps go to the next preset target, up to the highest that the stake allows', () => {
  const step = stepTarget;
  expect([step(200, 1, 100_000), step(200, -1, 100_000), step(137, 1, 100_000), step(137, -1, 100_000)]).toEqual([250, 180, 150, 130]);
  expect([step(101, -1, 100_000), step(5_000, 1, 10_000), step(10_000, 1, 10_000)]).toEqual([101, 10_000, 10_000]);
});
