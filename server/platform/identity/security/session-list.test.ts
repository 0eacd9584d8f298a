import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { addTestMember, callNamed, eventsOf, openTestSession, sessionsOf } from '../sessions/test-member.ts';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const list = async (token: string) => (await test.call(callNamed('session.list'), { token })).body.value.sessions;
const end = async (token: string, id: string) => (await test.call(callNamed('session.end'), { token, body: { id } })).body;
const isAlive = async (token: string) => (await test.call(callNamed('member.info'), { token })).body.success as boolean;
const firstLoginOf = async (id: string) =>
  (await test.db.selectFrom('member').select('first_login_at').where('id', '=', id).executeTakeFirstOrThrow()).first_login_at;

describe('the list of sessions', () => {
  it('shows the current one first, then the others by last use, with device and place', async () => {
    const member = await addTestMember(test);
    const current = await openTestSession(test, member, { userAgent: WINDOWS, country: 'TH' });
    test.clock.advance(5 * MINUTE_MS);
    const older = await openTestSession(test, member, { userAgent: PHONE, clientAddress: '2001:db8::7' });
    test.clock.advance(5 * MINUTE_MS);
    const newer = await openTestSession(test, member);
    await openTestSession(test, await addTestMember(test));
    expect(await list(current.token)).toMatchObject([
      { id: current.sessionId, current: true, device: 'Firefox, Windows', country: 'TH', address: '192.0.2.10' },
      { id: newer.sessionId, current: false, device: '', country: null },
      { id: older.sessionId, current: false, device: 'Safari, iPhone', address: '2001:db8::7' },
    ]);
  });

  it('leaves out what has ended or expired', async () => {
    const member = await addTestMember(test);
    await openTestSession(test, member);
    test.clock.advance(24 * 60 * MINUTE_MS);
    const [current, otherSession] = [await openTestSession(test, member), await openTestSession(test, member)];
    await test.call(callNamed('session.logout'), { token: otherSession.token });
    expect(await list(current.token)).toHaveLength(1);
  });
});

describe('ending sessions', () => {
  it('ends one or all others, and returns the number', async () => {
    const member = await addTestMember(test);
    const [own, one, two, three] = await Promise.all([1, 2, 3, 4].map(() => openTestSession(test, member)));
    if (!own || !one || !two || !three) throw new Error('four sessions');
    expect((await end(own.token, one.sessionId)).value).toEqual({ ended: 1 });
    expect(await Promise.all([one, two, own].map(({ token }) => isAlive(token)))).toEqual([false, true, true]);
    expect((await end(own.token, 'others')).value).toEqual({ ended: 2 });
    expect(await Promise.all([two, three, own].map(({ token }) => isAlive(token)))).toEqual([false, false, true]);
    expect((await end(own.token, 'others')).value).toEqual({ ended: 0 });
    expect(await eventsOf(test, member)).toEqual(['sessions_ended', 'sessions_ended', 'sessions_ended']);
  });

  it('answers alike for ended, unknown and own sessions and those of other members', async () => {
    const member = await addTestMember(test);
    const [own, ended] = [await openTestSession(test, member), await openTestSession(test, member)];
    await end(own.token, ended.sessionId);
    const foreign = await openTestSession(test, await addTestMember(test));
    const answers = [];
    for (const id of [foreign.sessionId, ended.sessionId, own.sessionId, 'unknown', '']) answers.push(await end(own.token, id));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ success: false, code: 'session_not_found' });
    expect([await isAlive(foreign.token), await isAlive(own.token)]).toEqual([true, true]);
  });

  it('closes the games that are open', async () => {
    const member = await addTestMember(test);
    const own = await openTestSession(test, member);
    await openTestSession(test, member);
    const now = test.clock.now();
    const expires = new Date(now.getTime() + 60 * MINUTE_MS);
    const hash = `hash-${member.id}`;
    await test.db.insertInto('vendor_session').values({ hash, provider: 'studio', member_id: member.id, expires_at: expires }).execute();
    await end(own.token, 'others');
    const row = await test.db.selectFrom('vendor_session').select('expires_at').where('hash', '=', hash).executeTakeFirstOrThrow();
    expect(row.expires_at.getTime()).toBeLessThan(now.getTime() + MINUTE_MS);
  });
});

describe('signing out', () => {
  it('ends the session on the server, also an idle one', async () => {
    const { token, sessionId } = await openTestSession(test, await addTestMember(test));
    test.clock.advance(31 * MINUTE_MS);
    expect((await test.call(callNamed('session.logout'), { token })).body.success).toBe(true);
    expect(await sessionsOf(test).isAlive(test.db, sessionId)).toBe(false);
    expect((await test.call(callNamed('session.logout'), { token })).status).toBe(401);
  });
});

describe('the first sign-in', () => {
  it('is stored once, by its call', async () => {
    const member = await addTestMember(test, { ownPassword: false });
    const { token } = await openTestSession(test, member);
    expect(await firstLoginOf(member.id)).toBeNull();
    await test.call(callNamed('session.firstLogin'), { token });
    const first = await firstLoginOf(member.id);
    expect(first).not.toBeNull();
    test.clock.advance(5 * MINUTE_MS);
    await test.call(callNamed('session.firstLogin'), { token });
    expect(await firstLoginOf(member.id)).toEqual(first);
  });
});
