import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/start-portal.ts';
import { json, loginAnswer, succeed } from '../../testing/tiny-upstream.ts';

let under: TestPortal;
let agent: ReturnType<typeof supertest.agent>;
beforeEach(async () => {
  under = await startTestPortal({ publicUrl: undefined });
  agent = supertest.agent(under.url);
  under.upstream.on('session.oauthStart', succeed({ url: 'https://service.example/authorize?state=s', flow: 'sealed-flow' }));
});
afterEach(() => under.close());
const bodyOf = (call: string) => JSON.parse(under.upstream.of(call).at(-1)?.body ?? '{}');

describe('sign-in with a service', () => {
  it('stores its state in a cookie that scripts cannot read, and returns signed in to the first page', async () => {
    under.upstream.on('session.oauthFinish', succeed(loginAnswer('token-of-ann')));
    const away = await agent.get('/auth/google?next=%2Frng%3Fpage%3DNOVA');
    expect([away.status, away.headers.location]).toEqual([303, 'https://service.example/authorize?state=s']);
    expect(String(away.headers['set-cookie'])).toMatch(/^oauthFlow=[^;]+; .*HttpOnly/);
    expect(String(away.headers['set-cookie'])).not.toContain('sealed-flow');
    const origin = `http://127.0.0.1:${under.port}`;
    expect(bodyOf('session.oauthStart')).toEqual({ provider: 'google', redirectUri: `${origin}/auth/google/callback` });

    const back = await agent.get('/auth/google/callback?code=c&state=s');
    expect([back.status, back.headers.location]).toEqual([303, '/rng?page=NOVA']);
    expect(bodyOf('session.oauthFinish')).toEqual({
      provider: 'google',
      flow: 'sealed-flow',
      returnUrl: `${origin}/auth/google/callback?code=c&state=s`,
      redirectUri: `${origin}/auth/google/callback`,
    });
    expect(String(back.headers['set-cookie'])).not.toContain('token-of-ann');
    expect((await agent.get('/index')).body.visitor.session).toBe('ann');
  });

  it('leads visitors without an account to the registration', async () => {
    const verification = { ticket: 'ticket-canary', reason: 'registration', methods: [], mobile: null, email: null };
    under.upstream.on('session.oauthFinish', succeed({ verification: { ...verification, expiresAt: '2096-01-01T00:00:00.000Z' } }));
    await agent.get('/auth/facebook');
    const back = await agent.get('/auth/facebook/callback?code=c&state=s');
    expect([back.status, back.headers.location]).toEqual([303, '/login?view=social']);
    expect(JSON.stringify(back.headers)).not.toContain('ticket-canary');
  });

  it('redirects within this site only', async () => {
    under.upstream.on('session.oauthFinish', succeed(loginAnswer('t')));
    await agent.get('/auth/google?next=https%3A%2F%2Fevil.example');
    expect((await agent.get('/auth/google/callback?code=c&state=s')).headers.location).toBe('/index');
  });

  it('cannot be started by a page of another site', async () => {
    const { status, headers } = await agent.get('/auth/facebook').set('Sec-Fetch-Site', 'cross-site');
    expect([status, headers.location, headers['set-cookie']]).toEqual([303, '/login', undefined]);
    expect(under.upstream.of('session.oauthStart')).toEqual([]);
    await agent.get('/auth/facebook').set('Sec-Fetch-Site', 'same-origin').expect('Location', 'https://service.example/authorize?state=s');
  });

  it('without its cookie, or after a refusal, shows the sign-in with the reason', async () => {
    under.upstream.on('session.oauthFinish', (_request, response) =>
      json(response, 200, { success: false, value: null, code: 'social_login_failed', message: 'It did not work.' }),
    );
    const { status, body } = await supertest(under.url).get('/auth/google/callback?code=c&state=s');
    expect([status, body.message, body.code]).toEqual([422, 'It did not work.', 'social_login_failed']);
    expect(bodyOf('session.oauthFinish').flow).toBe('');
  });

  it('supports two services', async () => {
    await agent.get('/auth/other').expect(404);
    await agent.post('/auth/google').expect(404);
  });
});
