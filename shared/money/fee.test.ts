import fc from 'fast-check';
import { expect, test } from 'vitest';
import { feeOf } from './fee.ts';

test.each([
  [1_000_000n, 0n, 0, 0n],
  [1_000_000n, 5_000n, 0, 5_000n],
  [1_000_000n, 0n, 150, 15_000n],
  // 1.5% of 33.33 is 0.49995, rounded down to whole cents.
  [333_300n, 0n, 150, 4_900n],
  [100n, 0n, 150, 0n],
])('of %d with %d fixed and %d basis points is %d', (amount, fixed, basisPoints, fee) => {
  expect(feeOf(amount, { fixed, basisPoints })).toBe(fee);
});

test('is whole cents, at most the exact share, and less than a cent below it', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 15n }), fc.integer({ min: 0, max: 10_000 }), (amount, basisPoints) => {
      const fee = feeOf(amount, { fixed: 0n, basisPoints });
      const exact = amount * BigInt(basisPoints);
      expect(fee % 100n).toBe(0n);
      expect(fee * 10_000n <= exact && exact < (fee + 100n) * 10_000n).toBe(true);
    }),
  );
});
