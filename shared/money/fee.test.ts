import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CURRENCY_STEPS } from './currency-steps.ts';
import { feeOf } from './fee.ts';
import { payableUnit } from './money.ts';

test.each([
  ['EUR', 1_000_000n, 0n, 0, 0n],
  ['EUR', 1_000_000n, 5_000n, 0, 5_000n],
  ['EUR', 1_000_000n, 0n, 150, 15_000n],
  // 1.5% of 33.33 is 0.49995, rounded down to whole cents.
  ['EUR', 333_300n, 0n, 150, 4_900n],
  ['EUR', 100n, 0n, 150, 0n],
  // 1.5% of 333 yen is 4.995 yen, rounded down to whole yen.
  ['JPY', 3_330_000n, 0n, 150, 40_000n],
  ['JPY', 1_000_000n, 5_000n, 0, 0n],
])('in %s, of %d with %d fixed and %d basis points is %d', (currency, amount, fixed, basisPoints, fee) => {
  expect(feeOf(amount, { fixed, basisPoints }, currency)).toBe(fee);
});

test('can be paid, is at most the exact share, and less than the smallest amount below it', () => {
  const currencies = fc.constantFrom(...Object.keys(CURRENCY_STEPS));
  fc.assert(
    fc.property(
      currencies,
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.integer({ min: 0, max: 10_000 }),
      (currency, amount, basisPoints) => {
        const unit = payableUnit(currency);
        const fee = feeOf(amount, { fixed: 0n, basisPoints }, currency);
        const exact = amount * BigInt(basisPoints);
        expect(fee % unit).toBe(0n);
        expect(fee * 10_000n <= exact && exact < (fee + unit) * 10_000n).toBe(true);
      },
    ),
  );
});
