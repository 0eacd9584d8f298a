import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { movableClock } from '../../base/clock.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import {
  clearFailures,
  clearLane,
  countFailures,
  createPerNameQueue,
  type LockRules,
  reserveTry,
  sweepFailures,
  type TryKey,
} from './login-lock.ts';

const USUAL: LockRules = { lockFailures: 3, lockMinutes: 30 };
const START = new Date('2026-11-21T12:00:00Z');

let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

let names = 0;
function open(rules: LockRules = USUAL, lane = '') {
  names += 1;
  const clock = movableClock({ now: () => START });
  const key: TryKey = { merchant: 'lagoon', accountKey: `name${names}`, lane };
  const attempt = async (at = key, by = rules) => (await reserveTry(test.db, at, by, clock.now())).allowed;
  return {
    key,
    clock,
    attempt,
    minutes: (count: number) => clock.advance(count * MINUTE_MS),
    attempts: async (count: number) => {
      const answers: boolean[] = [];
      for (let at = 0; at < count; at += 1) answers.push(await attempt());
      return answers;
    },
    failures: () => countFailures(test.db, key, clock.now()),
    until: async () =>
      (await test.db.selectFrom('login_failure').select('locked_until').where('account_key', '=', key.accountKey).executeTakeFirst())
        ?.locked_until,
  };
}

describe('tries at a name', () => {
  it('are limited to three, then none for thirty minutes, then three again', async () => {
    const name = open();
    expect(await name.attempts(5)).toEqual([true, true, true, false, false]);
    name.minutes(29);
    expect(await name.attempt()).toBe(false);
    name.minutes(1);
    expect(await name.attempts(4)).toEqual([true, true, true, false]);
  });

  it('are at most three in any thirty minutes, with any distribution', async () => {
    const name = open();
    const allowed: number[] = [];
    for (let second = 0; second < 6 * 3600; second += 97) {
      if (await name.attempt()) allowed.push(second);
      name.clock.advance(97_000);
    }
    for (const [at, second] of allowed.entries())
      expect((allowed[at + 3] ?? Number.POSITIVE_INFINITY) - second).toBeGreaterThanOrEqual(1800);
    expect(allowed.length).toBeGreaterThan(12);
  });

  it('are not saved up for the end of a window', async () => {
    const name = open();
    await name.attempt();
    name.minutes(29);
    await name.attempt();
    name.minutes(2);
    expect(await name.attempts(2)).toEqual([true, false]);
  });

  it('count from zero after half an hour without failures', async () => {
    const name = open();
    await name.attempts(2);
    expect(await name.failures()).toBe(2);
    name.minutes(30);
    expect(await name.failures()).toBe(0);
    expect(await name.attempts(4)).toEqual([true, true, true, false]);
  });

  it('do not push the end of the lock on', async () => {
    const name = open();
    await name.attempts(3);
    const end = await name.until();
    expect(end).toEqual(new Date(START.getTime() + 30 * MINUTE_MS));
    name.minutes(20);
    await name.attempts(5);
    expect(await name.until()).toEqual(end);
    expect(await name.failures()).toBe(4);
  });

  it('follow the merchant: ten, and five minutes', async () => {
    const name = open({ lockFailures: 10, lockMinutes: 5 });
    expect((await name.attempts(12)).filter(Boolean)).toHaveLength(10);
    name.minutes(5);
    expect(await name.attempt()).toBe(true);
  });

  it('are judged by the rules of the moment', async () => {
    const stricter = open({ lockFailures: 10, lockMinutes: 30 });
    await stricter.attempts(7);
    expect(await stricter.attempt(stricter.key, USUAL)).toBe(false);
    expect(await stricter.until()).not.toBeNull();
    const laxer = open();
    await laxer.attempts(4);
    expect(await laxer.attempt(laxer.key, { lockFailures: 10, lockMinutes: 30 })).toBe(false);
  });

  it('of a known device have their own lane and lock', async () => {
    const name = open();
    const device = { ...name.key, lane: 'd_1' };
    await name.attempts(4);
    expect(await name.attempt(device)).toBe(true);
    expect([await name.attempt(device), await name.attempt(device), await name.attempt(device)]).toEqual([true, true, false]);
  });

  it('are reset by a success in their lane, and in every lane by an unlock', async () => {
    const name = open();
    const device = { ...name.key, lane: 'd_2' };
    await name.attempts(4);
    await name.attempt(device);
    await clearLane(test.db, device);
    expect([await name.attempt(), await countFailures(test.db, device, START)]).toEqual([false, 0]);
    await clearFailures(test.db, name.key);
    expect(await name.attempt()).toBe(true);
  });

  it('at the same moment are counted one by one', async () => {
    const name = open();
    const answers = await Promise.all(Array.from({ length: 30 }, () => name.attempt()));
    expect(answers.filter(Boolean)).toHaveLength(3);
  });

  it('that have expired are swept, a running lock is not', async () => {
    const [once, locked] = [open(), open({ lockFailures: 3, lockMinutes: 60 })];
    await once.attempt();
    await locked.attempts(3);
    const rows = async () =>
      (
        await test.db
          .selectFrom('login_failure')
          .select('account_key')
          .where('account_key', 'in', [once.key.accountKey, locked.key.accountKey])
          .execute()
      ).map((row) => row.account_key);
    const at = (minutes: number) => new Date(START.getTime() + minutes * MINUTE_MS);
    await sweepFailures(test.db, at(31));
    expect(await rows()).toEqual([locked.key.accountKey]);
    await sweepFailures(test.db, at(60));
    expect(await rows()).toEqual([]);
  });
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('lanes', () => {
  it('run one at a time per name, in order, and concurrently across names', async () => {
    const inLane = createPerNameQueue();
    const log: string[] = [];
    const work = (label: string) => async () => {
      log.push(`${label} in`);
      await turn();
      log.push(`${label} out`);
      return label;
    };
    const results = await Promise.all([inLane('a', work('a1')), inLane('a', work('a2')), inLane('b', work('b1'))]);
    expect(results).toEqual(['a1', 'a2', 'b1']);
    expect(log.filter((line) => line.startsWith('a'))).toEqual(['a1 in', 'a1 out', 'a2 in', 'a2 out']);
    expect(log.indexOf('b1 in')).toBeLessThan(log.indexOf('a1 out'));
  });

  it('continue after a failure and refuse tries above the limit', async () => {
    const inLane = createPerNameQueue();
    const failing = inLane('a', () => Promise.reject(new Error('first')));
    const waiting = Array.from({ length: 10 }, () => inLane('a', turn));
    const results = await Promise.allSettled([failing, ...waiting]);
    expect(results.map((result) => result.status)).toEqual(['rejected', ...Array.from({ length: 9 }, () => 'fulfilled'), 'rejected']);
    expect((results[10] as PromiseRejectedResult).reason).toMatchObject({ code: 'server_busy' });
    await expect(inLane('a', async () => 'open again')).resolves.toBe('open again');
  });
});
