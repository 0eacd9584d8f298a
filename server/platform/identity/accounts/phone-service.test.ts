import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestPhoneService, type TestPhoneService } from '../../../net/phone-auth/test-phone-service.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { type AccountsTest, accountsTest, PASSWORD } from './test-accounts.ts';

let phone: TestPhoneService;
let test: TestPlatform;
let at: AccountsTest;
beforeAll(async () => {
  phone = await startTestPhoneService();
  test = await openTestPlatform({ phone: phone.settings });
  at = accountsTest(test);
});
afterAll(async () => {
  await test.close();
  phone.close();
});
afterEach(() => expect(test.faults).toEqual([]));

const NUMBER = { mobileNum: '812345678', countryDialingCode: '66' };
const ACCOUNT = '+66812345678';
const token = () => phone.idToken(test.clock.now());

it('vouches for the number of a registration, once', async () => {
  const firebaseIdToken = await token();
  const other = await at.registerMobile({ ...NUMBER, mobileNum: '812345679', firebaseChannel: 'sms', firebaseIdToken });
  expect(other.code).toBe('code_wrong');
  const good = await token();
  const body = await at.registerMobile({ ...NUMBER, firebaseChannel: 'sms', firebaseIdToken: good });
  expect(body.value.member.account).toBe(ACCOUNT);
  expect((await at.member(ACCOUNT)).mobile_verified_at).not.toBeNull();
  expect((await at.registerMobile({ ...NUMBER, firebaseIdToken: good })).success).toBe(false);
  const again = await at.registerMobile({ ...NUMBER, firebaseIdToken: await token() });
  expect([again.code, again.errors.mobileNum.code]).toEqual(['contact_taken', 'field_taken']);
});

it('exchanges a code of the phone service for the token of a registration', async () => {
  const number = { countryDialingCode: '66', mobileNum: '812345661' };
  const { mobileNum: mobileNo, ...rest } = number;
  phone.now = () => test.clock.now();
  const sent = await at.send('verification.smsRegister', { body: { mobileNo, ...rest } }, 'sms');
  expect(sent.value).toEqual({ expiredMinutes: 5, waitSeconds: 60, channel: 'firebase' });
  const confirm = (verificationCode: string) =>
    at.send('verification.phoneConfirm', { body: { ...number, purpose: 'register', verificationCode } });
  expect((await confirm('000000')).code).toBe('code_wrong');
  const { value } = await confirm(phone.code);
  expect(value).toEqual({ firebaseChannel: 'sms', firebaseIdToken: expect.stringMatching(/^eyJ/) });
  expect((await confirm(phone.code)).code).toBe('code_wrong');
  expect((await at.registerMobile({ ...number, ...value })).value.member.account).toBe('+66812345661');
});

it('vouches for the number on the form by user name', async () => {
  await at.fields({ mobileNum: true, countryDialingCode: true, verificationCode: true });
  const form = { ...NUMBER, username: 'phoned1x', mobileNum: '812345670' };
  const firebaseIdToken = await phone.idToken(test.clock.now(), { claims: { phone_number: '+66812345670' } });
  expect((await at.register({ ...form, firebaseIdToken })).success).toBe(true);
  const forged = await phone.idToken(test.clock.now(), { forged: true });
  expect((await at.register({ ...form, username: 'phoned2x', firebaseIdToken: forged })).success).toBe(false);
});

it('replaces the code of a recovery', async () => {
  const set = async (firebaseIdToken: string, more = {}) =>
    at.send('member.passwordVerification', {
      body: { ...NUMBER, verificationCode: '', newPassword: 'new-calm-tide', firebaseIdToken, ...more },
    });
  const wrong = await set(await token(), { mobileNum: '812345670' });
  expect(wrong.code).toBe('code_wrong');
  expect(await set(await token())).toEqual({ success: true, value: { account: ACCOUNT } });
  await expect(test.login(ACCOUNT, 'new-calm-tide')).resolves.toMatch(/^[\w-]{43}$/);
  await expect(test.login(ACCOUNT, PASSWORD)).rejects.toThrow('wrong_credentials');
});
