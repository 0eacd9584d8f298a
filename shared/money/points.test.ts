import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseWirePoints, piecesFor, pointsToScreen, pointsToWire } from './points.ts';

describe('points as text', () => {
  it('are the same after a way over the wire', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), (points) => {
        expect(parseWirePoints(pointsToWire(points))).toBe(points);
      }),
    );
  });

  it('are shown with two decimals, rounded toward zero', () => {
    expect([1_284_509_999n, -1_284_509_999n, 0n, -9_999n, 1_234_567_000_000n].map(pointsToScreen)).toEqual([
      '1,284.50',
      '-1,284.50',
      '0.00',
      '0.00',
      '1,234,567.00',
    ]);
  });

  it('pay for whole pieces', () => {
    expect([piecesFor(10n, 3n), piecesFor(2n, 3n), piecesFor(-10n, 3n), piecesFor(10n, 0n)]).toEqual([3, 0, 0, 0]);
  });
});
