import { describe, expect, test } from 'vitest';
import { ENTRY_STATES, PROMOTION_BLOCKS, PROMOTION_STATUSES } from '../api/promotions/constants.ts';
import { type PromotionStanding, promotionStatus } from './promotion-status.ts';

const RUNNING: PromotionStanding = { state: 'live', block: 'stake', startsAt: 100, endsAt: 200, hasRoom: true };
const TIMES = [99, 100, 199, 200, 299, 300] as const;

describe('the status of a promotion', () => {
  test.each([
    ['before its start', {}, 99, 'coming_soon'],
    ['from its start', {}, 100, 'join'],
    ['to its last moment', {}, 199, 'join'],
    ['at its end', {}, 200, 'close'],
    ['with points for a claim', { block: 'points' }, 150, 'claim'],
    ['with applications', { block: 'cash' }, 150, 'join'],
    ['stopped', { state: 'stopped' }, 150, 'close'],
    ['stopped before its start', { state: 'stopped' }, 50, 'close'],
    ['with a used budget', { hasRoom: false }, 150, 'close'],
    ['with a used budget before its start', { hasRoom: false }, 50, 'coming_soon'],
  ] as const)('%s', (_name, change, now, status) => {
    expect(promotionStatus({ ...RUNNING, ...change }, null, now)).toBe(status);
  });

  test.each([
    ['joined', 'stake', 199, 'joined'],
    ['joined', 'stake', 200, 'process'],
    ['claimable', 'stake', 299, 'claim'],
    ['claimable', 'stake', 300, 'close'],
    ['applying', 'cash', 250, 'applying'],
    ['rejected', 'cash', 150, 'rejected'],
    ['due', 'deposit', 150, 'process'],
    ['due', 'cash', 150, 'process'],
    ['paid', 'cash', 150, 'issued'],
    ['joined', 'cashback', 199, 'joined'],
    ['joined', 'cashback', 200, 'process'],
    ['due', 'cashback', 250, 'process'],
    ['paid', 'cashback', 250, 'issued'],
    ['paid', 'deposit', 150, 'claimed'],
    ['paid', 'points', 400, 'claimed'],
    ['ended', 'stake', 250, 'close'],
  ] as const)('of a member whose entry is %s (%s, at %i) is %s', (state, block, now, status) => {
    expect(promotionStatus({ ...RUNNING, block }, { state, claimUntil: 300 }, now)).toBe(status);
  });

  test('of a member in it does not depend on a stop or the budget', () => {
    for (const state of ENTRY_STATES)
      for (const now of TIMES) {
        const entry = { state, claimUntil: 300 };
        const stopped = { ...RUNNING, state: 'stopped', hasRoom: false } as const;
        expect(promotionStatus(stopped, entry, now)).toBe(promotionStatus(RUNNING, entry, now));
      }
  });

  test('takes every value of the specification', () => {
    const found = PROMOTION_BLOCKS.flatMap((block) =>
      TIMES.flatMap((now) =>
        [null, ...ENTRY_STATES.map((state) => ({ state, claimUntil: 300 }))].map((entry) =>
          promotionStatus({ ...RUNNING, block }, entry, now),
        ),
      ),
    );
    expect([...new Set(found)].toSorted()).toEqual([...PROMOTION_STATUSES].toSorted());
  });
});
