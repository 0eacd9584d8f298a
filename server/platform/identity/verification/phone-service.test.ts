import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RefusalCode } from '../../../../shared/codes.ts';
import { PHONE_ERRORS } from '../../../net/phone-auth/phone-errors.ts';
import { startTestPhoneService, type TestPhoneService, type TokenChange } from '../../../net/phone-auth/test-phone-service.ts';
import { createTranslate } from '../../base/http/translate-text.ts';
import { createSecrets } from '../../base/secrets.ts';
import { createMessages } from '../../notify/messages/index.ts';
import { openTestPlatform, TEST_DATA_KEY, type TestPlatform } from '../../test-platform.ts';
import { createCodes } from './codes.ts';
import type { CodeRequest, Codes } from './contracts.ts';
import { phoneRefusal } from './phone-service.ts';
import { testCaller } from './test-caller.ts';

let test: TestPlatform;
let service: TestPhoneService;
const lines: string[] = [];
beforeAll(async () => {
  test = await openTestPlatform();
  service = await startTestPhoneService();
});
afterAll(async () => {
  service.close();
  await test.close();
});
beforeEach(async () => {
  Object.assign(service, { error: null, otherNumber: null });
  service.requests.length = 0;
  await test.db.deleteFrom('verification_code').execute();
});
afterEach(() => {
  expect(test.faults).toEqual([]);
  expect(lines.join('')).not.toMatch(/6681|203\.0\.113|246810|the-api-key|session-\d|eyJ/);
  lines.length = 0;
});

function open(phone: TestPhoneService['settings'] | undefined = service.settings): Codes {
  const { db, clock, merchant } = test;
  const secrets = createSecrets(TEST_DATA_KEY);
  // Without time and process id, which could contain the searched digits.
  const log = pino({ level: 'trace', base: null, timestamp: false }, { write: (line: string) => void lines.push(line) });
  const messages = createMessages({ db, clock, log, merchant, secrets, translate: createTranslate(), services: {} });
  return createCodes({ db, clock, log, merchant, secrets, messages, services: phone ? { phone } : {} });
}
const NUMBER = '+66812345678';
const request = (more: Partial<CodeRequest> = {}): CodeRequest => ({
  purpose: 'reset',
  channel: 'sms',
  to: NUMBER,
  binding: '',
  memberId: null,
  deliver: true,
  caller: testCaller(),
  ...more,
});
const proof = { purpose: 'reset', channel: 'sms', to: NUMBER, binding: '' } as const;
const code = (work: Promise<unknown>) =>
  work.then(
    (value) => value,
    (error: { code?: string }) => error.code,
  );

describe('a code of the phone service', () => {
  it('is sent by it and accepted once', async () => {
    const sent = await open().send(request({ phoneToken: 'captcha-token' }));
    expect(sent).toEqual({ expiredMinutes: 5, waitSeconds: 60, channel: 'firebase' });
    expect(service.requests).toEqual([
      { url: '/v1/accounts:sendVerificationCode', key: 'the-api-key', body: { phoneNumber: NUMBER, recaptchaToken: 'captcha-token' } },
    ]);
    expect(await open().spend({ ...proof, code: '000000' })).toBe(false);
    expect(await open().spend({ ...proof, code: service.code })).toBe(true);
    expect(service.requests.at(-1)?.body).toEqual({ sessionInfo: expect.stringMatching(/^session-/), code: service.code });
    expect(await open().spend({ ...proof, code: service.code })).toBe(false);
  });

  it('is no message of ours, and its session is sealed', async () => {
    await open().send(request());
    expect(await test.db.selectFrom('outbound_message').select('id').execute()).toEqual([]);
    const rows = await test.db.selectFrom('verification_code').selectAll().execute();
    expect(rows).toMatchObject([{ code_hash: null, sealed_session: expect.stringMatching(/^a1\./) }]);
    expect(JSON.stringify(rows)).not.toContain('session-');
  });

  it('works for one of several at once', async () => {
    await open().send(request());
    const results = await Promise.all(Array.from({ length: 4 }, () => open().spend({ ...proof, code: service.code })));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it('respects the platform’s limits, tries and purposes', async () => {
    await open().send(request());
    expect(await code(open().send(request()))).toBe('sms_wait');
    expect(await open().spend({ ...proof, purpose: 'login', code: service.code })).toBe(false);
    for (let n = 0; n < 5; n += 1) expect(await open().spend({ ...proof, code: '000000' })).toBe(false);
    const requestCount = service.requests.length;
    expect(await open().spend({ ...proof, code: service.code })).toBe(false);
    expect(service.requests).toHaveLength(requestCount);
  });

  it('for another number is refused', async () => {
    await open().send(request());
    service.otherNumber = '+66812345679';
    expect(await open().spend({ ...proof, code: service.code })).toBe(false);
  });

  it('is not requested for an unknown number, with the same duration', async () => {
    expect(await open().send(request({ deliver: false }))).toEqual({ expiredMinutes: 5, waitSeconds: 60, channel: 'firebase' });
    expect(service.requests).toEqual([]);
    expect(await open().spend({ ...proof, code: service.code })).toBe(false);
  });

  it('is for visitors without a session: second steps and contact changes use the other provider', async () => {
    for (const purpose of ['step', 'contact', 'account'] as const) {
      test.clock.advance(61_000);
      expect(await open().send(request({ purpose }))).toMatchObject({ channel: 'sms' });
    }
    expect(service.requests).toEqual([]);
  });

  it('names the widget required for sending', async () => {
    expect(await open().phoneSiteKey()).toBe('a-site-key');
    expect((await test.request('GET', '/wps/verification/phone')).body.value).toEqual({ siteKey: null });
    service.error = 'QUOTA_EXCEEDED';
    expect(await open().phoneSiteKey()).toBeNull();
  });

  it('has nothing to do with e-mail', async () => {
    expect(await open().send(request({ channel: 'email', to: 'ann@example.com' }))).toMatchObject({ channel: 'sms', waitSeconds: 300 });
    expect(service.requests).toEqual([]);
  });
});

const LINES = Object.entries(PHONE_ERRORS);
describe('an error of the phone service', () => {
  it.each(LINES)('%s is reported as %s when a code is sent', async (message, expected) => {
    service.error = message;
    expect(await code(open().send(request()))).toBe(expected);
  });

  it.each(LINES)('%s is reported as %s when a code is checked, a wrong code as wrong', async (message, expected) => {
    await open().send(request());
    service.error = message;
    expect(await code(open().spend({ ...proof, code: service.code }))).toBe(expected === 'code_wrong' ? false : expected);
  });

  it.each(LINES)('%s is recognised in the browser library’s spelling', (message, expected) => {
    expect(phoneRefusal(`auth/${message.toLowerCase().replaceAll('_', '-')}`).code).toBe(expected);
  });

  it.each<[string, RefusalCode]>([
    ['INVALID_PHONE_NUMBER : TOO_SHORT', 'mobile_invalid'],
    ['OPERATION_NOT_ALLOWED : SMS unable to be sent until this region enabled by the app developer.', 'phone_not_enabled'],
    ['SOMETHING_NEW', 'phone_unknown_error'],
    ['API key not valid. Please pass a valid API key.', 'phone_unknown_error'],
    ['__proto__', 'phone_unknown_error'],
    ['', 'phone_unknown_error'],
  ])('%s is reported as %s', async (message, expected) => {
    service.error = message;
    expect(await code(open().send(request()))).toBe(expected);
  });

  it('is unknown without a response', async () => {
    const unreachable = open({ ...service.settings, identityUrl: 'http://127.0.0.1:9' });
    expect(await code(unreachable.send(request()))).toBe('phone_unknown_error');
  });

  it('covers every documented text', () => {
    const texts: readonly RefusalCode[] = [
      'mobile_invalid',
      'mobile_missing',
      'sms_too_many',
      'code_wrong',
      'code_missing',
      'phone_captcha_failed',
      // A sending without the token of the widget: the documented text of a failed check, with what is missing.
      'phone_needs_script',
      'phone_quota',
      'phone_not_enabled',
      'code_expired',
      'popup_closed',
    ];
    expect([...new Set(Object.values(PHONE_ERRORS))].sort()).toEqual([...texts].sort());
    for (const text of texts) expect(createTranslate()('EN', `errors.${text}`)).not.toMatch(/^errors\./);
  });
});

describe('an ID token of the phone service', () => {
  const verify = async (change?: TokenChange) => code(open().verifiedNumber(await service.idToken(test.clock.now(), change)));
  const seconds = () => Math.floor(test.clock.now().getTime() / 1_000);

  it('vouches for its number, once', async () => {
    const token = await service.idToken(test.clock.now());
    expect(await open().verifiedNumber(token)).toBe(NUMBER);
    expect(await code(open().verifiedNumber(token))).toBe('code_expired');
  });

  it.each<[string, () => TokenChange, RefusalCode]>([
    ['signed with another key', () => ({ forged: true }), 'code_wrong'],
    ['of another project', () => ({ audience: 'other-project' }), 'code_wrong'],
    ['of another issuer', () => ({ issuer: 'https://securetoken.google.com/other-project' }), 'code_wrong'],
    ['too old', () => ({ expiresIn: -60 }), 'code_expired'],
    ['of a sign-in long ago', () => ({ claims: { auth_time: seconds() - 301 } }), 'code_expired'],
    ['of a sign-in to come', () => ({ claims: { auth_time: seconds() + 60 } }), 'code_wrong'],
    ['without the time of the sign-in', () => ({ claims: { auth_time: undefined } }), 'code_wrong'],
    ['without a number', () => ({ claims: { phone_number: undefined } }), 'code_wrong'],
    ['with something else for a number', () => ({ claims: { phone_number: '0812345678' } }), 'code_wrong'],
    ['of a sign-in by password', () => ({ claims: { firebase: { sign_in_provider: 'password' } } }), 'code_wrong'],
  ])('%s is refused', async (_name, change, expected) => expect(await verify(change())).toBe(expected));

  it.each(['', 'x', 'a.b.c', 'eyJhbGciOiJub25lIn0.eyJwaG9uZV9udW1iZXIiOiIrNjY4MTIzNDU2NzgifQ.'])(
    'that is invalid (%j) is refused',
    async (token) => expect(await code(open().verifiedNumber(token))).toBe('code_wrong'),
  );

  it('cannot be checked without the keys, nor without the service', async () => {
    const token = await service.idToken(test.clock.now());
    const unreachable = open({ ...service.settings, keysUrl: 'http://127.0.0.1:9/keys' });
    expect(await code(unreachable.verifiedNumber(token))).toBe('phone_unknown_error');
    const malformed = open({ ...service.settings, keysUrl: `${service.settings.identityUrl}/v1/nothing` });
    expect(await code(malformed.verifiedNumber(token))).toBe('phone_unknown_error');
    const { db, clock, merchant } = test;
    const secrets = createSecrets(TEST_DATA_KEY);
    const log = pino({ level: 'silent' });
    const messages = createMessages({ db, clock, log, merchant, secrets, translate: createTranslate(), services: {} });
    const without = createCodes({ db, clock, log, merchant, secrets, messages, services: {} });
    expect(await code(without.verifiedNumber(token))).toBe('phone_not_enabled');
  });
});
