import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loginCode, sessionLogin } from '../../../../shared/api/sign-in/calls.ts';
import { openTestDatabase, type TestDatabase } from '../../base/db/test-database.ts';
import { Refusal } from '../../base/refusal.ts';
import { openStage, PASSWORD, RIGHT_CODE, type Stage } from './test-stage.ts';

const WRONG = 'wrong-password-1';
const NUMBER = '+66812345678';
const SMS = { type: 'sms', username: '812345678', countryDialingCode: '66' } as const;

let test: TestDatabase;
let stage: Stage;
beforeAll(async () => {
  test = await openTestDatabase();
});
beforeEach(async () => {
  stage = await openStage(test.db);
});
afterAll(() => test.close());

const login = (username: string, password: string, more: object = {}) => stage.call(sessionLogin, { username, password, ...more });

describe('a password', () => {
  it('is accepted with surrounding spaces, like its name', async () => {
    const { account } = await stage.addMember();
    expect(await login(`  ${account.toUpperCase()} `, ` ${PASSWORD} `)).toMatchObject({ success: true, value: { member: { account } } });
  });

  it('is no code, and a code is no password', async () => {
    const member = await stage.verifyContact(await stage.addMember(), 'sms', NUMBER);
    await stage.call(loginCode, { username: member.account, challenge: 'solved' });
    expect((await login(member.account, RIGHT_CODE)).code).toBe('wrong_credentials');
    expect((await login(member.account, PASSWORD, { type: 'code' })).code).toBe('code_wrong');
  });

  it('needs a challenge from the second failure on, also for unknown names', async () => {
    const { account } = await stage.addMember();
    for (const name of [account, 'nobody-at-all']) {
      const answers = [
        await login(name, WRONG),
        await login(name, WRONG),
        await login(name, WRONG),
        await login(name, WRONG, { challenge: 'bad' }),
        await login(name, WRONG, { challenge: 'solved' }),
        await login(name, PASSWORD, { challenge: 'solved' }),
      ];
      expect(answers.map(({ code, captcha }) => [code, captcha])).toEqual([
        ['wrong_credentials', undefined],
        ['wrong_credentials', true],
        ['challenge_required', true],
        ['challenge_failed', true],
        ['wrong_credentials', true],
        ['wrong_credentials', true],
      ]);
    }
    expect(stage.asked.map(({ rule }) => rule).slice(0, 3)).toEqual(['optional', 'optional', 'required']);
  });

  it('does not count a try without a solved challenge', async () => {
    const { account } = await stage.addMember();
    for (let n = 0; n < 2; n += 1) await login(account, WRONG);
    for (let n = 0; n < 5; n += 1) await login(account, WRONG);
    expect((await login(account, PASSWORD, { challenge: 'solved' })).success).toBe(true);
  });

  it('accepts a correct challenge also when none is required', async () => {
    const { account } = await stage.addMember();
    expect(await login(account, PASSWORD, { challenge: 'bad' })).toMatchObject({ code: 'challenge_failed' });
    expect((await login(account, PASSWORD, { challenge: 'solved' })).success).toBe(true);
  });

  it('always needs a challenge if the merchant requires it', async () => {
    await stage.change((settings) => Object.assign(settings.access, { loginChallenge: 'always' }));
    const { account } = await stage.addMember();
    expect(await login(account, PASSWORD)).toMatchObject({ code: 'challenge_required', captcha: true });
    expect(await login(account, WRONG, { challenge: 'solved' })).toMatchObject({ code: 'wrong_credentials', captcha: true });
    expect((await login(account, PASSWORD, { challenge: 'solved' })).success).toBe(true);
  });

  it('of a blocked member is a wrong one', async () => {
    const { id, account } = await stage.addMember();
    await test.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', id).execute();
    expect(await login(account, PASSWORD)).toEqual(await login('nobody-at-all', PASSWORD));
  });

  it('calls for a new one when it is the weak default', async () => {
    const { account } = await stage.addMember({ password: '123456' });
    expect(await login(account, '123456')).toMatchObject({ value: { mustChangePassword: true, member: { mustChangePassword: true } } });
  });
});

describe('the side', () => {
  it.each([
    [0, 'member', 'ok'],
    [4, 'member', 'ok'],
    [1, 'member', 'ok'],
    [42, 'member', 'ok'],
    [7, 'member', 'not_member'],
    [0, 'agent', 'not_agent'],
    [4, 'agent', 'not_agent'],
    [7, 'agent', 'not_agent'],
    [1, 'agent', 'ok'],
    [2, 'agent', 'ok'],
    [41, 'agent', 'ok'],
    [42, 'agent', 'ok'],
  ])('of type %i on the side of %s: %s', async (type, side, expected) => {
    const { account, id } = await stage.addMember({ type });
    expect((await login(account, WRONG, { side })).code).toBe('wrong_credentials');
    expect((await login(account, PASSWORD, { side })).code ?? 'ok').toBe(expected);
    const sessions = await test.db.selectFrom('member_session').select('id').where('member_id', '=', id).execute();
    expect(sessions).toHaveLength(expected === 'ok' ? 1 : 0);
  });
});

describe('an SMS code', () => {
  const sendTo = (to: string) =>
    stage.codes.send({
      purpose: 'login',
      channel: 'sms',
      to,
      binding: '',
      memberId: null,
      deliver: true,
      caller: { clientAddress: '', userAgent: '', country: null, language: 'EN', deviceToken: null, siteOrigin: '' },
    });
  const bySms = (password: string, more: object = {}) => stage.call(sessionLogin, { ...SMS, password, ...more });

  it('signs in the member who has verified the number', async () => {
    const member = await stage.verifyContact(await stage.addMember({ password: '123456' }), 'sms', NUMBER);
    await sendTo(NUMBER);
    expect(await bySms('000000')).toMatchObject({ code: 'code_wrong' });
    expect(await bySms(` ${RIGHT_CODE} `)).toMatchObject({
      success: true,
      value: { mustChangePassword: false, member: { account: member.account } },
    });
    expect(stage.spent.at(-1)).toEqual({ purpose: 'login', channel: 'sms', to: NUMBER, binding: '', code: RIGHT_CODE });
  });

  it('refuses an unverified number and the number of a blocked member', async () => {
    const member = await stage.verifyContact(await stage.addMember(), 'sms', NUMBER);
    await sendTo(NUMBER);
    await test.db.updateTable('member').set({ mobile_verified_at: null }).where('id', '=', member.id).execute();
    expect((await bySms(RIGHT_CODE)).code).toBe('wrong_credentials');
    await stage.verifyContact(member, 'sms', NUMBER);
    await test.db.updateTable('member').set({ status: 'blocked' }).where('id', '=', member.id).execute();
    expect((await bySms(RIGHT_CODE)).code).toBe('wrong_credentials');
  });

  it("may be the phone service's, for the very number", async () => {
    await stage.verifyContact(await stage.addMember(), 'sms', NUMBER);
    expect((await bySms('-', { firebaseIdToken: 'phone +66800000000' })).code).toBe('code_wrong');
    expect((await bySms('-', { firebaseIdToken: 'forged' })).code).toBe('phone_unknown_error');
    expect((await bySms('-', { firebaseIdToken: `phone ${NUMBER}` })).success).toBe(true);
  });

  it('is accepted only if the merchant offers it', async () => {
    await stage.change((settings) => Object.assign(settings.features, { smsLogin: false }));
    expect((await bySms(RIGHT_CODE)).code).toBe('sign_in_method_off');
    expect(stage.spent).toEqual([]);
  });
});

describe('a login code', () => {
  const requestCode = (username: string, more: object = { challenge: 'solved' }) => stage.call(loginCode, { username, ...more });
  const byCode = (username: string, password = RIGHT_CODE) => login(username, password, { type: 'code' });

  it('is sent to the verified phone, otherwise to the verified mailbox', async () => {
    const mail = await stage.verifyContact(await stage.addMember(), 'email', 'a@example.com');
    const both = await stage.verifyContact(await stage.verifyContact(await stage.addMember(), 'email', 'b@example.com'), 'sms', NUMBER);
    const none = await stage.addMember();
    const answers = [];
    for (const name of [mail.account, both.account, none.account, 'nobody-at-all']) answers.push(await requestCode(` ${name} `));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ success: true, value: { expiredMinutes: 5, waitSeconds: 60 } })]),
    );
    expect(
      stage.sent.map(({ channel, to, binding, memberId, deliver, purpose }) => [purpose, channel, to, binding, memberId, deliver]),
    ).toEqual([
      ['account', 'email', 'a@example.com', mail.id, mail.id, true],
      ['account', 'sms', NUMBER, both.id, both.id, true],
      ['account', 'email', `${none.account}@nobody.invalid`, '', null, false],
      ['account', 'email', 'nobody-at-all@nobody.invalid', '', null, false],
    ]);
  });

  it('goes to no contact that is not verified', async () => {
    const member = await stage.verifyContact(await stage.verifyContact(await stage.addMember(), 'sms', NUMBER), 'email', 'a@example.com');
    await test.db.updateTable('member').set({ mobile_verified_at: null, email_verified_at: null }).where('id', '=', member.id).execute();
    await requestCode(member.account);
    expect(stage.sent).toMatchObject([{ to: `${member.account}@nobody.invalid`, deliver: false }]);
  });

  it('needs a solved challenge', async () => {
    expect((await requestCode('anybody', {})).code).toBe('challenge_required');
    expect(stage.asked).toEqual([{ action: 'sms', rule: 'required' }]);
    expect(stage.sent).toEqual([]);
  });

  it('is answered the same when the recipient has to wait', async () => {
    const mail = await stage.verifyContact(await stage.addMember(), 'email', 'a@example.com');
    stage.sending.refusal = new Refusal('sms_wait', { seconds: 30 });
    expect(await requestCode(mail.account)).toEqual(await requestCode('nobody-at-all'));
    expect((await requestCode(mail.account)).success).toBe(true);
  });

  it('unlocks a locked account', async () => {
    const member = await stage.verifyContact(await stage.addMember(), 'email', 'a@example.com');
    for (let n = 0; n < 3; n += 1) await login(member.account, WRONG, { challenge: 'solved' });
    expect((await login(member.account, PASSWORD, { challenge: 'solved' })).success).toBe(false);
    await requestCode(member.account);
    expect((await byCode(member.account, '000000')).code).toBe('code_wrong');
    expect((await byCode(member.account)).success).toBe(true);
    expect((await login(member.account, PASSWORD)).success).toBe(true);
  });

  it('is valid for one member only, and never for unknown names', async () => {
    const [one, other] = [await stage.addMember(), await stage.addMember()];
    await stage.verifyContact(one, 'email', 'a@example.com');
    await stage.verifyContact(other, 'email', 'c@example.com');
    await requestCode(one.account);
    await requestCode('nobody-at-all');
    expect(await byCode(other.account)).toEqual(await byCode('nobody-at-all'));
    expect((await byCode('nobody-at-all')).code).toBe('code_wrong');
  });

  it('is sent and accepted only if the merchant offers it', async () => {
    await stage.change((settings) => Object.assign(settings.features, { codeLogin: false }));
    expect([(await requestCode('anybody')).code, (await byCode('anybody')).code]).toEqual(['sign_in_method_off', 'sign_in_method_off']);
  });
});
