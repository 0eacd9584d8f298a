import { expect, test } from 'vitest';
import { FISH_VARIANTS } from '../../../shared/studio/catalogue.ts';
import { fishMultiplier } from '../../../shared/studio/fish.ts';
import { shoalOf, targetsOf } from './shoal.ts';

test.each(FISH_VARIANTS)('every target of %s swims in the scene, within its borders', (variant) => {
  const shoal = shoalOf(variant);
  expect(new Set(shoal.map((swimmer) => swimmer.species))).toEqual(new Set(targetsOf(variant)));
  for (const { depth, place, start, size } of shoal) {
    expect(depth).toBeGreaterThan(5);
    expect(depth + size * 50).toBeLessThan(90);
    expect(place).toBeLessThan(95);
    expect(start).toBeLessThan(1);
  }
  const pays = targetsOf(variant).map((target) => fishMultiplier(variant, target) ?? 0);
  expect(pays).toEqual([...pays].sort((one, other) => one - other));
});
