import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClockGuard, MOST_SKEW_MS } from './clock-guard.ts';
import { openTestDatabase, type TestDatabase } from './db/test-database.ts';
import { Refusal } from './refusal.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A guard of a node with this clock offset and this response time of the database. */
function guardOf(node: { offset: number; took: number }) {
  let looks = 0;
  const now = () => Date.now() + node.offset + (looks++ % 2 === 0 ? -node.took / 2 : node.took / 2);
  return createClockGuard({ db: database.db, log: pino({ level: 'silent' }), now });
}

describe('the guard of the clock', () => {
  it.each([
    { offset: 0, apart: false },
    { offset: MOST_SKEW_MS + 3_000, apart: true },
    { offset: -86_400_000, apart: true },
  ])('with a clock that is off by $offset ms', async ({ offset, apart }) => {
    const guard = guardOf({ offset, took: 0 });
    await guard.compare();
    expect([guard.isApart, guard.mayAct]).toEqual([apart, !apart]);
    if (apart) expect(guard.requireTime).toThrow(new Refusal('clocks_differ'));
    else expect(guard.requireTime()).toBeUndefined();
  });

  it('refuses until the first comparison, and allows actions when the clocks agree again', async () => {
    const node = { offset: 60_000, took: 0 };
    const guard = guardOf(node);
    const started = guard.start();
    expect(guard.mayAct).toBe(false);
    expect(guard.requireTime).toThrow(new Refusal('clocks_differ'));
    guard.stop();
    await started;
    expect(guard.isApart).toBe(true);
    node.offset = 0;
    while (guard.isApart) await guard.compare();
    expect(guard.mayAct).toBe(true);
  });

  it('believes no answer that took too long', async () => {
    const node = { offset: MOST_SKEW_MS + 3_000, took: 12_000 };
    const slow = guardOf(node);
    await slow.compare();
    expect(slow.isApart).toBe(false);
    node.took = 0;
    await slow.compare();
    Object.assign(node, { offset: 0, took: 12_000 });
    await slow.compare();
    expect(slow.isApart).toBe(true);
  });
});
