import { expect, test } from 'vitest';
import { LOTTERY_VARIANTS } from '../catalogue.ts';
import { inFamilies } from './families.ts';
import { playTypesOf } from './order.ts';

/** More would not fit one row of a desktop, or a short scroll of a phone. */
const MAX_FAMILIES = 7;
const MAX_OF_A_FAMILY = 11;

test('every play type stands in one family, and no level is long', () => {
  for (const variant of LOTTERY_VARIANTS) {
    const playTypes = playTypesOf({ variant });
    const families = inFamilies(playTypes);
    const listed = families.flatMap((one) => one.playTypes.map(({ id }) => id));
    expect([variant, listed.toSorted()]).toEqual([variant, playTypes.map(({ id }) => id).toSorted()]);
    expect(families.length).toBeLessThanOrEqual(MAX_FAMILIES);
    for (const one of families) expect(one.playTypes.length).toBeLessThanOrEqual(MAX_OF_A_FAMILY);
  }
});
