import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { createClockGuard, MAX_SKEW_MS } from './clock-guard.ts';
import { openTestDatabase, type TestDatabase } from './db/test-database.ts';
import { Refusal } from './refusal.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** A guard of a node with this clock offset and this response time of the database. */
function guardOf(node: { offset: number; latencyMs: number }) {
  let checks = 0;
  const now = () => Date.now() + node.offset + (checks++ % 2 === 0 ? -node.latencyMs / 2 : node.latencyMs / 2);
  return createClockGuard({ db: database.db, log: pino({ level: 'silent' }), now });
}

describe('the guard of the clock', () => {
  it.each([
    { offset: 0, apart: false },
    { offset: MAX_SKEW_MS + 3_000, apart: true },
    { offset: -DAY_MS, apart: true },
  ])('with a clock that is off by $offset ms', async ({ offset, apart }) => {
    const guard = guardOf({ offset, latencyMs: 0 });
    await guard.compare();
    expect([guard.hasSkew, guard.mayAct]).toEqual([apart, !apart]);
    if (apart) expect(guard.requireTime).toThrow(new Refusal('clocks_differ'));
    else expect(guard.requireTime()).toBeUndefined();
  });

  it('refuses until the first comparison, and allows actions when the clocks agree again', async () => {
    const node = { offset: 60_000, latencyMs: 0 };
    const guard = guardOf(node);
    const started = guard.start();
    expect(guard.mayAct).toBe(false);
    expect(guard.requireTime).toThrow(new Refusal('clocks_differ'));
    guard.stop();
    await started;
    expect(guard.hasSkew).toBe(true);
    node.offset = 0;
    while (guard.hasSkew) await guard.compare();
    expect(guard.mayAct).toBe(true);
  });

  it('believes no answer that took too long', async () => {
    const node = { offset: MAX_SKEW_MS + 3_000, latencyMs: 12_000 };
    const slow = guardOf(node);
    await slow.compare();
    expect(slow.hasSkew).toBe(false);
    node.latencyMs = 0;
    await slow.compare();
    Object.assign(node, { offset: 0, latencyMs: 12_000 });
    await slow.compare();
    expect(slow.hasSkew).toBe(true);
  });
});
