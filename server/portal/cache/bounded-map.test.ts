import { expect, test } from 'vitest';
import { BoundedMap } from './bounded-map.ts';

test('evicts the entry written longest ago first, and writing renews an entry', () => {
  const map = new BoundedMap<string, number>(2);
  map.set('page', 1).set('made-up', 2).set('page', 3).set('another', 4);
  expect([...map]).toEqual([
    ['page', 3],
    ['another', 4],
  ]);
});
