import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smsNoLogin, smsRegister } from '../../../../shared/api/verification/calls.ts';
import { createSecrets } from '../../base/secrets.ts';
import { type MerchantSettings, readMerchant, saveSettings } from '../../merchant/index.ts';
import { sealedContact } from '../../notify/contacts/contacts.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { testProof } from './test-human.ts';

let test: TestPlatform;
let usual: MerchantSettings;
const secrets = createSecrets(TEST_DATA_KEY);
const THEIRS = '0812345678';
const UNKNOWN_NUMBER = '0812345679';

beforeAll(async () => {
  test = await openTestPlatform();
  usual = (await readMerchant(test.db, test.merchant)).settings;
  const { sealed, key } = sealedContact(secrets, 'sms', '+66812345678');
  await member({ mobile: sealed, mobile_key: key, mobile_verified_at: test.clock.now() });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.deleteFrom('verification_code').execute();
  await test.db.deleteFrom('outbound_message').execute();
  await saveSettings(test.db, test.merchant, usual);
  await member({ status: 'active' });
});
afterEach(() => expect(test.faults).toEqual([]));

const member = (columns: object) => test.db.updateTable('member').set(columns).where('account', '=', 'demo01').execute();
const change = (more: { features?: object; registration?: object }) =>
  saveSettings(test.db, test.merchant, {
    ...usual,
    features: { ...usual.features, ...more.features },
    registration: { ...usual.registration, ...more.registration },
  });
/** The field rules of the user-name form, with number and code enabled as given. */
const fields = (mobileNum: boolean, verificationCode: boolean) => ({
  ...usual.registration.fields,
  mobileNum: { ...usual.registration.fields.mobileNum, enabled: mobileNum },
  verificationCode: { ...usual.registration.fields.verificationCode, enabled: verificationCode },
});
const outbox = async () =>
  (await test.request('GET', '/internal/outbox')).body.messages as { to: string; template: string; text: string }[];

async function requestCode(mobileNum: string, more: object = {}) {
  const body = { mobileNum, countryDialingCode: '66', ...(await testProof(test, 'sms')), ...more };
  return (await test.call(smsNoLogin, { body, language: 'EN' })).body;
}
async function register(mobileNo: string, more: object = {}) {
  const body = { mobileNo, countryDialingCode: '66', ...(await testProof(test, 'sms')), ...more };
  return (await test.call(smsRegister, { body, language: 'EN' })).body;
}

describe.each([
  ['login', 'smsLogin', 60],
  ['reset', 'phoneRecovery', 300],
] as const)('a code for %s', (purpose, feature, waitSeconds) => {
  it('is sent to the member with this number', async () => {
    expect(await requestCode(THEIRS, { purpose })).toEqual({ success: true, value: { expiredMinutes: 5, waitSeconds, channel: 'sms' } });
    expect(await outbox()).toMatchObject([{ to: '+66812345678', template: `code_${purpose}` }]);
  });

  it('gets the same response for an unknown number, without a message', async () => {
    const known = await requestCode(THEIRS, { purpose });
    expect(await requestCode(UNKNOWN_NUMBER, { purpose })).toEqual(known);
    expect(await outbox()).toHaveLength(1);
    const [again, unknownAgain] = [await requestCode(THEIRS, { purpose }), await requestCode(UNKNOWN_NUMBER, { purpose })];
    expect([again.code, unknownAgain.code]).toEqual(['sms_wait', 'sms_wait']);
  });

  it('is not sent to a blocked member, nor to an unverified number', async () => {
    await member({ status: 'blocked' });
    expect((await requestCode(THEIRS, { purpose })).success).toBe(true);
    await member({ status: 'active', mobile_verified_at: null });
    test.clock.advance(60_000);
    expect((await requestCode(THEIRS, { purpose })).success).toBe(true);
    await member({ mobile_verified_at: test.clock.now() });
    expect(await outbox()).toEqual([]);
  });

  it('is refused where the merchant has it switched off', async () => {
    await change({ features: { [feature]: false } });
    expect((await requestCode(THEIRS, { purpose })).code).toBe('sign_in_method_off');
  });

  it('needs a challenge for this action', async () => {
    const login = await testProof(test, 'login');
    const codes = [];
    for (const proof of [{ challenge: undefined }, { challenge: 'x' }, login])
      codes.push((await requestCode(THEIRS, { purpose, ...proof })).code);
    expect(codes).toEqual(['challenge_required', 'challenge_failed', 'challenge_failed']);
    expect(await test.db.selectFrom('verification_code').select('id').execute()).toEqual([]);
  });
});

describe('a code to register', () => {
  it('is sent to an unverified number, from both forms', async () => {
    const value = { expiredMinutes: 5, waitSeconds: 300, channel: 'sms' };
    await change({ registration: { fields: fields(true, true) } });
    expect(await register(UNKNOWN_NUMBER)).toEqual({ success: true, value });
    expect(await register('0812345670', { username: 'newcomer' })).toEqual({ success: true, value });
    expect((await outbox()).map(({ to, template }) => [to, template])).toEqual([
      ['+66812345670', 'code_register'],
      ['+66812345679', 'code_register'],
    ]);
  });

  it('gets the same response for a taken number, without a message', async () => {
    const fresh = await register(UNKNOWN_NUMBER);
    expect(await register(THEIRS)).toEqual(fresh);
    expect(await outbox()).toHaveLength(1);
  });

  it.each<[string, object, object, string]>([
    ['the mobile form is off', { registration: { mobileRegister: false } }, {}, 'registration_closed'],
    ['registration is closed', { registration: { open: false } }, {}, 'registration_closed'],
    ['the user-name form requires no number', {}, { username: 'newcomer' }, 'registration_closed'],
    ['the user-name form is off', { registration: { usernameRegister: false } }, { username: 'newcomer' }, 'registration_closed'],
    ['the challenge is missing', {}, { challenge: undefined }, 'challenge_required'],
    ['the number is malformed', {}, { mobileNo: '12' }, 'mobile_invalid'],
  ])('is refused where %s', async (_name, settings, body, code) => {
    await change(settings);
    expect((await register(UNKNOWN_NUMBER, body)).code).toBe(code);
  });

  it('is sent for the user-name form only if the form requires it', async () => {
    await change({ registration: { mobileRegister: false, fields: fields(true, true) } });
    expect((await register(UNKNOWN_NUMBER, { username: 'newcomer' })).success).toBe(true);
    await change({ registration: { fields: fields(true, false) } });
    expect((await register('0812345671', { username: 'newcomer' })).code).toBe('registration_closed');
  });
});

it('names the waiting time as text', async () => {
  await requestCode(UNKNOWN_NUMBER);
  const answer = await requestCode(UNKNOWN_NUMBER);
  expect(answer.message).toMatch(/^A code is already on its way\. Wait \d+ seconds before you request another\.$/);
});
