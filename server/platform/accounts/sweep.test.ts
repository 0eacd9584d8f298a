import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PayloadKey, sealPayload } from '../../../shared/api/seal.ts';
import { movableClock } from '../clock.ts';
import { openTestDatabase, type TestDatabase } from '../db/test-database.ts';
import { countFailure, isLocked, sweepFailures } from './login-lock.ts';
import { createPayloadKeys } from './payload-keys.ts';
import { createSessions } from './sessions.ts';
import { insertMember } from './store.ts';

const START = new Date('2026-11-21T12:00:00Z');
/** Stands still until it is moved, so that a slow machine changes nothing. */
const standingClock = () => movableClock({ now: () => START });
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
let test: TestDatabase;
beforeAll(async () => {
  test = await openTestDatabase();
});
afterAll(() => test.close());

const count = async (table: 'login_failure' | 'payload_nonce' | 'member_session' | 'payload_key') =>
  (await test.db.selectFrom(table).selectAll().execute()).length;

describe('sweeping', () => {
  it('forgets failures that no longer count and keeps locks that stand', async () => {
    const clock = standingClock();
    const [once, locked] = ['once', 'locked'].map((accountKey) => ({ merchant: 'lagoon', accountKey })) as [
      { merchant: string; accountKey: string },
      { merchant: string; accountKey: string },
    ];
    await countFailure(test.db, once, clock.now());
    await countFailure(test.db, locked, clock.now());
    clock.advance(20 * MINUTE_MS);
    for (let tries = 0; tries < 2; tries += 1) await countFailure(test.db, locked, clock.now());
    clock.advance(15 * MINUTE_MS);
    await sweepFailures(test.db, clock.now());
    expect([await count('login_failure'), await isLocked(test.db, locked, clock.now())]).toEqual([1, true]);
    clock.advance(30 * MINUTE_MS);
    await sweepFailures(test.db, clock.now());
    expect(await count('login_failure')).toBe(0);
  });

  it('keeps a nonce for as long as its payload could be accepted', async () => {
    const clock = standingClock();
    const keys = createPayloadKeys({ db: test.db, clock });
    const [key] = await keys.publicKeys();
    const payload = await sealPayload(key as PayloadKey, 'x', {}, clock.now().getTime() + 110_000);
    await keys.open('x', payload);
    clock.advance(229_000);
    await keys.sweep();
    await expect(keys.open('x', payload)).rejects.toMatchObject({ code: 'payload_replayed' });
    clock.advance(DAY_MS);
    await keys.sweep();
    expect(await count('payload_nonce')).toBe(0);
    await expect(keys.open('x', payload)).rejects.toMatchObject({ code: 'payload_expired' });
  });

  it('makes a new payload key each month, and opens with two', async () => {
    const clock = standingClock();
    const keys = createPayloadKeys({ db: test.db, clock });
    const [old] = await keys.publicKeys();
    await keys.rotate();
    expect((await keys.publicKeys())[0]).toEqual(old);
    clock.advance(31 * DAY_MS);
    await keys.rotate();
    const [current, previous] = await keys.publicKeys();
    expect(current).not.toEqual(old);
    expect(previous).toEqual(old);
    const payload = await sealPayload(old as PayloadKey, 'x', 7, clock.now().getTime());
    expect(await keys.open('x', payload)).toBe(7);
  });

  it('removes sessions a week after their end', async () => {
    const clock = standingClock();
    const sessions = createSessions({ clock });
    const draft = { merchant: 'lagoon', account: 'sweeper', type: 0, currency: 'USD', passwordHash: 'x', ownPassword: true };
    const member = await insertMember(test.db, draft, clock.now());
    const { token } = await sessions.open(test.db, member?.id ?? '', { clientAddress: '', userAgent: '' });
    clock.advance(7 * DAY_MS);
    await sessions.sweep(test.db);
    expect(await count('member_session')).toBe(1);
    expect(await sessions.resolve(test.db, token)).toBeNull();
    clock.advance(DAY_MS + MINUTE_MS);
    await sessions.sweep(test.db);
    expect(await count('member_session')).toBe(0);
  });
});
