import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CALLS } from '../../../../shared/api/call-table.ts';
import { loginCode, sessionLogin, stepSend, stepState, stepVerify } from '../../../../shared/api/sign-in/calls.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { accountsTest, PASSWORD } from '../accounts/test-accounts.ts';
import { enrolTotp } from '../sessions/test-member.ts';
import { testProof } from '../verification/test-human.ts';
import { addTraveller, codeTo, requestLoginCode, ticketOf } from './test-inputs.ts';

const WRONG = 'wrong-password-1';

let test: TestPlatform;
beforeAll(async () => {
  test = await openTestPlatform();
});
afterAll(() => test.close());
afterEach(() => expect(test.faults).toEqual([]));

let members = 0;
async function newMember(): Promise<string> {
  members += 1;
  const username = `sailor${members}x`;
  const { success, code } = await accountsTest(test).register({ username });
  expect([success, code]).toEqual([true, undefined]);
  return username;
}
const traveller = () => {
  members += 1;
  return addTraveller(test, `sailor${members}x`);
};
/** With a solved challenge, so that only the password decides. */
const login = async (username: string, password: string, more: object = {}, headers: Record<string, string> = {}) =>
  (await test.call(sessionLogin, { body: { username, password, ...(await testProof(test, 'login')), ...more }, headers })).body;

describe('signing in', () => {
  it('accepts the name in any case and returns the previous sign-in', async () => {
    const name = await newMember();
    const first = await login(name.toUpperCase(), PASSWORD);
    expect(first.value.member.account).toBe(name);
    expect(first.value.member.lastLoginAt).not.toBeNull();
    expect((await login(name, ` ${PASSWORD} `)).success).toBe(true);
  });

  it('answers the same for unknown names, wrong passwords and locked names', async () => {
    const name = await newMember();
    const wrong = await login(name, WRONG);
    const unknown = await login('nobody-at-all', WRONG);
    expect(wrong).toEqual({
      success: false,
      value: null,
      code: 'wrong_credentials',
      message: 'Wrong user name or password. Check both and try again.',
    });
    expect(unknown).toEqual(wrong);
    for (let tries = 0; tries < 3; tries += 1) for (const one of [name, 'nobody-at-all']) await login(one, WRONG);
    const locked = await login(name, PASSWORD);
    expect(locked).toEqual({ ...wrong, captcha: true });
    expect(await login('nobody-at-all', PASSWORD)).toEqual(locked);
  });

  it('writes the same for unknown names as for known ones', async () => {
    const name = await newMember();
    await login(name, WRONG);
    await login('ghost-captain', WRONG);
    const rows = await test.db.selectFrom('login_failure').select('failures').where('account_key', 'in', [name, 'ghost-captain']).execute();
    expect(rows.map((row) => row.failures)).toEqual([1, 1]);
  });

  it('is locked for thirty minutes after three failures, also concurrent ones', async () => {
    const name = await newMember();
    await Promise.all(Array.from({ length: 6 }, () => login(name, WRONG)));
    expect((await login(name, PASSWORD)).code).toBe('wrong_credentials');
    test.clock.advance(29 * MINUTE_MS);
    expect((await login(name, PASSWORD)).code).toBe('wrong_credentials');
    test.clock.advance(2 * MINUTE_MS);
    expect((await login(name, PASSWORD)).success).toBe(true);
  });

  it('resets failures after a success and after thirty minutes', async () => {
    const name = await newMember();
    for (const password of ['wrong-1-1', 'wrong-1-2', PASSWORD, 'wrong-1-3', 'wrong-1-4']) await login(name, password);
    expect((await login(name, PASSWORD)).success).toBe(true);
    for (const password of ['wrong-2-1', 'wrong-2-2']) await login(name, password);
    test.clock.advance(31 * MINUTE_MS);
    await login(name, 'wrong-2-3');
    expect((await login(name, PASSWORD)).success).toBe(true);
  });

  it('needs a solved challenge after two failures', async () => {
    const name = await newMember();
    const bare = async (password: string) => (await test.call(sessionLogin, { body: { username: name, password } })).body;
    await bare(WRONG);
    expect(await bare(WRONG)).toMatchObject({ code: 'wrong_credentials', captcha: true });
    expect(await bare(PASSWORD)).toMatchObject({ code: 'challenge_required', captcha: true });
    expect((await login(name, PASSWORD)).success).toBe(true);
  });
});

describe('a login code', () => {
  it('removes a lock, and gets the same response for unknown names', async () => {
    const { username, email } = await traveller();
    for (let tries = 0; tries < 3; tries += 1) await login(username, WRONG);
    expect((await login(username, PASSWORD)).code).toBe('wrong_credentials');
    const codeSent = await requestLoginCode(test, username, '203.0.113.21');
    expect(codeSent).toEqual({ success: true, value: { expiredMinutes: 5, waitSeconds: 60 } });
    expect(await requestLoginCode(test, 'nobody-at-all', '203.0.113.22')).toEqual(codeSent);
    expect(await requestLoginCode(test, username, '203.0.113.23')).toEqual(codeSent);
    const home = { 'X-Client-Address': '203.0.113.1' };
    const proof = await codeTo(test, email);
    expect((await login(username, proof, { type: 'code' }, home)).value.member.account).toBe(username);
    expect((await login(username, proof, { type: 'code' }, home)).code).toBe('code_wrong');
    expect((await login(username, PASSWORD, {}, home)).success).toBe(true);
  });

  it('is not sent without a solved challenge', async () => {
    expect((await test.call(loginCode, { body: { username: 'demo01' } })).body.code).toBe('challenge_required');
  });
});

describe('a sign-in from an unknown network', () => {
  it('is finished with a code that the member is sent, and with nothing else', async () => {
    const member = await traveller();
    const token = await ticketOf(test, member);
    const state = (await test.call(stepState, { token })).body.value.verification;
    expect(state).toMatchObject({ reason: 'unregistered_address', methods: ['email'], mobile: null, ticket: '' });
    expect((await test.call(stepSend, { token, body: { method: 'email' } })).body.value).toEqual({ expiredMinutes: 5, waitSeconds: 60 });
    const proof = await codeTo(test, member.email);
    const verify = async (typed: string) =>
      (await test.call(stepVerify, { token, body: { method: 'email', proof: typed }, headers: { 'X-Client-Address': '203.0.113.2' } }))
        .body;
    expect((await verify(proof === '000000' ? '000001' : '000000')).code).toBe('step_failed');
    expect((await verify(proof)).value).toMatchObject({
      member: { account: member.username },
      deviceToken: expect.stringMatching(/^.{43}$/),
    });
    expect((await verify(proof)).code).toBe('step_expired');
    expect((await login(member.username, PASSWORD, {}, { 'X-Client-Address': '203.0.113.2' })).success).toBe(true);
  });

  it('has a ticket that opens no other call', async () => {
    const ticket = await ticketOf(test, await traveller());
    for (const call of CALLS.filter(({ token }) => token === 'required')) {
      const answer = await test.call(call, { token: ticket, body: call.encrypted ? {} : undefined });
      expect([call.id, answer.status, answer.body.code]).toEqual([call.id, 401, 'unauthorized']);
    }
    for (const call of CALLS.filter(({ token }) => token === 'remember'))
      expect((await test.call(call, { token: ticket })).body.code).toBe('unauthorized');
    // A session token is not a ticket.
    const session = await test.login('demo01');
    expect((await test.call(stepState, { token: session })).body.code).toBe('step_expired');
  });
});

describe('a second factor', () => {
  it('is required after the password, and after the login code', async () => {
    const member = await traveller();
    const home = { 'X-Client-Address': '203.0.113.1' };
    const { token } = (await login(member.username, PASSWORD, {}, home)).value;
    const app = await enrolTotp(test, token);
    const ticket = (await login(member.username, PASSWORD, {}, home)).value.verification;
    expect(ticket).toMatchObject({ reason: 'second_factor', methods: ['totp', 'recovery'], email: null });
    test.clock.advance(MINUTE_MS);
    const verify = async (bearer: string, method: string, proof: string) =>
      (await test.call(stepVerify, { token: bearer, body: { method, proof }, headers: home })).body;
    expect((await verify(ticket.ticket, 'recovery', 'AAAA-AAAA-AAAA')).code).toBe('step_failed');
    expect((await verify(ticket.ticket, 'totp', app.code())).success).toBe(true);
    await requestLoginCode(test, member.username, '203.0.113.31');
    const byCode = (await login(member.username, await codeTo(test, member.email), { type: 'code' }, home)).value.verification;
    expect(byCode.reason).toBe('second_factor');
    expect((await verify(byCode.ticket, 'recovery', app.recoveryCodes[0] ?? '')).success).toBe(true);
  });
});

it('passwords, codes, tickets and device tokens are nowhere in the database', async () => {
  const member = await traveller();
  const ticket = await ticketOf(test, member);
  await test.call(stepSend, { token: ticket, body: { method: 'email' } });
  const proof = await codeTo(test, member.email);
  const { value } = (await test.call(stepVerify, { token: ticket, body: { method: 'email', proof } })).body;
  const tables = ['member', 'member_session', 'member_device', 'pending_sign_in', 'verification_code', 'outbound_message', 'account_event'];
  const rows = await Promise.all(tables.map((table) => sql`select * from ${sql.table(table)}`.execute(test.db)));
  const text = JSON.stringify(rows.map((answer) => answer.rows));
  for (const secret of [PASSWORD, WRONG, ticket, value.deviceToken, value.token, member.email]) expect(text).not.toContain(secret);
  expect(text).not.toMatch(new RegExp(`"${proof}"`));
});
