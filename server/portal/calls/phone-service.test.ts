import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestPhoneService, type TestPhoneService } from '../../net/phone-auth/test-phone-service.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';

const NUMBER = { mobileNum: '0812345678', countryDialingCode: '66' };
const SENT = { mobileNo: NUMBER.mobileNum, countryDialingCode: NUMBER.countryDialingCode };
let service: TestPhoneService;
let under: TestPortal;
let agent: ReturnType<typeof supertest.agent>;
beforeAll(async () => {
  service = await startTestPhoneService();
  under = await startTestPortal({ phone: service.settings });
});
afterAll(async () => {
  await under.close();
  service.close();
});
beforeEach(() => {
  agent = supertest.agent(under.url);
  Object.assign(service, { error: null, otherNumber: null });
});
afterEach(() => {
  const logged = JSON.stringify(under.logged);
  expect(logged).not.toMatch(/246810|the-api-key|session-\d|eyJ|66812345678/);
  expect(under.upstream.received.filter(({ url }) => url.includes('/verification/'))).toEqual([]);
});

const send = (body: object = SENT) => agent.post('/wps/verification/sms/register').send(body);
const confirm = (verificationCode: string, number = NUMBER) =>
  agent.post('/wps/verification/phone/confirm').send({ ...number, purpose: 'register', verificationCode });

it('sends a code for a remote platform and exchanges it for a token', async () => {
  const site = await agent.get('/wps/verification/phone').expect(200);
  expect(site.body).toEqual({ success: true, value: { siteKey: 'a-site-key' } });
  const sent = await send({ ...SENT, phoneToken: 'of-the-widget' }).expect(200);
  expect(sent.body.value).toEqual({ expiredMinutes: 5, waitSeconds: 60, channel: 'firebase' });
  expect(service.requests.at(-1)).toMatchObject({
    key: 'the-api-key',
    body: { phoneNumber: '+66812345678', recaptchaToken: 'of-the-widget' },
  });
  const wrong = await confirm('000000').expect(200);
  expect([wrong.body.success, wrong.body.code]).toEqual([false, 'code_wrong']);
  const right = await confirm(service.code).expect(200);
  expect(right.body.value).toEqual({ firebaseChannel: 'sms', firebaseIdToken: expect.stringMatching(/^eyJ/) });
});

it('sends codes of logins too', async () => {
  const sent = await agent
    .post('/wps/verification/sms/noLogin')
    .send({ ...NUMBER, purpose: 'login' })
    .expect(200);
  expect(sent.body.value.channel).toBe('firebase');
});

it.each([
  ['INVALID_PHONE_NUMBER : TOO_SHORT', 'mobile_invalid'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'sms_too_many'],
  ['CAPTCHA_CHECK_FAILED', 'phone_captcha_failed'],
  ['MISSING_RECAPTCHA_TOKEN', 'phone_needs_script'],
  ['QUOTA_EXCEEDED', 'phone_quota'],
  ['OPERATION_NOT_ALLOWED', 'phone_not_enabled'],
  ['SOMETHING_NEW', 'phone_unknown_error'],
  ['', 'phone_unknown_error'],
])('an error %j of the service is the refusal %s with its text', async (error, code) => {
  service.error = error;
  const { status, body } = await send().set('Cookie', 'lang=VI');
  expect([status, body.success, body.code]).toEqual([200, false, code]);
  expect(body.message.length).toBeGreaterThan(10);
  if (code === 'sms_too_many') expect(body.params).toEqual({ seconds: 300, minutes: 5 });
});

it('takes a code only from the browser and for the number that it was sent for', async () => {
  await send();
  const other = await confirm(service.code, { ...NUMBER, mobileNum: '0812345679' });
  expect(other.body.code).toBe('code_expired');
  const stranger = await supertest(under.url)
    .post('/wps/verification/phone/confirm')
    .send({ ...NUMBER, purpose: 'register', verificationCode: service.code });
  expect(stranger.body.code).toBe('code_expired');
  service.otherNumber = '+66812345670';
  expect((await confirm(service.code)).body.code).toBe('code_wrong');
});

it('refuses numbers, bodies and sites as a platform does', async () => {
  expect((await send({ ...SENT, mobileNo: '12' })).body.code).toBe('mobile_invalid');
  expect((await send({ ...SENT, more: 1 })).status).toBe(400);
  expect((await send().set('Origin', 'https://evil.example')).status).toBe(403);
});
