import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { testAuthenticator } from '../factors/test-authenticator.ts';
import { addTestMember, callNamed, enrolTotp, eventsOf, openTestSession, sessionsOf, TEST_PASSWORD } from '../sessions/test-member.ts';

const SITE = 'https://play.example';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

const state = async (token: string) => (await test.call(callNamed('session.state'), { token })).body.value;
const confirm = async (token: string, method: string, proof: string) => {
  const headers = { 'X-Site-Origin': SITE };
  const { body } = await test.call(callNamed('session.confirm'), { token, headers, body: { method, proof } });
  return body.success ? 'ok' : body.code;
};
async function idleMember(columns = {}) {
  const member = await addTestMember(test, columns);
  const session = await openTestSession(test, member);
  test.clock.advance(31 * MINUTE_MS);
  return { member, ...session };
}

describe('confirming with the password', () => {
  it('reactivates the session and no other', async () => {
    const { member, token } = await idleMember();
    const other = await openTestSession(test, member);
    test.clock.advance(31 * MINUTE_MS);
    expect(await confirm(token, 'password', TEST_PASSWORD)).toBe('ok');
    expect([(await state(token)).idle, (await state(other.token)).idle]).toEqual([false, true]);
  });

  it('counts wrong ones for the account’s lock, also after a rollback', async () => {
    const { member, token } = await idleMember();
    for (let tries = 0; tries < 3; tries += 1) expect(await confirm(token, 'password', `wrong-${tries}`)).toBe('confirmation_failed');
    expect(await confirm(token, 'password', TEST_PASSWORD)).toBe('confirmation_failed');
    expect(await state(token)).toMatchObject({ idle: true, confirmed: false });
    expect((await eventsOf(test, member)).filter((kind) => kind === 'confirmation_failed')).toHaveLength(4);
    test.clock.advance(31 * MINUTE_MS);
    expect(await confirm(token, 'password', TEST_PASSWORD)).toBe('ok');
  });

  it('is open to a member who must change the password', async () => {
    const { member, token } = await idleMember();
    await test.db.updateTable('member').set({ must_change: true }).where('id', '=', member.id).execute();
    expect(await confirm(token, 'password', TEST_PASSWORD)).toBe('ok');
  });

  it('does not confirm a session that has ended during the comparison', async () => {
    const { member, sessionId } = await idleMember();
    const sessions = sessionsOf(test);
    await inTransaction(test.db, (tx, afterCommit) => sessions.end(tx, afterCommit, member.id, { only: sessionId }));
    expect(await sessions.confirm(test.db, sessionId)).toBe(false);
  });
});

describe('confirming with a factor', () => {
  it('names what the member has, the lightest first', async () => {
    const { token } = await openTestSession(test, await addTestMember(test));
    expect((await state(token)).methods).toEqual(['password']);
    await enrolTotp(test, token);
    expect((await state(token)).methods).toEqual(['totp', 'recovery']);
  });

  it('accepts a code of the app once, and a recovery code once', async () => {
    const { token } = await openTestSession(test, await addTestMember(test));
    const { code, recoveryCodes } = await enrolTotp(test, token);
    test.clock.advance(31 * MINUTE_MS);
    const shown = code();
    expect([await confirm(token, 'totp', shown), await confirm(token, 'totp', shown)]).toEqual(['ok', 'confirmation_failed']);
    const recovery = recoveryCodes[0] ?? '';
    expect([await confirm(token, 'recovery', recovery), await confirm(token, 'recovery', recovery)]).toEqual(['ok', 'confirmation_failed']);
  });

  it('is required for members with an app: the password confirms nothing, not even the removal of the app', async () => {
    const { token, sessionId } = await openTestSession(test, await addTestMember(test));
    const { code } = await enrolTotp(test, token);
    test.clock.advance(31 * MINUTE_MS);
    expect(await confirm(token, 'password', TEST_PASSWORD)).toBe('confirmation_failed');
    expect(await state(token)).toMatchObject({ idle: true, confirmed: false });
    const row = () => test.db.selectFrom('member_session').select('confirmed_at').where('id', '=', sessionId).executeTakeFirstOrThrow();
    const before = await row();
    expect((await test.call(callNamed('member.totpRemove'), { token, body: {} })).body.success).toBe(false);
    expect(await row()).toEqual(before);
    expect(await confirm(token, 'totp', code())).toBe('ok');
  });

  it('cannot be guessed', async () => {
    const { token } = await openTestSession(test, await addTestMember(test));
    const { code } = await enrolTotp(test, token);
    test.clock.advance(31 * MINUTE_MS);
    const wrong = String((Number(code()) + 500_000) % 1_000_000).padStart(6, '0');
    const answers: string[] = [];
    for (let tries = 0; tries < 12; tries += 1) answers.push(await confirm(token, 'totp', wrong));
    expect(new Set(answers)).not.toContain('ok');
    expect(await confirm(token, 'totp', code())).not.toBe('ok');
  });

  it('accepts the member’s passkeys only', async () => {
    const [mine, theirs] = [await addTestMember(test), await addTestMember(test)];
    const [own, foreign] = [await openTestSession(test, mine), await openTestSession(test, theirs)];
    const key = testAuthenticator(SITE, mine.id);
    const headers = { 'X-Site-Origin': SITE };
    const { options } = (await test.call(callNamed('member.passkeyStart'), { token: own.token, headers })).body.value;
    const added = await test.call(callNamed('member.passkeyAdd'), {
      token: own.token,
      headers,
      body: { proof: key.create(options), name: 'Phone' },
    });
    expect(added.body.success).toBe(true);
    const proof = async () => key.show((await test.call(callNamed('session.passkeyOptions'), { headers })).body.value.options);
    expect((await state(own.token)).methods).toEqual(['passkey']);
    expect(await confirm(own.token, 'password', TEST_PASSWORD)).toBe('confirmation_failed');
    expect(await confirm(foreign.token, 'passkey', await proof())).toBe('confirmation_failed');
    test.clock.advance(31 * MINUTE_MS);
    expect(await confirm(own.token, 'passkey', await proof())).toBe('ok');
    expect(await confirm(own.token, 'passkey', 'no JSON')).toBe('confirmation_failed');
  });
});
