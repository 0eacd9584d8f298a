import type { QueryId } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../shared/time.ts';
import type { Database } from '../../base/db/database.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createEventHub } from '../../base/events/hub.ts';
import { type AccessRules, readMerchant, saveSettings } from '../../merchant/index.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { sessionChannel } from './end-sessions.ts';
import { createSessions } from './sessions.ts';
import { addTestMember, callNamed, openTestSession, sessionsOf, TEST_PASSWORD, type TestMember } from './test-member.ts';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const info = async (token: string) => {
  const { status, body } = await test.call(callNamed('member.info'), { token });
  return body.success ? 'ok' : `${status} ${body.code}`;
};
const state = async (token: string) => (await test.call(callNamed('session.state'), { token })).body.value;
const confirmSession = (token: string) =>
  test.call(callNamed('session.confirm'), { token, body: { method: 'password', proof: TEST_PASSWORD } });
const newSession = async () => openTestSession(test, await addTestMember(test));

async function withAccess<T>(change: Partial<AccessRules>, work: () => Promise<T>): Promise<T> {
  const { settings } = await readMerchant(test.db, test.merchant);
  await saveSettings(test.db, test.merchant, { ...settings, access: { ...settings.access, ...change } });
  try {
    return await work();
  } finally {
    await saveSettings(test.db, test.merchant, settings);
  }
}

describe('a session', () => {
  it('becomes idle after thirty minutes without use; reading its state does not reactivate it', async () => {
    const { token } = await newSession();
    for (let use = 0; use < 3; use += 1) {
      test.clock.advance(20 * MINUTE_MS);
      expect(await info(token)).toBe('ok');
    }
    test.clock.advance(31 * MINUTE_MS);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      expect(await info(token)).toBe('200 session_idle');
      expect(await state(token)).toMatchObject({ idle: true, confirmed: false, idleMinutes: 30 });
    }
  });

  it('is no longer idle after a verified factor', async () => {
    const { token } = await newSession();
    test.clock.advance(40 * MINUTE_MS);
    expect((await confirmSession(token)).body.success).toBe(true);
    expect(await info(token)).toBe('ok');
    expect(await state(token)).toMatchObject({ idle: false, confirmed: true });
  });

  it('ends after a day even when it is used, and cannot be reactivated', async () => {
    const { token } = await newSession();
    for (let minutes = 0; minutes < 24 * 60; minutes += 25) {
      expect(await info(token)).toBe('ok');
      test.clock.advance(25 * MINUTE_MS);
    }
    expect(await info(token)).toBe('401 unauthorized');
    expect((await confirmSession(token)).status).toBe(401);
  });

  it('follows the hours and minutes of the merchant from the next call on', async () => {
    const { token } = await newSession();
    test.clock.advance(10 * MINUTE_MS);
    await withAccess({ idleMinutes: 5 }, async () => expect(await info(token)).toBe('200 session_idle'));
    expect(await info(token)).toBe('ok');
    await withAccess({ sessionHours: 2 }, async () => {
      const short = await newSession();
      expect(short.expiresAt.getTime() - test.clock.now().getTime()).toBeGreaterThan(1.99 * HOUR_MS);
      expect(short.expiresAt.getTime() - test.clock.now().getTime()).toBeLessThanOrEqual(2 * HOUR_MS);
    });
  });

  it('counts as confirmed for five minutes', async () => {
    const { token } = await newSession();
    expect(await state(token)).toMatchObject({ confirmed: true });
    test.clock.advance(6 * MINUTE_MS);
    expect(await state(token)).toMatchObject({ confirmed: false, idle: false });
  });

  it('is absent for a blocked member, another merchant, and an invalid token', async () => {
    const member = await addTestMember(test);
    const { token, sessionId } = await openTestSession(test, member);
    const sessions = sessionsOf(test);
    expect(await sessions.resolve(test.db, token)).toMatchObject({ memberId: member.id });
    const elsewhere = createSessions({
      clock: test.clock,
      hub: createEventHub(),
      merchant: 'other',
      endPlay: async () => undefined,
      handPlayOn: async () => undefined,
    });
    expect(await elsewhere.resolve(test.db, token)).toBeNull();
    for (const bad of ['', 'x', `${token}A`, token.slice(1), `${token.slice(0, 42)}!`])
      expect(await sessions.resolve(test.db, bad)).toBeNull();
    await test.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', member.id).execute();
    expect([await sessions.resolve(test.db, token), await sessions.isAlive(test.db, sessionId)]).toEqual([null, false]);
  });

  it('is stored as a hash only', async () => {
    const { token } = await newSession();
    const rows = await test.db.selectFrom('member_session').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('costs one query a call, and one more each minute', async () => {
    const { token } = await newSession();
    const sessions = sessionsOf(test);
    const queries = new Set<QueryId>();
    const counted = test.db.withPlugin({
      transformQuery({ node, queryId }) {
        queries.add(queryId);
        return node;
      },
      transformResult: async ({ result }) => result,
    }) as Database;
    const cost = async () => {
      queries.clear();
      await sessions.resolve(counted, token);
      return queries.size;
    };
    expect(await cost()).toBe(1);
    test.clock.advance(61_000);
    expect([await cost(), await cost()]).toEqual([2, 1]);
  });
});

describe('a free-play session', () => {
  it('ends where other sessions become idle: no factor could reactivate it', async () => {
    const { token, sessionId } = await openTestSession(test, await addTestMember(test, { type: 4, columns: { free_play: true } }));
    expect(await state(token)).toMatchObject({ methods: [], idle: false });
    test.clock.advance(31 * MINUTE_MS);
    expect(await info(token)).toBe('401 unauthorized');
    expect((await confirmSession(token)).status).toBe(401);
    expect(await sessionsOf(test).isAlive(test.db, sessionId)).toBe(false);
  });
});

describe('the end of sessions', () => {
  const listen = (hub: ReturnType<typeof createEventHub>, sessionId: string) => {
    const events: string[] = [];
    hub.subscribe(sessionChannel(sessionId), ({ type }) => events.push(type));
    return events;
  };

  it('is published to the streams after the commit only', async () => {
    const hub = createEventHub();
    const sessions = sessionsOf(test, hub);
    const member = await addTestMember(test);
    const { sessionId } = await openTestSession(test, member);
    const events = listen(hub, sessionId);
    await expect(
      inTransaction(test.db, async (tx, afterCommit) => {
        await sessions.end(tx, afterCommit, member.id, { only: sessionId });
        throw new Error('changed its mind');
      }),
    ).rejects.toThrow('changed its mind');
    expect([events, await sessions.isAlive(test.db, sessionId)]).toEqual([[], true]);
    await inTransaction(test.db, async (tx, afterCommit) => {
      await sessions.end(tx, afterCommit, member.id, { only: sessionId });
      expect(events).toEqual([]);
    });
    expect([events, await sessions.isAlive(test.db, sessionId)]).toEqual([['session-ended'], false]);
  });

  it('happens at the next sign-in if the merchant allows one session only', async () => {
    const hub = createEventHub();
    const sessions = sessionsOf(test, hub);
    const member = await addTestMember(test);
    const stranger = await openTestSession(test, await addTestMember(test));
    await withAccess({ singleSession: true }, async () => {
      const first = await openTestSession(test, member, {}, sessions);
      const events = listen(hub, first.sessionId);
      const second = await openTestSession(test, member, {}, sessions);
      expect([await info(first.token), await info(second.token), await info(stranger.token)]).toEqual(['401 unauthorized', 'ok', 'ok']);
      expect(events).toEqual(['session-ended']);
    });
    const [third, fourth] = [await openTestSession(test, member), await openTestSession(test, member)];
    expect([await info(third.token), await info(fourth.token)]).toEqual(['ok', 'ok']);
  });

  it('leaves one session where two sign in at once', async () => {
    const member = await addTestMember(test);
    const sign = async (owner: TestMember) => (await openTestSession(test, owner)).token;
    await withAccess({ singleSession: true }, async () => {
      const tokens = await Promise.all(Array.from({ length: 5 }, () => sign(member)));
      const answers = await Promise.all(tokens.map(info));
      expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
    });
  });

  it('affects no other member, and no session twice', async () => {
    const [mine, other] = [await addTestMember(test), await addTestMember(test)];
    const sessions = sessionsOf(test);
    const { sessionId } = await openTestSession(test, other);
    const end = (memberId: string, only: string) =>
      inTransaction(test.db, (tx, afterCommit) => sessions.end(tx, afterCommit, memberId, { only }));
    expect([await end(mine.id, sessionId), await end(other.id, sessionId), await end(other.id, sessionId)]).toEqual([0, 1, 0]);
  });
});
