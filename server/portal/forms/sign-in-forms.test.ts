import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { loginAnswer, pendingAnswer, refuse, succeed, type TinyUpstream } from '../testing/tiny-upstream.ts';

type Answer = { readonly headers: Record<string, unknown> };
const linesOf = ({ headers }: Answer) => (headers['set-cookie'] ?? []) as string[];
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString();

/** Gives the platform a key; returns a function that opens what is sealed to it. */
async function giveKey(upstream: TinyUpstream) {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  upstream.on('session.keys', succeed({ keys: [{ ...(await exportJWK(publicKey)), kid: 'k1' }] }));
  return async (call: string) => {
    const { payload } = JSON.parse(upstream.of(call).at(-1)?.body ?? '{}') as { payload: string };
    const { plaintext } = await compactDecrypt(payload, privateKey);
    return (JSON.parse(new TextDecoder().decode(plaintext)) as { data: Record<string, unknown> }).data;
  };
}

describe('entry forms without script', () => {
  let under: TestPortal;
  let agent: ReturnType<typeof supertest.agent>;
  let opened: (call: string) => Promise<Record<string, unknown>>;

  beforeEach(async () => {
    under = await startTestPortal();
    agent = supertest.agent(under.url);
    opened = await giveKey(under.upstream);
  });
  afterEach(() => under.close());
  const post = (call: string, values: Record<string, string>) => agent.post(`/form/${call}`).type('form').send(values);
  const leadsTo = async (call: string, values: Record<string, string> = {}) => {
    const { status, headers } = await post(call, { back: '/rng?page=NOVA', ...values });
    return [status, headers.location, headers['cache-control']];
  };

  it.each([
    ['a second step', pendingAnswer('t'), '/login?view=step&next=%2Frng%3Fpage%3DNOVA'],
    ['a registration after a social sign-in', pendingAnswer('t', 'registration'), '/login?view=social&next=%2Frng%3Fpage%3DNOVA'],
    ['a new password', loginAnswer('t', 'ann', { mustChangePassword: true }), '/login?view=change-password&next=%2Frng%3Fpage%3DNOVA'],
    ['the requested page', loginAnswer('t'), '/rng?page=NOVA'],
  ])('a sign-in redirects to %s', async (_name, value, location) => {
    under.upstream.on('session.login', succeed(value));
    expect(await leadsTo('session.login', { username: 'ann', password: 'x' })).toEqual([303, location, 'no-store']);
  });

  it.each([
    ['member.passwordEmail', '/login?view=forgot&tab=email&sent=1'],
    ['member.passwordReset', '/login?done=reset'],
    ['member.passwordVerification', '/login?done=reset'],
  ])('%s redirects to %s', async (call, location) => {
    const values = call === 'member.passwordEmail' ? { expiredMinutes: 30 } : { account: 'ann' };
    under.upstream.on(call, succeed(values));
    expect(await leadsTo(call)).toEqual([303, location, 'no-store']);
  });

  it('a new password redirects home, a confirmation to its page', async () => {
    under.upstream.on('session.login', succeed(loginAnswer('t')));
    await post('session.login', { username: 'ann', password: 'x' });
    expect(await leadsTo('member.password', { newPassword: 'a', confirmNewPassword: 'a' })).toEqual([303, '/', 'no-store']);
    expect(await leadsTo('session.confirm', { method: 'password', proof: 'x' })).toEqual([303, '/rng?page=NOVA', 'no-store']);
  });

  it.each([
    ['session_idle', '/login?view=confirm&next=%2Frng%3Fpage%3DNOVA'],
    ['confirmation_required', '/login?view=confirm&next=%2Frng%3Fpage%3DNOVA'],
    ['password_change_required', '/login?view=change-password&next=%2Frng%3Fpage%3DNOVA'],
  ] as const)('a call refused with %s redirects to %s and keeps the session', async (code, location) => {
    under.upstream.on('session.login', succeed(loginAnswer('t')));
    await post('session.login', { username: 'ann', password: 'x' });
    under.upstream.on('session.end', refuse(code, 401));
    const answer = await post('session.end', { id: 'others', back: '/rng?page=NOVA' });
    expect([answer.status, answer.headers.location, linesOf(answer)]).toEqual([303, location, []]);
    await agent.get('/wps/member/info').expect(200);
  });

  it('a page after a confirmation does not show its success message', async () => {
    under.upstream.on('session.login', succeed(loginAnswer('t')));
    await post('session.login', { username: 'ann', password: 'x' });
    under.upstream.on('profile.appearance', refuse('confirmation_required', 401));
    const answer = await post('profile.appearance', { nickname: 'Sea Dog', back: '/member/profile?done=appearance&from=menu' });
    expect(answer.headers.location).toBe('/login?view=confirm&next=%2Fmember%2Fprofile%3Ffrom%3Dmenu');
  });

  it('a first sign-in is reported with the new session', async () => {
    under.upstream.on('session.login', succeed(loginAnswer('new-token', 'ann', { firstTimeLogin: true })));
    await post('session.login', { username: 'ann', password: 'x' });
    await expect
      .poll(() => under.upstream.of('session.firstLogin').map(({ headers }) => headers.authorization))
      .toEqual(['Bearer new-token']);
  });

  it('number and code are sent as user name and password; "remember me" stores the number', async () => {
    under.upstream.on('session.login', succeed(loginAnswer('t', 'ann', { remember: { token: 'canary-remember', expiresAt: tomorrow() } })));
    const answer = await post('session.login', {
      type: 'sms',
      countryDialingCode: '66',
      mobileNum: '812345678',
      verificationCode: '990011',
      remember: 'on',
    });
    expect(await opened('session.login')).toEqual({
      type: 'sms',
      username: '812345678',
      password: '990011',
      countryDialingCode: '66',
      remember: true,
    });
    const phone = linesOf(answer).find((line) => line.startsWith('loginTypeSms='));
    expect(phone).toMatch(/; Path=\/; Max-Age=86400; SameSite=Lax$/);
    expect(JSON.parse(decodeURIComponent(phone?.split(/[=;]/)[1] ?? ''))).toEqual({ mobileNum: '812345678', countryDialingCode: '66' });
    expect(linesOf(answer).join()).not.toMatch(/990011|canary/);
  });

  it('without "remember me" no number is stored', async () => {
    under.upstream.on('session.login', succeed(loginAnswer('t')));
    const answer = await post('session.login', { type: 'sms', countryDialingCode: '66', mobileNum: '812345678', verificationCode: '1' });
    expect(linesOf(answer).join()).not.toContain('loginTypeSms=%');
  });

  it('after a code was sent the form is redisplayed with its values and a field for the code', async () => {
    under.upstream.on('verification.smsNoLogin', succeed({ expiredMinutes: 5, waitSeconds: 60, channel: 'sms' }));
    const { status, body } = await post('verification.smsNoLogin', {
      type: 'sms',
      countryDialingCode: '66',
      mobileNum: '812345678',
      verificationCode: 'canary-code',
      captcha: 'canary-captcha',
      back: '/index',
    });
    expect([status, body]).toEqual([
      200,
      {
        call: 'verification.smsNoLogin',
        values: { type: 'sms', countryDialingCode: '66', mobileNum: '812345678' },
        message: '',
        errors: {},
        code: '',
      },
    ]);
  });

  it('a second step without its ticket, or after its expiry, restarts the sign-in', async () => {
    const without = await post('session.stepVerify', { method: 'sms', proof: 'canary-code', back: '/index' });
    expect([without.status, without.body.call, without.body.code]).toEqual([422, 'session.login', 'step_expired']);
    expect(under.upstream.of('session.stepVerify')).toEqual([]);
    under.upstream.on('session.login', succeed(pendingAnswer('t')));
    await post('session.login', { username: 'ann', password: 'x' });
    under.upstream.on('session.stepVerify', refuse('step_expired'));
    const late = await post('session.stepVerify', { method: 'sms', proof: 'canary-code', back: '/index' });
    expect([late.status, late.body.code, linesOf(late)]).toEqual([
      422,
      'step_expired',
      ['signInTicket=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly'],
    ]);
    expect(JSON.stringify([late.body, under.logged])).not.toContain('canary');
  });

  it('a registration sends its address, an SMS code for one sends its target', async () => {
    under.upstream.on('member.register', succeed(loginAnswer('t')));
    await post('member.register', { username: 'ann', password: 'x', agreed: 'on' });
    expect(await opened('member.register')).toEqual({
      username: 'ann',
      password: 'x',
      agreed: true,
      domain: new URL(under.url).host,
      registerUrl: `${under.url}/register`,
    });
    under.upstream.on('verification.smsRegister', succeed({ expiredMinutes: 5, waitSeconds: 60, channel: 'sms' }));
    await post('verification.smsRegister', { mobileNum: '812345678', countryDialingCode: '66' });
    expect(JSON.parse(under.upstream.of('verification.smsRegister')[0]?.body ?? '')).toEqual({
      mobileNo: '812345678',
      countryDialingCode: '66',
    });
  });

  it('free play needs no input', async () => {
    under.upstream.on('session.freePlay', succeed(loginAnswer('t')));
    expect(await leadsTo('session.freePlay')).toEqual([303, '/rng?page=NOVA', 'no-store']);
    expect(await opened('session.freePlay')).toMatchObject({ platform: 'W', gatewayVersion: 3, random: expect.stringMatching(/^\w{32}$/) });
  });

  it('a change of language notifies the platform without waiting for long', async () => {
    under.upstream.on('session.login', succeed(loginAnswer('secret-token')));
    await post('session.login', { username: 'ann', password: 'x' });
    under.upstream.on('system.language', () => undefined);
    const answer = await agent.post('/preferences').type('form').send({ lang: 'CN', back: '/index' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/index']);
    const [languageCall] = under.upstream.of('system.language');
    expect([languageCall?.headers.authorization, languageCall?.headers.language, languageCall?.body]).toEqual([
      'Bearer secret-token',
      'CN',
      '{"language":"CN"}',
    ]);
    await agent.post('/preferences').type('form').send({ theme: 'light', back: '/index' });
    expect(under.upstream.of('system.language')).toHaveLength(1);
  });
});
