import { expect, test } from 'vitest';
import { HOUR_MS } from '../../time.ts';
import { FISH_VARIANTS } from '../catalogue.ts';
import { fishMultiplier, targetsOf } from '../fish.ts';
import { passOf, shoalAt } from './shoal.ts';

test.each(FISH_VARIANTS)('every target of %s is in the scene at all times, within its borders, the same for all players', (variant) => {
  for (let elapsed = 0; elapsed < HOUR_MS; elapsed += 31_013) {
    const shoal = shoalAt(variant, 'a-seed', elapsed);
    expect(new Set(shoal.map(({ species }) => species))).toEqual(new Set(targetsOf(variant)));
    expect(new Set(shoal.map(({ fish }) => fish)).size).toBe(shoal.length);
    expect(shoal.length).toBeLessThan(32);
    for (const pass of shoal) {
      expect(passOf(variant, 'a-seed', pass.fish)).toEqual(pass);
      expect(pass.depth).toBeGreaterThan(5);
      expect(pass.depth + pass.size * 100).toBeLessThan(90);
      expect(pass.place).toBeLessThan(95);
    }
  }
});

test.each(FISH_VARIANTS)('targets with a higher payout in %s are less frequent, and every sea has its own shoal', (variant) => {
  const seen = new Map<string, number>();
  for (let fish = 0; fish < 16 * 500; fish++) {
    const pass = passOf(variant, 'a-seed', fish);
    if (pass && pass.entersAt < HOUR_MS / 6) seen.set(pass.species, (seen.get(pass.species) ?? 0) + 1);
  }
  const counts = targetsOf(variant).map((species) => seen.get(species) ?? 0);
  for (const [index, count] of counts.entries()) expect(count).toBeGreaterThanOrEqual((counts[index + 1] ?? 0) - 1);
  expect(shoalAt(variant, 'a-seed', 5_000)).not.toEqual(shoalAt(variant, 'another', 5_000));
  const pays = targetsOf(variant).map((target) => fishMultiplier(variant, target) ?? 0);
  expect(pays).toEqual([...pays].sort((one, other) => one - other));
});

test.each([-1, 0.5, 15, Number.NaN, 2 ** 60])('no animal has the number %s', (fish) => {
  expect(passOf('reef', 'a-seed', fish)).toBeUndefined();
});
