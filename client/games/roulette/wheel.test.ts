import { expect, test } from 'vitest';
import { landingAngle } from './wheel.ts';

test.each([
  [10, 0, 480, 800],
  [359, 0, 480, 800],
  [0, 0, 480, 800],
  [-30, -97.3, -70, 180],
  [-3000, -350, -70, 180],
])('from %d to %d at speed %d the layer continues, at least %d degrees and less than a turn more', (from, target, speed, least) => {
  const to = landingAngle(from, target, speed, least);
  const turns = (to - target) / 360;
  expect(turns).toBeCloseTo(Math.round(turns), 9);
  const way = (to - from) * Math.sign(speed);
  expect(way).toBeGreaterThanOrEqual(least - 1e-9);
  expect(way).toBeLessThan(least + 360);
});
