import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passwordEmail } from '../../../../shared/api/accounts/calls.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { testProof } from '../verification/test-human.ts';
import { type AccountsTest, AUSTRALIA, accountsTest, PASSWORD } from './test-accounts.ts';

const NEW_PASSWORD = 'new-calm-tide';
let test: TestPlatform;
let at: AccountsTest;
let seeded: Awaited<ReturnType<typeof readMerchant>>['settings'];
beforeAll(async () => {
  test = await openTestPlatform();
  at = accountsTest(test);
  seeded = (await readMerchant(test.db, test.merchant)).settings;
});
afterAll(() => test.close());
beforeEach(() => saveSettings(test.db, test.merchant, seeded));
afterEach(() => expect(test.faults).toEqual([]));

const SITE = { 'X-Site-Origin': 'https://play.example' };
const withFeature = (feature: string, on: boolean) =>
  saveSettings(test.db, test.merchant, { ...seeded, features: { ...seeded.features, [feature]: on } });
const codesOf = (body: { errors?: Record<string, { code: string }> }) =>
  Object.fromEntries(Object.entries(body.errors ?? {}).map(([field, { code }]) => [field, code]));
const login = async (username: string, password: string) =>
  (await at.send('session.login', { body: { username, password } }, 'login')).code ?? 'ok';

let members = 0;
/** A signed-in member with an e-mail address. */
async function newMember(): Promise<{ username: string; email: string; token: string }> {
  members += 1;
  const username = `sailor${members}x`;
  const email = `${username}@example.com`;
  await at.fields({ email: true });
  const { value } = await at.register({ username, email });
  return { username, email, token: value.token };
}

const requestReset = (username: string, email: string) =>
  at.send('member.passwordEmail', { body: { username, email }, headers: SITE }, 'reset');
const reset = (body: Record<string, unknown>) => at.send('member.passwordReset', { body: { newPassword: NEW_PASSWORD, ...body } });
/** Link and code of the newest message. */
async function newestResetMail(email: string): Promise<{ ticket: string; code: string; text: string; count: number }> {
  await test.platform.runJob('forgotten passwords');
  const mails = (await at.messagesTo(email)).filter(({ template }) => template === 'reset_link');
  const text = mails[0]?.text ?? '';
  return {
    text,
    count: mails.length,
    ticket: /https:\/\/play\.example\/login\?view=reset&ticket=([\w-]{43})\b/.exec(text)?.[1] ?? '',
    code: /^\d{6}$/m.exec(text)?.[0] ?? '',
  };
}
async function requestAndRead(username: string, email: string) {
  test.clock.advance(2 * MINUTE_MS);
  await requestReset(username, email);
  return newestResetMail(email);
}

describe('a forgotten password by e-mail', () => {
  it('answers alike whether or not name and address belong together, and writes to the right ones only', async () => {
    const { username, email } = await newMember();
    const known = await requestReset(username, email);
    expect(known).toEqual({ success: true, value: { expiredMinutes: 30 } });
    expect(await requestReset(username, 'other@example.com')).toEqual(known);
    expect(await requestReset('nobody99', email)).toEqual(known);
    expect((await newestResetMail(email)).count).toBe(1);
    expect(await at.messagesTo('other@example.com')).toEqual([]);
    const rows = await test.db.selectFrom('password_reset').select(['request']).execute();
    expect(rows.map(({ request }) => request)).toEqual([null, null, null]);
  });

  it('accepts name and address in any case', async () => {
    const { username, email } = await newMember();
    await requestReset(` ${username.toUpperCase()} `, ` ${email.toUpperCase()} `);
    expect((await newestResetMail(email)).count).toBe(1);
  });

  it('checks the form first and the challenge then', async () => {
    expect(codesOf(await requestReset('7', 'no address'))).toEqual({ username: 'field_length', email: 'field_format' });
    const body = { username: 'demo01', email: 'demo01@example.com' };
    expect((await at.send('member.passwordEmail', { body })).code).toBe('challenge_required');
    expect((await at.send('member.passwordEmail', { body }, 'register')).code).toBe('challenge_failed');
  });

  it('accepts form encoding, unlike other calls', async () => {
    const { username, email } = await newMember();
    const { challenge } = await testProof(test, 'reset');
    const sent = await test.request('POST', passwordEmail.path).type('form').set(SITE).send({ username, email, challenge });
    expect(sent.body).toEqual({ success: true, value: { expiredMinutes: 30 } });
    expect((await newestResetMail(email)).count).toBe(1);
    const twice = `username=${username}&username=demo01&email=${email}`;
    for (const body of [twice, '__proto__=1', `${twice}&constructor=1`])
      expect((await test.request('POST', passwordEmail.path).type('form').send(body)).status).toBe(400);
    expect((await test.request('POST', '/wps/verification/sms/noLogin').type('form').send({ mobileNum: '1' })).status).toBe(400);
  });

  it('reveals unknown pairs if the merchant’s settings allow it', async () => {
    await saveSettings(test.db, test.merchant, { ...seeded, access: { ...seeded.access, revealUnknown: true } });
    expect((await requestReset('nobody99', 'nobody@example.com')).code).toBe('user_or_email_unknown');
    expect((await requestReset('demo01', 'demo01@example.com')).success).toBe(true);
  });

  it('is off where the merchant has switched it off', async () => {
    await withFeature('emailRecovery', false);
    expect((await requestReset('demo01', 'demo01@example.com')).code).toBe('sign_in_method_off');
    expect((await reset({ ticket: 'x'.repeat(43) })).code).toBe('sign_in_method_off');
  });

  it('writes once a minute and five times an hour at most', async () => {
    const { username, email } = await newMember();
    await requestReset(username, email);
    await requestReset(username, email);
    expect((await newestResetMail(email)).count).toBe(1);
    for (let times = 0; times < 7; times += 1) await requestAndRead(username, email);
    expect((await newestResetMail(email)).count).toBe(5);
    test.clock.advance(61 * MINUTE_MS);
    expect((await requestAndRead(username, email)).count).toBe(6);
  });

  it('sends nothing to a blocked member', async () => {
    const { username, email } = await newMember();
    await test.db.updateTable('member').set({ status: 'blocked' }).where('account', '=', username).execute();
    await requestReset(username, email);
    expect((await newestResetMail(email)).count).toBe(0);
  });

  it('stores neither link nor code nor address in plain text', async () => {
    const { username, email } = await newMember();
    await requestReset(username, email);
    const before = JSON.stringify(await test.db.selectFrom('password_reset').selectAll().execute());
    const { ticket, code } = await newestResetMail(email);
    const after = JSON.stringify(await test.db.selectFrom('password_reset').selectAll().execute());
    const outbox = JSON.stringify(await test.db.selectFrom('outbound_message').selectAll().execute());
    for (const secret of [ticket, email]) for (const rows of [before, after, outbox]) expect(rows).not.toContain(secret);
    const { code_key } = await test.db
      .selectFrom('password_reset')
      .select('code_key')
      .orderBy('created_at', 'desc')
      .executeTakeFirstOrThrow();
    expect(code_key).not.toContain(code);
  });
});

describe('the link', () => {
  it('sets a new password once and ends everything that the old one has opened', async () => {
    const { username, email, token } = await newMember();
    for (let tries = 0; tries < 3; tries += 1) await login(username, 'wrong-password-1');
    const { ticket } = await requestAndRead(username, email);
    expect(await reset({ ticket })).toEqual({ success: true, value: { account: username } });
    expect((await at.send('member.info', { token })).code).toBe('unauthorized');
    // Neither the old password nor the lock remains.
    expect(await login(username, NEW_PASSWORD)).toBe('ok');
    expect(await login(username, PASSWORD)).toBe('wrong_credentials');
    expect((await reset({ ticket })).code).toBe('reset_link_invalid');
    const { id } = await at.member(username);
    const events = await test.db
      .selectFrom('account_event')
      .select('kind')
      .where('member_id', '=', id as string)
      .execute();
    expect(events.map(({ kind }) => kind)).toContain('password_reset');
  });

  it('ends sign-ins that wait and clears the forced change', async () => {
    const { username, email } = await newMember();
    const { id } = await at.member(username);
    const now = test.clock.now();
    const waiting = {
      ticket_hash: `t${username}`,
      member_id: id as string,
      reason: 'second_factor',
      detail: 'x',
      created_at: now,
    } as const;
    await test.db
      .insertInto('pending_sign_in')
      .values({ ...waiting, expires_at: new Date(now.getTime() + 60 * MINUTE_MS), ended_at: null })
      .execute();
    await test.db.updateTable('member').set({ must_change: true }).where('account', '=', username).execute();
    const { ticket } = await requestAndRead(username, email);
    await reset({ ticket });
    expect((await at.member(username)).must_change).toBe(false);
    const row = await test.db.selectFrom('pending_sign_in').selectAll().where('ticket_hash', '=', `t${username}`).executeTakeFirstOrThrow();
    expect(row.ended_at).not.toBeNull();
  });

  it('notifies the member at the verified contact', async () => {
    const { username, email } = await newMember();
    await at.verify(username, { email });
    await reset({ ticket: (await requestAndRead(username, email)).ticket });
    expect((await at.messagesTo(email)).map(({ template }) => template)).toContain('password_changed');
  });

  it('verifies the address, unless another member has verified it', async () => {
    const { username, email } = await newMember();
    await reset({ ticket: (await requestAndRead(username, email)).ticket });
    expect((await at.member(username)).email_verified_at).not.toBeNull();
    const twin = `twin${username}`;
    await at.register({ username: twin, email });
    expect((await reset({ ticket: (await requestAndRead(twin, email)).ticket })).success).toBe(true);
    expect((await at.member(twin)).email_verified_at).toBeNull();
  });

  it('and the code are invalid after a change of the address', async () => {
    const { username, email } = await newMember();
    const { ticket, code } = await requestAndRead(username, email);
    await at.verify(username, { email: `new-${email}` });
    expect((await reset({ ticket })).code).toBe('reset_link_invalid');
    expect((await reset({ username, verificationCode: code })).code).toBe('reset_link_invalid');
  });

  it('works for one of many at the same time', async () => {
    const { username, email } = await newMember();
    const { ticket } = await requestAndRead(username, email);
    const answers = await Promise.all([1, 2, 3, 4].map(() => reset({ ticket })));
    expect(answers.map((body) => body.code ?? 'ok').sort()).toEqual(['ok', ...Array(3).fill('reset_link_invalid')]);
  });

  it('expires after thirty minutes, and when a newer one was sent', async () => {
    const { username, email } = await newMember();
    const first = await requestAndRead(username, email);
    const second = await requestAndRead(username, email);
    expect((await reset({ ticket: first.ticket })).code).toBe('reset_link_invalid');
    // A request without the right address ends nothing.
    await requestAndRead(username, 'stranger@example.com');
    expect((await reset({ ticket: second.ticket, newPassword: 'short' })).code).toBe('invalid_fields');
    test.clock.advance(31 * MINUTE_MS);
    expect((await reset({ ticket: second.ticket })).code).toBe('reset_link_invalid');
  });

  it('is checked together with the password rules', async () => {
    const { username, email } = await newMember();
    const { ticket } = await requestAndRead(username, email);
    expect(codesOf(await reset({ ticket, newPassword: '123456', confirmNewPassword: '1234567' }))).toEqual({
      newPassword: 'field_length',
      confirmNewPassword: 'field_mismatch',
    });
    expect(codesOf(await reset({ ticket, newPassword: 'password123' }))).toEqual({ newPassword: 'field_password_common' });
    for (const bad of ['', 'x', 'A'.repeat(43), 'Ä'.repeat(43)]) expect((await reset({ ticket: bad })).code).toBe('reset_link_invalid');
    expect((await reset({ ticket })).success).toBe(true);
  });
});

describe('the code of the same message', () => {
  it('sets a new password once', async () => {
    const { username, email } = await newMember();
    const { code, ticket } = await requestAndRead(username, email);
    expect(await reset({ username: username.toUpperCase(), verificationCode: code })).toEqual({
      success: true,
      value: { account: username },
    });
    expect(await login(username, NEW_PASSWORD)).toBe('ok');
    expect((await reset({ username, verificationCode: code })).code).toBe('reset_link_invalid');
    expect((await reset({ ticket })).code).toBe('reset_link_invalid');
  });

  it('allows five tries, also concurrent ones; the link stays valid', async () => {
    const { username, email } = await newMember();
    const { code, ticket } = await requestAndRead(username, email);
    const wrong = (n: number) => String((Number(code) + n) % 1_000_000).padStart(6, '0');
    const guess = (n: number) => reset({ username, verificationCode: wrong(n) });
    const answers = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(guess));
    expect(new Set(answers.map((body) => JSON.stringify(body))).size).toBe(1);
    expect((await reset({ username, verificationCode: code })).code).toBe('reset_link_invalid');
    expect((await reset({ ticket })).success).toBe(true);
  });

  it('is refused alike for unknown names, other addresses and wrong digits', async () => {
    const { username, email } = await newMember();
    const { code } = await requestAndRead(username, email);
    const wrong = code === '123456' ? '123457' : '123456';
    const refused = await reset({ username, verificationCode: wrong });
    expect([refused.code, codesOf(refused)]).toEqual(['reset_link_invalid', { verificationCode: 'field_code_wrong' }]);
    await requestAndRead('nobody98', 'nobody@example.com');
    expect(await reset({ username: 'nobody98', verificationCode: wrong })).toEqual(refused);
    expect(await reset({ username: 'nobody97', verificationCode: wrong })).toEqual(refused);
    const tries = await test.db.selectFrom('password_reset').select('tries').where('account_key', '=', 'nobody98').execute();
    expect(tries).toEqual([{ tries: 1 }]);
  });

  it('is bound to one member', async () => {
    const [one, other] = [await newMember(), await newMember()];
    const { code } = await requestAndRead(one.username, one.email);
    const second = await requestAndRead(other.username, other.email);
    if (code !== second.code) expect((await reset({ username: other.username, verificationCode: code })).code).toBe('reset_link_invalid');
  });

  it('is checked together with the name', async () => {
    expect(codesOf(await reset({}))).toEqual({ username: 'field_required', verificationCode: 'field_required' });
  });
});

describe('a forgotten password by phone', () => {
  const MOBILES = ['491570006', '491570157', '491570158', '491570159', '491570110', '491570313'];
  async function withMobile() {
    const mobileNum = MOBILES.pop() ?? '';
    const { username, token } = await newMember();
    await at.verify(username, { mobile: `+${AUSTRALIA}${mobileNum}` });
    return { username, token, mobileNum };
  }
  const byPhone = (mobileNum: string, verificationCode: string, more: Record<string, unknown> = {}) =>
    at.send('member.passwordVerification', {
      body: { mobileNum, countryDialingCode: AUSTRALIA, verificationCode, newPassword: NEW_PASSWORD, ...more },
    });

  it('sets the new password, ends the sessions and returns the account name', async () => {
    const { username, token, mobileNum } = await withMobile();
    const code = await at.smsCode('reset', mobileNum);
    expect(await byPhone(mobileNum, code)).toEqual({ success: true, value: { account: username } });
    expect((await at.send('member.info', { token })).code).toBe('unauthorized');
    expect(await login(username, NEW_PASSWORD)).toBe('ok');
    expect((await byPhone(mobileNum, code)).code).toBe('code_wrong');
  });

  it('answers alike for a wrong code, an unknown number and an unverified number', async () => {
    const { username, mobileNum } = await withMobile();
    const code = await at.smsCode('reset', mobileNum);
    const refused = await byPhone(mobileNum, code === '123456' ? '123457' : '123456');
    expect([refused.code, codesOf(refused)]).toEqual(['code_wrong', { verificationCode: 'field_code_wrong' }]);
    const unknown = MOBILES.pop() ?? '';
    expect(await at.smsCode('reset', unknown)).toBe('none');
    expect(await byPhone(unknown, '123456')).toEqual(refused);
    await test.db.updateTable('member').set({ mobile_verified_at: null }).where('account', '=', username).execute();
    expect(await byPhone(mobileNum, code)).toEqual(refused);
  });

  it('checks number, code and password before anything is used up', async () => {
    const { mobileNum } = await withMobile();
    const code = await at.smsCode('reset', mobileNum);
    expect(codesOf(await byPhone('123', '', { newPassword: '123456' }))).toEqual({
      mobileNum: 'field_mobile_invalid',
      verificationCode: 'field_required',
      newPassword: 'field_length',
    });
    expect(codesOf(await byPhone(mobileNum, code, { confirmNewPassword: 'other' }))).toEqual({ confirmNewPassword: 'field_mismatch' });
    expect((await byPhone(mobileNum, code)).success).toBe(true);
  });

  it('is off where the merchant has switched it off', async () => {
    await withFeature('phoneRecovery', false);
    expect((await byPhone('491570156', '123456')).code).toBe('sign_in_method_off');
  });
});
