import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addTestMember } from '../identity/sessions/test-member.ts';
import { openTestPlatform, type TestPlatform } from '../test-platform.ts';
import { inTransaction } from './db/transaction.ts';
import { Refusal } from './refusal.ts';
import { createWindowedTries } from './windowed-tries.ts';

const START = new Date('2026-03-01T00:00:00Z');
const WINDOW_MS = 10_000;
const at = (ms: number) => new Date(START.getTime() + ms);

let test: TestPlatform;
let memberId: string;
beforeAll(async () => {
  test = await openTestPlatform();
});
beforeEach(async () => {
  memberId = (await addTestMember(test)).id;
});
afterAll(() => test.close());

describe.each(['factor_try', 'payout_account_try'] as const)('tries in %s', (table) => {
  const tries = createWindowedTries({
    table,
    max: 3,
    windowMs: WINDOW_MS,
    refuse: (waitMs) => new Refusal('payout_account_too_many', { hours: waitMs }),
  });
  const count = (ms: number) =>
    tries.count(test.db, memberId, at(ms)).then(
      () => 'counted',
      (error: Refusal) => error.params.hours,
    );

  it('are refused after the last one, with the time until the window is over', async () => {
    expect([await count(0), await count(1_000), await count(2_000)]).toEqual(['counted', 'counted', 'counted']);
    expect([await count(2_000), await count(9_999)]).toEqual([8_000, 1]);
    expect([await count(10_000), await count(10_000), await count(10_000)]).toEqual(['counted', 'counted', 'counted']);
    expect(await count(10_000)).toBe(WINDOW_MS);
  });

  it('at once are all counted', async () => {
    const outcomes = await Promise.all(Array.from({ length: 9 }, () => count(0)));
    expect(outcomes.filter((outcome) => outcome === 'counted')).toHaveLength(3);
  });

  it('are of one member each', async () => {
    for (let n = 0; n < 3; n += 1) await count(0);
    await tries.count(test.db, (await addTestMember(test)).id, at(0));
    expect(await count(0)).toBe(WINDOW_MS);
  });

  it('stay counted when the caller rolls back', async () => {
    for (let n = 0; n < 3; n += 1) {
      await count(0);
      await inTransaction(test.db, () => Promise.reject(new Error('rolled back'))).catch(() => undefined);
    }
    expect(await count(0)).toBe(WINDOW_MS);
  });

  it('are reset on demand, and swept after their window only', async () => {
    for (let n = 0; n < 3; n += 1) await count(0);
    await tries.sweep(test.db, at(9_999));
    expect(await count(0)).toBe(WINDOW_MS);
    await tries.sweep(test.db, at(WINDOW_MS));
    expect(await test.db.selectFrom(table).selectAll().where('member_id', '=', memberId).execute()).toEqual([]);
    for (let n = 0; n < 3; n += 1) await count(0);
    await tries.forget(test.db, memberId);
    expect(await count(0)).toBe('counted');
  });
});
