import { verify } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSecrets } from '../../base/secrets.ts';
import { audit } from '../../ledger/index.ts';
import { readMerchant, saveSettings } from '../../merchant/index.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { type AccountsTest, AUSTRALIA, accountsTest, PASSWORD } from './test-accounts.ts';

const secrets = createSecrets(TEST_DATA_KEY);
let test: TestPlatform;
let at: AccountsTest;
let seeded: Awaited<ReturnType<typeof readMerchant>>['settings'];
beforeAll(async () => {
  test = await openTestPlatform();
  at = accountsTest(test);
  seeded = (await readMerchant(test.db, test.merchant)).settings;
});
afterAll(async () => {
  expect((await audit(test.db)).differences).toEqual([]);
  await test.close();
});
beforeEach(() => saveSettings(test.db, test.merchant, seeded));
afterEach(() => expect(test.faults).toEqual([]));

let members = 0;
const freshName = () => {
  members += 1;
  return `captain${members}x`;
};
/** Numbers that Australia reserves for fiction. */
const MOBILES = ['491570006', '491570157', '491570158', '491570159', '491570110', '491570313', '491570737', '491571266', '491571491'];
const freshMobile = () => MOBILES.pop() ?? '';
const withSms = () => at.fields({ mobileNum: false, countryDialingCode: false, verificationCode: false });
const codesOf = (body: { errors?: Record<string, { code: string }> }) =>
  Object.fromEntries(Object.entries(body.errors ?? {}).map(([field, { code }]) => [field, code]));

describe('a code of a member who invites', () => {
  const referralOf = async (username: string) =>
    test.db
      .selectFrom('referral')
      .selectAll()
      .where('friend_id', '=', String((await at.member(username)).id))
      .executeTakeFirst();
  const codeOf = async () => {
    const { body } = await test.request('GET', '/wps/relay/MCSFE_getReferral').set('Authorization', `Bearer ${await test.login('demo01')}`);
    return String(body.value.code);
  };

  it('notes who invited, and places no member in a team', async () => {
    const [code, username] = [await codeOf(), freshName()];
    expect(await codeOf()).toBe(code);
    await at.register({ username, referralCode: code.toLowerCase() });
    const referrer = await at.member('demo01');
    expect(await referralOf(username)).toMatchObject({ referrer_id: referrer.id, code });
    expect([(await at.member(username)).agent_id, (await at.member(username)).affiliate_code]).toEqual([null, null]);
    const goals = await test.db.selectFrom('referral_goal').select('stage').execute();
    expect(goals.map(({ stage }) => stage).toSorted()).toEqual(['deposited', 'played']);
  });

  it('that does not exist is refused where the form shows it, and refers to no one where a link has it', async () => {
    const username = freshName();
    await at.register({ username, referralCode: 'NOBODY23' });
    expect(await referralOf(username)).toBeUndefined();
    await at.fields({ referralCode: false });
    const refused = await at.register({ username: freshName(), referralCode: 'NOBODY23' });
    expect([refused.code, codesOf(refused)]).toEqual(['referral_unknown', { referralCode: 'field_referral_unknown' }]);
    const other = freshName();
    await at.register({ username: other, referralCode: await codeOf() });
    expect(await referralOf(other)).toBeDefined();
  });
});

describe('registration by user name', () => {
  it('signs the new member in, with an open wallet and no money', async () => {
    const username = freshName();
    const body = await at.register({ username: `  ${username} `, referralCode: 'REF456' });
    expect(body.value).toMatchObject({
      firstTimeLogin: false,
      passwordExpired: false,
      mustChangePassword: false,
      member: { account: username, type: 0, currency: 'USD' },
    });
    const balance = await test.request('GET', '/wps/v2/wallets/balance').set('Authorization', `Bearer ${body.value.token}`);
    expect(balance.body.value).toMatchObject({ sumBalance: '0.0000', currency: 'USD', currencySymbol: '$' });
    const row = await at.member(username);
    expect([row.affiliate_code, row.agent_id, row.referral_code, row.profile]).toEqual([null, null, 'REF456', {}]);
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    const events = await test.db
      .selectFrom('account_event')
      .select('kind')
      .where('member_id', '=', row.id as string)
      .orderBy('id')
      .execute();
    expect(events.map(({ kind }) => kind)).toEqual(['registered', 'signed_in']);
  });

  it('names every wrong field at once, with its text', async () => {
    const body = await at.register({ username: '7up', password: '123456', confirmPassword: '1234567' });
    expect([body.success, body.code]).toEqual([false, 'invalid_fields']);
    expect(body.errors).toEqual({
      username: {
        code: 'field_length',
        params: { pattern: 1, length: '6–16' },
        message: 'Enter 6–16 letters or digits, starting with a letter.',
      },
      password: { code: 'field_length', params: { pattern: 9, length: '8–20' }, message: 'Enter 8–20 characters, without spaces.' },
      confirmPassword: { code: 'field_mismatch', message: 'The passwords do not match.' },
    });
  });

  it('refuses the weak default, a common password, and missing terms', async () => {
    await at.settings((before) => {
      const { fields } = before.registration;
      if (!fields.password) throw new Error('no rule for passwords');
      return { ...before, registration: { ...before.registration, fields: { ...fields, password: { ...fields.password, minLength: 6 } } } };
    });
    for (const password of ['123456', 'password123'])
      expect(codesOf(await at.register({ username: freshName(), password }))).toEqual({ password: 'field_password_common' });
    expect((await at.register({ username: freshName(), agreed: false })).code).toBe('terms_required');
  });

  it('is refused where the merchant has closed it', async () => {
    for (const part of ['open', 'usernameRegister'] as const) {
      await saveSettings(test.db, test.merchant, { ...seeded, registration: { ...seeded.registration, [part]: false } });
      expect((await at.register({ username: freshName() })).code).toBe('registration_closed');
    }
  });

  it('is answered as it is: a closed one has no form', async () => {
    const registration = { ...seeded.registration, open: false };
    await saveSettings(test.db, test.merchant, { ...seeded, registration });
    const closed = { usernameRegister: false, mobileRegister: false };
    expect((await at.send('setting.register', {})).value).toMatchObject(closed);
    expect((await at.send('system.whitelabel', {})).value).toMatchObject({ features: { directRegistration: false, ...closed } });
    const { info } = (await at.send('system.status', {})).value;
    expect(info.registerValidation).toMatchObject({ ...closed, fields: { username: { enabled: true, required: true } } });
    const register = info.whitelabel.find(({ name }: { name: string }) => name === 'directRegistration');
    expect(register).toMatchObject({ enabled: false, children: expect.arrayContaining([{ name: 'mobileRegister', enabled: false }]) });
  });

  it('assigns a name once, ignoring case, for concurrent calls', async () => {
    const username = freshName();
    const answers = await Promise.all(
      [username, username.toUpperCase(), username, username].map((name) => at.register({ username: name })),
    );
    const codes = answers.map((body) => (body.success ? 'ok' : body.code));
    expect(codes.sort()).toEqual(['ok', 'username_taken', 'username_taken', 'username_taken']);
    expect(codesOf(answers.find((body) => !body.success))).toEqual({ username: 'field_taken' });
    const accounts = await test.db.selectFrom('member').select('id').where('account_key', '=', username).execute();
    expect(accounts).toHaveLength(1);
    const wallets = await test.db
      .selectFrom('ledger_account')
      .select('id')
      .where('owner', '=', accounts[0]?.id ?? '')
      .execute();
    expect(wallets).toHaveLength(1);
  });

  it('checks the challenge after the rules and before it reveals whether a name is taken', async () => {
    const body = { password: PASSWORD, agreed: true };
    expect((await at.send('member.register', { body: { ...body, username: '7' } })).code).toBe('invalid_fields');
    expect((await at.send('member.register', { body: { ...body, username: 'demo01' } })).code).toBe('challenge_required');
    expect((await at.send('member.register', { body: { ...body, username: freshName(), challenge: 'bm9uZQ==' } })).code).toBe(
      'challenge_failed',
    );
    // Solved for another action.
    expect((await at.send('member.register', { body: { ...body, username: freshName() } }, 'sms')).code).toBe('challenge_failed');
  });

  it('accepts every enabled field and seals personal data', async () => {
    await at.fields({
      payeeName: true,
      email: true,
      qqNum: false,
      recommenderId: false,
      paymentPassword: false,
      line: false,
      whatsapp: false,
      facebook: false,
      wechat: false,
      idNumber: true,
      birthday: true,
    });
    const username = freshName();
    expect(codesOf(await at.register({ username }))).toEqual({
      payeeName: 'field_required',
      email: 'field_required',
      paymentPassword: 'field_required',
      idNumber: 'field_required',
      birthday: 'field_required',
    });
    const personal = {
      payeeName: 'Ann-Marie Canary',
      idNumber: 'CANARY4711',
      birthday: '1990-12-31',
      whatsapp: '15550100999',
      line: 'canary-line',
    };
    const body = await at.register({
      ...personal,
      username,
      email: 'Canary@Example.COM',
      paymentPassword: '480159',
      wechat: '',
      domain: 'play.example',
      registerUrl: 'https://play.example/register?referralCode=R1',
      nothingOfOurs: undefined,
    });
    expect(body.success).toBe(true);
    const row = await at.member(username);
    expect(JSON.parse(secrets.open('member.profile', row.sealed_profile as string))).toEqual({
      ...personal,
      domain: 'play.example',
      registerUrl: 'https://play.example/register?referralCode=R1',
      registerMethod: 'WEB',
    });
    expect(secrets.open('member.email', row.email as string)).toBe('canary@example.com');
    expect(row.email_verified_at).toBeNull();
    expect(row.payment_changed_at).toEqual(row.created_at);
    expect(await verify((row.payment_hash as string).slice('k1.'.length), secrets.keyOf('member.payment', '480159'))).toBe(true);
    const all = JSON.stringify((await sql`select to_jsonb(m) from member m`.execute(test.db)).rows);
    expect(all).not.toMatch(/canary@|CANARY|Ann-Marie|1990-12-31|480159|15550100999/i);
  });

  it('stores the recommender of the address although the form does not show the field, and nothing malformed', async () => {
    const recommended = freshName();
    expect((await at.register({ username: recommended, recommenderId: 'M-1001' })).success).toBe(true);
    const row = await at.member(recommended);
    expect(JSON.parse(secrets.open('member.profile', row.sealed_profile as string))).toMatchObject({ recommenderId: 'M-1001' });
    const other = freshName();
    expect((await at.register({ username: other, recommenderId: '<b>' })).success).toBe(true);
    const plain = await at.member(other);
    expect(secrets.open('member.profile', plain.sealed_profile as string)).not.toContain('recommenderId');
  });

  it('drops fields without a rule and writes no other column', async () => {
    const username = freshName();
    expect((await at.register({ username, payeeName: 'Nobody Asked', email: 'x@example.com', mobileNum: '491570156' })).success).toBe(true);
    const row = await at.member(username);
    expect([row.email, row.mobile, secrets.open('member.profile', row.sealed_profile as string)]).toEqual([
      null,
      null,
      '{"registerMethod":"WEB"}',
    ]);
    for (const extra of ['memberType', 'type', 'balance', 'upline', 'toUpline', 'status', 'agent_id'])
      expect((await at.register({ username: freshName(), [extra]: 1 })).code).toBe('bad_request');
  });

  it('refuses minors', async () => {
    await at.fields({ birthday: true });
    const today = test.clock.now();
    const birthday = `${today.getUTCFullYear() - 17}-01-01`;
    expect(codesOf(await at.register({ username: freshName(), birthday }))).toEqual({ birthday: 'field_under_age' });
  });

  it('requires the image captcha if its field is enabled', async () => {
    await at.fields({ captcha: true });
    expect(codesOf(await at.register({ username: freshName() }))).toEqual({ captcha: 'field_required' });
    const captchaKey = 'k'.repeat(20);
    expect((await at.register({ username: freshName(), captchaKey, captcha: 'zzzz' })).code).toBe('captcha_wrong');
  });
});

describe('a mobile number on the form by user name', () => {
  it('is proved by its SMS code, and then the member is found by it', async () => {
    await withSms();
    const mobileNum = freshMobile();
    const number = { mobileNum, countryDialingCode: AUSTRALIA };
    const username = freshName();
    const verificationCode = await at.smsCode('register', mobileNum);
    const wrong = verificationCode === '000000' ? '000001' : '000000';
    const refused = await at.register({ username, ...number, verificationCode: wrong });
    expect([refused.code, codesOf(refused)]).toEqual(['code_wrong', { verificationCode: 'field_code_wrong' }]);
    expect((await at.register({ username, ...number, verificationCode })).success).toBe(true);
    const row = await at.member(username);
    expect(secrets.open('member.mobile', row.mobile as string)).toBe(`+${AUSTRALIA}${mobileNum}`);
    expect(row.mobile_key).toBe(secrets.keyOf('member.mobile', `+${AUSTRALIA}${mobileNum}`));
    expect(row.mobile_verified_at).not.toBeNull();
    // The code was consumed.
    expect((await at.register({ username: freshName(), ...number, verificationCode })).code).toBe('code_wrong');
  });

  it('is refused at its field if it is invalid', async () => {
    await withSms();
    const form = { username: freshName(), mobileNum: '1234567', countryDialingCode: AUSTRALIA, verificationCode: '123456' };
    expect(codesOf(await at.register(form))).toEqual({ mobileNum: 'field_mobile_invalid' });
  });

  it('of another member is answered like a wrong code', async () => {
    await withSms();
    const form = { mobileNum: '491570156', countryDialingCode: AUSTRALIA, verificationCode: '123456' };
    expect((await at.register({ username: freshName(), ...form })).code).toBe('code_wrong');
    expect(await at.smsCode('register', '491570156')).toBe('none');
  });

  it('is reported as taken only after it was verified', async () => {
    await withSms();
    const mobileNum = freshMobile();
    const verificationCode = await at.smsCode('register', mobileNum);
    const holder = freshName();
    await at.register({ username: holder });
    await at.verify(holder, { mobile: `+${AUSTRALIA}${mobileNum}` });
    const body = await at.register({ username: freshName(), mobileNum, countryDialingCode: AUSTRALIA, verificationCode });
    expect([body.code, codesOf(body)]).toEqual(['contact_taken', { mobileNum: 'field_taken' }]);
  });

  it('stays unverified if no code is required', async () => {
    await at.fields({ mobileNum: true });
    const username = freshName();
    expect(codesOf(await at.register({ username, mobileNum: '491570156' }))).toEqual({ countryDialingCode: 'field_required' });
    expect((await at.register({ username, mobileNum: '491570156', countryDialingCode: AUSTRALIA })).success).toBe(true);
    expect((await at.member(username)).mobile_verified_at).toBeNull();
  });
});

describe('registration by mobile number', () => {
  it('makes the number the user name, verified', async () => {
    const mobileNum = freshMobile();
    const form = { mobileNum, countryDialingCode: AUSTRALIA, verificationCode: await at.smsCode('register', mobileNum) };
    const body = await at.registerMobile(form);
    expect(body.value.member.account).toBe(`+${AUSTRALIA}${mobileNum}`);
    const row = await at.member(`+${AUSTRALIA}${mobileNum}`);
    expect(row.mobile_verified_at).not.toBeNull();
    expect(row.nickname).toBe(`•••• ${mobileNum.slice(-4)}`);
    await expect(test.login(`+${AUSTRALIA}${mobileNum}`, PASSWORD)).resolves.toMatch(/^[\w-]{43}$/);
  });

  it('needs the code and, if the merchant requires it, the password', async () => {
    const mobileNum = freshMobile();
    const number = { mobileNum, countryDialingCode: AUSTRALIA };
    expect(codesOf(await at.registerMobile({ ...number, password: undefined }))).toEqual({
      password: 'field_required',
      verificationCode: 'field_required',
    });
    const registration = { ...seeded.registration, mobileWithPassword: false };
    await saveSettings(test.db, test.merchant, { ...seeded, registration });
    const verificationCode = await at.smsCode('register', mobileNum);
    expect((await at.registerMobile({ ...number, verificationCode, password: PASSWORD })).success).toBe(true);
    // Input for a disabled field is ignored.
    await expect(test.login(`+${AUSTRALIA}${mobileNum}`, PASSWORD)).rejects.toThrow('wrong_credentials');
  });

  it('assigns a number once for concurrent calls', async () => {
    const mobileNum = freshMobile();
    const form = { mobileNum, countryDialingCode: AUSTRALIA, verificationCode: await at.smsCode('register', mobileNum) };
    const answers = await Promise.all([1, 2, 3].map(() => at.registerMobile(form)));
    expect(answers.map((body) => body.code ?? 'ok').sort()).toEqual(['code_wrong', 'code_wrong', 'ok']);
  });

  it('is refused where the merchant has closed it', async () => {
    const form = { mobileNum: '491570156', countryDialingCode: AUSTRALIA, verificationCode: '123456' };
    await saveSettings(test.db, test.merchant, { ...seeded, registration: { ...seeded.registration, mobileRegister: false } });
    expect((await at.registerMobile(form)).code).toBe('registration_closed');
  });
});

describe('an invitation code', () => {
  const check = (code: string, headers = {}) => at.send('agent.affiliate', { query: { code, domain: 'play.example' }, headers });
  const affiliate = (change: { active?: boolean; domain?: string | null }) =>
    test.db.updateTable('affiliate_code').set(change).where('code', '=', 'LAGOON01').execute();

  it('is accepted in any case; invalid ones are answered alike for every cause', async () => {
    expect(await check(' lagoon01 ')).toEqual({ success: true, value: { code: 'LAGOON01' } });
    const unknown = await check('NOBODY01');
    expect(unknown.code).toBe('affiliate_invalid');
    await affiliate({ active: false });
    expect(await check('LAGOON01')).toEqual(unknown);
    await affiliate({ active: true });
    await test.db.updateTable('member').set({ status: 'blocked' }).where('account', '=', 'agent01').execute();
    expect(await check('LAGOON01')).toEqual(unknown);
    await test.db.updateTable('member').set({ status: 'active' }).where('account', '=', 'agent01').execute();
  });

  it('is limited to its site host for every input of the visitor', async () => {
    await affiliate({ domain: 'partner.example' });
    expect((await check('LAGOON01', { 'X-Site-Origin': 'https://play.example' })).code).toBe('affiliate_invalid');
    expect((await check('LAGOON01', { 'X-Site-Origin': 'https://partner.example' })).success).toBe(true);
    await affiliate({ domain: null });
  });

  it('is checked at registration and stored with its agent, also if its field is hidden', async () => {
    const refused = await at.register({ username: freshName(), affiliateCode: 'NOBODY01' });
    expect([refused.code, codesOf(refused)]).toEqual(['affiliate_invalid', { affiliateCode: 'field_affiliate_invalid' }]);
    const username = freshName();
    expect((await at.register({ username, affiliateCode: 'lagoon01' })).success).toBe(true);
    const [row, agent] = [await at.member(username), await at.member('agent01')];
    expect([row.affiliate_code, row.agent_id]).toEqual(['LAGOON01', agent.id]);
  });
});

describe('a recommender', () => {
  const agentOf = async (form: object) => {
    const username = freshName();
    expect((await at.register({ username, ...form })).success).toBe(true);
    return (await at.member(username)).agent_id;
  };

  it('who is an agent gets the member, by user name in any case or by id', async () => {
    const { id } = await at.member('agent01');
    for (const recommenderId of ['agent01', 'AGENT01', id as string]) expect(await agentOf({ recommenderId })).toBe(id);
  });

  it('who is a member passes the member on to the own agent', async () => {
    const [agent, friend, independent] = [await at.member('agent01'), freshName(), freshName()];
    await at.register({ username: friend, affiliateCode: 'LAGOON01' });
    await at.register({ username: independent });
    expect(await agentOf({ recommenderId: friend })).toBe(agent.id);
    expect(await agentOf({ recommenderId: independent })).toBeNull();
  });

  it('chooses no agent if unknown or blocked, and never instead of an invitation code', async () => {
    for (const recommenderId of ['nobody99', 'm_unknown', '']) expect(await agentOf({ recommenderId })).toBeNull();
    const [agent, second] = [await at.member('agent01'), freshName()];
    await at.register({ username: second });
    await test.db.updateTable('member').set({ type: 1 }).where('account', '=', second).execute();
    expect(await agentOf({ recommenderId: second })).toBe((await at.member(second)).id);
    expect(await agentOf({ recommenderId: second, affiliateCode: 'LAGOON01' })).toBe(agent.id);
    await test.db.updateTable('member').set({ status: 'blocked' }).where('account', '=', second).execute();
    expect(await agentOf({ recommenderId: second })).toBeNull();
  });
});
