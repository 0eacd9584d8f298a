import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberInfo } from '../../../../shared/api/accounts/calls.ts';
import type { ClientCall } from '../../../../shared/api/client-call.ts';
import { oauthFinish, oauthRegister, oauthStart } from '../../../../shared/api/oauth/calls.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import { openTestPlatform, type TestPlatform } from '../../test-platform.ts';
import { startIdentityProvider, TEST_CLIENT, type TestIdentityProvider } from './test-identity-provider.ts';

const SITE = 'http://localhost:3000';
let idp: TestIdentityProvider;
let test: TestPlatform;
beforeAll(async () => {
  idp = await startIdentityProvider();
  const service = { ...TEST_CLIENT, issuer: idp.url };
  test = await openTestPlatform({ google: service, facebook: service });
});
afterAll(async () => {
  await test.close();
  await idp.close();
});
let people = 0;
beforeEach(() => {
  people += 1;
  idp.persona = { sub: `person-${people}`, email: `Person${people}@example.com`, emailVerified: true };
});
afterEach(() => expect(test.faults).toEqual([]));

type Provider = 'google' | 'facebook';
const redirectUri = (provider: Provider) => `${SITE}/auth/${provider}/callback`;
const call = (definition: ClientCall, body: unknown, token?: string) =>
  test.call(definition, { body, headers: { 'X-Site-Origin': SITE }, ...(token !== undefined && { token }) });
const start = async (provider: Provider) =>
  (await call(oauthStart, { provider, redirectUri: redirectUri(provider) })).body.value as { url: string; flow: string };
const finish = async (provider: Provider, flow: string, returnUrl: string, side?: 'agent') =>
  (await call(oauthFinish, { provider, flow, returnUrl, redirectUri: redirectUri(provider), ...(side && { side }) })).body;
const returnFrom = async (provider: Provider, side?: 'agent') => {
  const { url, flow } = await start(provider);
  return finish(provider, flow, idp.agree(url), side);
};
const register = async (ticket: string, form: object = {}) =>
  (await call(oauthRegister, { username: `social${people}x`, agreed: true, ...form }, ticket)).body;

describe.each(['google', 'facebook'] as const)('sign-in with %s', (provider) => {
  it('accepts agents only on the agent side, and registers no account there', async () => {
    expect(await returnFrom(provider, 'agent')).toMatchObject({ success: false, code: 'not_agent' });
    const first = await returnFrom(provider);
    await register(first.value.verification.ticket);
    expect(await returnFrom(provider, 'agent')).toMatchObject({ success: false, code: 'not_agent' });
    await test.db.updateTable('member').set({ type: 1 }).where('account', '=', `social${people}x`).execute();
    expect((await returnFrom(provider, 'agent')).value.member.account).toBe(`social${people}x`);
    expect((await returnFrom(provider)).value.member.account).toBe(`social${people}x`);
  });

  it('makes an account after name, age and terms, and finds it the next time', async () => {
    const first = await returnFrom(provider);
    expect(first.value.verification).toMatchObject({ reason: 'registration', methods: [], ticket: expect.stringMatching(/^[\w-]{43}$/) });
    const signedIn = await register(first.value.verification.ticket);
    expect(signedIn.value).toMatchObject({ member: { account: `social${people}x`, type: 0 }, mustChangePassword: false });
    expect((await call(memberInfo, undefined, signedIn.value.token)).body.value.account).toBe(`social${people}x`);
    const again = await returnFrom(provider);
    expect(again.value.member.account).toBe(`social${people}x`);
    const row = await test.db
      .selectFrom('member')
      .select(['email', 'email_verified_at'])
      .where('account', '=', `social${people}x`)
      .executeTakeFirst();
    expect(row?.email).not.toContain('@');
    expect(row?.email_verified_at).toBeNull();
  });

  it('does not take over an account that names the same address', async () => {
    idp.persona.email = 'demo01@example.com';
    expect((await returnFrom(provider)).value.verification.reason).toBe('registration');
  });

  it('refuses a code that is used again, another flow, another state, another place and an old flow', async () => {
    const [one, two] = [await start(provider), await start(provider)];
    const back = idp.agree(one.url);
    const refused = { success: false, code: 'social_login_failed' };
    expect(await finish(provider, two.flow, back)).toMatchObject(refused);
    const changed = one.flow.replace(/(?<=\.)./, (sign) => (sign === 'A' ? 'B' : 'A'));
    expect(await finish(provider, changed, back)).toMatchObject(refused);
    expect(await finish(provider, one.flow, back.replace(/state=[^&]+/, 'state=x'))).toMatchObject(refused);
    expect(await finish(provider, one.flow, back.replace(SITE, 'http://evil.example'))).toMatchObject(refused);
    expect((await finish(provider, one.flow, back)).success).toBe(true);
    expect(await finish(provider, one.flow, back)).toMatchObject(refused);
    const old = await start(provider);
    test.clock.advance(11 * MINUTE_MS);
    expect(await finish(provider, old.flow, idp.agree(old.url))).toMatchObject(refused);
  });

  it('distinguishes a cancelled sign-in', async () => {
    const { flow, url } = await start(provider);
    const state = new URL(url).searchParams.get('state') ?? '';
    const back = `${redirectUri(provider)}?${new URLSearchParams({ error: 'access_denied', state })}`;
    expect(await finish(provider, flow, back)).toMatchObject({ success: false, code: 'popup_closed' });
  });
});

describe('identity tokens', () => {
  it.each(['wrong-nonce', 'wrong-audience', 'foreign-key', 'expired', 'no-identity'] as const)('with %s prove nothing', async (fault) => {
    idp.persona.fault = fault;
    expect(await returnFrom('google')).toMatchObject({ success: false, code: 'social_login_failed' });
  });
});

describe('registration', () => {
  it('requires an available name, the terms and a valid invitation code, and its ticket works once', async () => {
    const { ticket } = (await returnFrom('google')).value.verification;
    expect(await register(ticket, { agreed: false })).toMatchObject({ code: 'terms_required' });
    expect(await register(ticket, { username: '7up' })).toMatchObject({ code: 'invalid_fields', errors: { username: {} } });
    expect(await register(ticket, { username: test.demo.member.account })).toMatchObject({ code: 'username_taken' });
    expect(await register(ticket, { affiliateCode: 'NOBODY' })).toMatchObject({ code: 'affiliate_invalid' });
    expect((await register(ticket)).success).toBe(true);
    expect(await register(ticket, { username: `social${people}y` })).toMatchObject({ code: 'step_expired' });
    expect(await register('x'.repeat(43))).toMatchObject({ code: 'step_expired' });
  });

  it('creates one account for two simultaneous requests', async () => {
    const [one, two] = [(await returnFrom('google')).value.verification.ticket, (await returnFrom('google')).value.verification.ticket];
    const answers = [await register(one), await register(two, { username: `social${people}y` })];
    expect(answers.map(({ success }) => success)).toEqual([true, false]);
  });

  it('holds no other rights', async () => {
    const { ticket } = (await returnFrom('google')).value.verification;
    expect((await call(memberInfo, undefined, ticket)).status).toBe(401);
  });
});

describe('a provider', () => {
  it('redirects to the visitor’s own site only', async () => {
    const answer = await call(oauthStart, { provider: 'google', redirectUri: 'https://evil.example/auth/google/callback' });
    expect(answer.body.code).toBe('bad_request');
  });

  it('that is not configured is off', async () => {
    const plain = await openTestPlatform();
    const answer = await plain.call(oauthStart, {
      body: { provider: 'google', redirectUri: redirectUri('google') },
      headers: { 'X-Site-Origin': SITE },
    });
    expect(answer.body.code).toBe('sign_in_method_off');
    await plain.close();
  });
});
