import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { createSecrets } from '../../base/secrets.ts';
import { sealedContact } from '../../notify/contacts/contacts.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import {
  addTestMember,
  callNamed,
  enrolTotp,
  eventsOf,
  OTHER_PASSWORD,
  openTestSession,
  sessionsOf,
  TEST_PASSWORD,
  type TestMember,
} from '../sessions/test-member.ts';

const HOME = '192.0.2.10';
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

interface Place {
  readonly address?: string;
  readonly browser?: string;
}

/** A browser of a member who has signed in with "remember me", on a known network. */
async function rememberedMember(columns: Parameters<typeof addTestMember>[1] = {}) {
  const member = await addTestMember(test, columns);
  const sessions = sessionsOf(test);
  const { family, token } = await inTransaction(test.db, (tx) => sessions.remember(tx, member.id));
  const session = await openTestSession(test, member, { rememberFamily: family, clientAddress: HOME, userAgent: BROWSER });
  return { member, family, token, session };
}

const present = (token: string, { address = HOME, browser = BROWSER }: Place = {}) =>
  test.call(callNamed('session.remembered'), { token, headers: { 'X-Client-Address': address, 'User-Agent': browser } });
const isAlive = async (token: string) => (await test.call(callNamed('member.info'), { token })).body.success as boolean;
const refusal = async (token: string, place?: Place) => {
  const { status, body } = await present(token, place);
  return `${status} ${body.code}`;
};
const living = async (member: TestMember) =>
  (await test.db.selectFrom('member_session').select('id').where('member_id', '=', member.id).where('ended_at', 'is', null).execute())
    .length;

describe('a remember token', () => {
  it('signs in once and returns its successor', async () => {
    const { token, member } = await rememberedMember();
    const { body } = await present(token);
    expect(body.value).toMatchObject({ member: { account: member.account }, remember: { token: expect.stringMatching(/^[\w-]{43}$/) } });
    expect(body.value.remember.token).not.toBe(token);
    expect(await isAlive(body.value.token)).toBe(true);
    const again = await present(body.value.remember.token);
    expect(again.body.value.remember.token).not.toBe(body.value.remember.token);
  });

  it('is issued for a sign-in with "remember me" only', async () => {
    const { account } = await addTestMember(test);
    const signIn = async (remember: boolean) => {
      const body = { username: account, password: TEST_PASSWORD, remember };
      return (await test.call(callNamed('session.login'), { body, headers: { 'X-Client-Address': HOME } })).body.value;
    };
    expect((await signIn(false)).remember).toBeNull();
    const { remember } = await signIn(true);
    expect(Date.parse(remember.expiresAt) - test.clock.now().getTime()).toBeGreaterThan(23.9 * HOUR_MS);
    expect((await present(remember.token)).body.success).toBe(true);
  });

  it('is no session, and a session is no remember token', async () => {
    const { token, session } = await rememberedMember();
    expect(await isAlive(token)).toBe(false);
    for (const bad of [session.token, 'x', 'A'.repeat(43)]) expect(await refusal(bad)).toBe('401 unauthorized');
    expect((await test.call(callNamed('session.remembered'))).status).toBe(401);
  });

  it('is stored as a hash only', async () => {
    const { token } = await rememberedMember();
    const { body } = await present(token);
    const rows = JSON.stringify(await test.db.selectFrom('remember_token').selectAll().execute());
    expect([rows.includes(token), rows.includes(body.value.remember.token)]).toEqual([false, false]);
  });

  it('is valid for a day from the sign-in with the password, through all renewals, and so are its sessions', async () => {
    let { token } = await rememberedMember();
    const end = test.clock.now().getTime() + 24 * HOUR_MS;
    let session = '';
    for (let hour = 0; hour < 23; hour += 5) {
      const { value } = (await present(token)).body;
      expect(Date.parse(value.remember.expiresAt)).toBeLessThanOrEqual(end);
      expect(Date.parse(value.expiresAt)).toBeLessThanOrEqual(end);
      token = value.remember.token;
      session = value.token;
      test.clock.advance(5 * HOUR_MS);
    }
    expect(await refusal(token)).toBe('401 unauthorized');
    expect(await isAlive(session)).toBe(false);
  });

  it('opens an unconfirmed session', async () => {
    const { token } = await rememberedMember();
    const { value } = (await present(token)).body;
    expect((await test.call(callNamed('session.state'), { token: value.token })).body.value.confirmed).toBe(false);
    const start = await test.call(callNamed('member.totpStart'), { token: value.token });
    expect(start.body.code).toBe('confirmation_required');
  });

  it('replaces the older session of its browser', async () => {
    const { token, session } = await rememberedMember();
    const { value } = (await present(token)).body;
    expect([await isAlive(session.token), await isAlive(value.token)]).toEqual([false, true]);
  });

  it('is refused for a blocked member, and is not reported as stolen', async () => {
    const { token, member } = await rememberedMember();
    await test.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', member.id).execute();
    expect(await refusal(token)).toBe('401 unauthorized');
    await test.db.updateTable('member').set({ status: 'active' }).where('id', '=', member.id).execute();
    expect((await present(token)).body.success).toBe(true);
  });
});

describe('a used token', () => {
  it('ends the family and all its sessions, and no other browser', async () => {
    const { token, member } = await rememberedMember();
    const other = await openTestSession(test, member);
    const { value } = (await present(token)).body;
    test.clock.advance(31_000);
    expect(await refusal(token)).toBe('401 unauthorized');
    expect([await isAlive(value.token), await isAlive(other.token)]).toEqual([false, true]);
    expect(await refusal(value.remember.token)).toBe('401 unauthorized');
    expect((await eventsOf(test, member)).filter((kind) => kind === 'remember_token_reused')).toHaveLength(1);
  });

  it.each([
    ['another address', { address: '198.51.100.77' }],
    ['another browser', { browser: 'curl/8.0' }],
  ])('ends them at once when it is sent from %s', async (_name, place) => {
    const { token } = await rememberedMember();
    const { value } = (await present(token)).body;
    expect(await refusal(token, place)).toBe('401 unauthorized');
    expect(await isAlive(value.token)).toBe(false);
    expect(await refusal(value.remember.token)).toBe('401 unauthorized');
  });

  it('notifies the owner when a stolen token was used first', async () => {
    const { token, session } = await rememberedMember();
    const thief = (await present(token, { browser: 'curl/8.0' })).body.value;
    expect(await isAlive(session.token)).toBe(false);
    expect(await refusal(token)).toBe('401 unauthorized');
    expect(await isAlive(thief.token)).toBe(false);
    expect(await refusal(thief.remember.token)).toBe('401 unauthorized');
  });

  it('of restored tabs opens a session for each, and one of them gets the successor', async () => {
    const { token, member } = await rememberedMember();
    const answers = (await Promise.all(Array.from({ length: 4 }, () => present(token)))).map(({ body }) => body.value);
    expect(await Promise.all(answers.map((value) => isAlive(value.token)))).toEqual([true, true, true, true]);
    const successors = answers.flatMap(({ remember }) => remember ?? []);
    expect(successors).toHaveLength(1);
    expect((await present(successors[0].token)).body.success).toBe(true);
    expect(await eventsOf(test, member)).not.toContain('remember_token_reused');
  });

  it('returns nothing to a late tab after the logout', async () => {
    const { token, member } = await rememberedMember();
    const { value } = (await present(token)).body;
    await test.call(callNamed('session.logout'), { token: value.token });
    expect(await refusal(token)).toBe('401 unauthorized');
    expect(await eventsOf(test, member)).not.toContain('remember_token_reused');
  });
});

describe('a family ends', () => {
  it('with the sign-out, which ends the other tabs of that browser too', async () => {
    const { token, member } = await rememberedMember();
    const other = await openTestSession(test, member);
    const [first, second] = (await Promise.all([present(token), present(token)])).map(({ body }) => body.value);
    await test.call(callNamed('session.logout'), { token: first.token });
    expect([await isAlive(second.token), await isAlive(other.token)]).toEqual([false, true]);
    expect(await refusal((first.remember ?? second.remember).token)).toBe('401 unauthorized');
  });

  it('with its session, when that is ended from elsewhere', async () => {
    const { token, member, session } = await rememberedMember();
    const other = await openTestSession(test, member);
    const ended = await test.call(callNamed('session.end'), { token: other.token, body: { id: session.sessionId } });
    expect(ended.body.value).toEqual({ ended: 1 });
    expect(await refusal(token)).toBe('401 unauthorized');
  });

  it('not with an older session of the same browser', async () => {
    const { token, session, member, family } = await rememberedMember();
    const twin = await openTestSession(test, member, { rememberFamily: family });
    await test.call(callNamed('session.end'), { token: session.token, body: { id: twin.sessionId } });
    expect((await present(token)).body.success).toBe(true);
  });

  it('when all other sessions are ended, but not the own one', async () => {
    const { token, session, member } = await rememberedMember();
    const away = await inTransaction(test.db, (tx) => sessionsOf(test).remember(tx, member.id));
    await test.call(callNamed('session.end'), { token: session.token, body: { id: 'others' } });
    expect(await refusal(away.token)).toBe('401 unauthorized');
    expect((await present(token)).body.success).toBe(true);
  });

  it('with a new password, also that of the browser it was changed in', async () => {
    const { token, session, member } = await rememberedMember();
    const away = await inTransaction(test.db, (tx) => sessionsOf(test).remember(tx, member.id));
    const body = { oldPassword: TEST_PASSWORD, newPassword: OTHER_PASSWORD, confirmNewPassword: OTHER_PASSWORD };
    expect((await test.call(callNamed('member.password'), { token: session.token, body })).body.success).toBe(true);
    expect([await refusal(token), await refusal(away.token)]).toEqual(['401 unauthorized', '401 unauthorized']);
    expect(await isAlive(session.token)).toBe(true);
  });

  it('with a new password that is set at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { token, session, member } = await rememberedMember();
      const body = { oldPassword: TEST_PASSWORD, newPassword: OTHER_PASSWORD, confirmNewPassword: OTHER_PASSWORD };
      const other = await openTestSession(test, member);
      const changing = test.call(callNamed('member.password'), { token: other.token, body });
      const answers = [await present(token), await present(token)].map((answer) => answer.body.value);
      expect((await changing).body.success).toBe(true);
      for (const value of answers) {
        if (value) expect(await isAlive(value.token)).toBe(false);
        if (value?.remember) expect(await refusal(value.remember.token)).toBe('401 unauthorized');
      }
      expect([await isAlive(session.token), await isAlive(other.token), await living(member)]).toEqual([false, true, 1]);
    }
  });
});

describe('a second step in between', () => {
  const email = 'sailor@example.test';
  const contact = () => sealedContact(createSecrets(TEST_DATA_KEY), 'email', `${crypto.randomUUID()}.${email}`);

  it('is required as for all sign-ins, and leaves the token unused', async () => {
    const { sealed, key } = contact();
    const verified = { email: sealed, email_key: key, email_verified_at: test.clock.now() };
    const { token, member } = await rememberedMember({ columns: verified });
    await test.db
      .insertInto('member_address')
      .values({ member_id: member.id, network: HOME, country: null, created_at: test.clock.now(), seen_at: test.clock.now() })
      .execute();
    const away = (await present(token, { address: '198.51.100.7' })).body.value;
    expect(away).toMatchObject({ verification: { reason: 'unregistered_address', methods: ['email'] } });
    expect((await present(token)).body.value).toMatchObject({ remember: { token: expect.any(String) } });
  });

  it('returns the next token of the family at its end', async () => {
    const { token, session, member } = await rememberedMember();
    const end = test.clock.now().getTime() + 24 * HOUR_MS;
    const { code } = await enrolTotp(test, session.token);
    test.clock.advance(2 * HOUR_MS);
    const { verification } = (await present(token)).body.value;
    expect(verification).toMatchObject({ reason: 'second_factor', methods: ['totp', 'recovery'] });
    const body = { method: 'totp', proof: code() };
    const { value } = (await test.call(callNamed('session.stepVerify'), { token: verification.ticket, body })).body;
    expect(Date.parse(value.remember.expiresAt)).toBeLessThanOrEqual(end);
    expect(await isAlive(value.token)).toBe(true);
    await test.call(callNamed('session.logout'), { token: value.token });
    expect(await refusal(value.remember.token)).toBe('401 unauthorized');
    expect(await eventsOf(test, member)).not.toContain('remember_token_reused');
  });

  it('gets the next token of the family, in place of the one before', async () => {
    const { token, member, family } = await rememberedMember();
    const sessions = sessionsOf(test);
    const next = await inTransaction(test.db, (tx) => sessions.renew(tx, member.id, family));
    const other = await addTestMember(test);
    expect(await inTransaction(test.db, (tx) => sessions.renew(tx, other.id, family))).toBeNull();
    expect(await refusal(token)).toBe('401 unauthorized');
    expect(await refusal(String(next?.token))).toBe('401 unauthorized');
    expect(await inTransaction(test.db, (tx) => sessions.renew(tx, member.id, family))).toBeNull();
  });
});
