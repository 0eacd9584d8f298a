import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/time.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, loginAnswer, pendingAnswer, refuse, succeed } from '../testing/tiny-upstream.ts';

const PAGE = { Accept: 'text/html' };
const later = () => new Date(Date.now() + DAY_MS).toISOString();
const cookiesOf = (answer: { headers: Record<string, unknown> }) => (answer.headers['set-cookie'] ?? []) as string[];
const pairOf = (answer: { headers: Record<string, unknown> }, name: string) =>
  cookiesOf(answer)
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0];

describe('a remembered visitor', () => {
  let under: TestPortal;
  let rememberCookie: string;

  beforeEach(async () => {
    under = await startTestPortal();
    under.upstream.on(
      'session.login',
      succeed(loginAnswer('first-token', 'ann', { remember: { token: 'canary-remember', expiresAt: later() } })),
    );
    const login = await supertest(under.url).post('/wps/session/login').send({ payload: 'x' });
    rememberCookie = pairOf(login, 'loginRemember') ?? '';
    under.upstream.on(
      'session.remembered',
      succeed(loginAnswer('second-token', 'ann', { remember: { token: 'canary-successor', expiresAt: later() } })),
    );
  });
  afterEach(() => under.close());
  const visit = (cookie = rememberCookie, path = '/index') => supertest(under.url).get(path).set(PAGE).set('Cookie', cookie);
  const rememberedCalls = () => under.upstream.of('session.remembered');

  it('is signed in before the page is answered, with the token of the cookie', async () => {
    const page = await visit();
    expect(page.body.visitor.session).toBe('ann');
    expect(rememberedCalls().map(({ headers }) => headers.authorization)).toEqual(['Bearer canary-remember']);
    expect(cookiesOf(page).map((line) => line.split('=')[0])).toEqual(['session', 'loginRemember', 'lastUser']);
    expect(pairOf(page, 'loginRemember')).not.toBe(rememberCookie);
    await supertest(under.url)
      .get('/wps/member/info')
      .set('Cookie', pairOf(page, 'session') ?? '')
      .expect(200);
    expect(under.upstream.of('member.info')[0]?.headers.authorization).toBe('Bearer second-token');
  });

  it('with ten tabs at once causes one call, and every tab is signed in', async () => {
    const pages = await Promise.all(Array.from({ length: 10 }, () => visit()));
    expect(pages.map(({ body }) => body.visitor.session)).toEqual(pages.map(() => 'ann'));
    expect(rememberedCalls()).toHaveLength(1);
    // A late tab still sends the used token.
    expect((await visit()).body.visitor.session).toBe('ann');
    expect(rememberedCalls()).toHaveLength(1);
  });

  it('shares no result with another browser: the platform decides about that one', async () => {
    await visit().set('User-Agent', 'the owner');
    under.upstream.on('session.remembered', refuse('unauthorized', 401));
    const stranger = await visit().set('User-Agent', 'another browser');
    expect([stranger.body.visitor.session, rememberedCalls().length]).toEqual([null, 2]);
    expect(cookiesOf(stranger)).toEqual(['loginRemember=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly']);
    expect((await visit().set('User-Agent', 'the owner')).body.visitor.session).toBe('ann');
  });

  it('is not signed in by calls, page assets or prefetches, nor during a live session', async () => {
    const { headers } = await visit();
    const live = `${rememberCookie}; ${pairOf({ headers }, 'session')}`;
    under.upstream.received.length = 0;
    await visit(live).expect(200);
    await supertest(under.url).get('/wps/member/info').set('Cookie', rememberCookie).expect(401);
    await supertest(under.url).get('/index').set('Cookie', rememberCookie).set('Sec-Fetch-Mode', 'no-cors');
    await visit().set({ 'Sec-Fetch-Mode': 'navigate', 'Sec-Purpose': 'prefetch' });
    await supertest(under.url).head('/index').set(PAGE).set('Cookie', rememberCookie);
    expect(rememberedCalls()).toEqual([]);
  });

  it('whom the platform refuses loses the cookie', async () => {
    under.upstream.on('session.remembered', refuse('unauthorized', 401));
    const page = await visit();
    expect(page.body.visitor.session).toBeNull();
    expect(cookiesOf(page)).toEqual(['loginRemember=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly']);
  });

  it.each(['server_busy', 'system_error', 'too_many_requests'] as const)('keeps the cookie while the platform fails: %s', async (code) => {
    under.upstream.on('session.remembered', refuse(code, 503));
    const page = await visit();
    expect([page.status, page.body.visitor.session, cookiesOf(page)]).toEqual([200, null, []]);
    await visit();
    expect(rememberedCalls()).toHaveLength(1);
  });

  it('does not wait for a slow platform; the next page uses its answer', async () => {
    let finish = () => {};
    under.upstream.on('session.remembered', (_request, response) => {
      finish = () => json(response, 200, { success: true, value: loginAnswer('slow-token') });
    });
    const page = await visit();
    expect([page.body.visitor.session, cookiesOf(page)]).toEqual([null, []]);
    finish();
    await expect.poll(async () => (await visit()).body.visitor.session).toBe('ann');
    expect(rememberedCalls()).toHaveLength(1);
  });

  it('who needs a second step is redirected to it', async () => {
    under.upstream.on('session.remembered', succeed(pendingAnswer('canary-ticket')));
    const page = await visit(rememberCookie, '/rng?page=NOVA');
    expect([page.status, page.headers.location]).toEqual([303, '/login?view=step&next=%2Frng%3Fpage%3DNOVA']);
    expect(cookiesOf(page).map((line) => line.split('=')[0])).toEqual(['signInTicket', 'loginRemember']);
    expect(JSON.stringify(cookiesOf(page)) + page.text).not.toContain('canary');
  });

  it.each(['loginRemember=made-up', 'loginRemember='])('with a forged cookie causes no call: %s', async (forged) => {
    const page = await visit(forged);
    expect([page.body.visitor.session, rememberedCalls()]).toEqual([null, []]);
    expect(cookiesOf(page)).toEqual(['loginRemember=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly']);
  });

  it('loses the cookie by signing out', async () => {
    const { headers } = await visit();
    const cookie = `${pairOf({ headers }, 'session')}; ${pairOf({ headers }, 'loginRemember')}`;
    const byCall = await supertest(under.url).delete('/wps/session/logout').set('Cookie', cookie);
    expect(cookiesOf(byCall)).toContain('loginRemember=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly');
    const byForm = await supertest(under.url).post('/form/session.logout').type('form').set('Cookie', cookie).send('back=/index');
    expect(cookiesOf(byForm)).toContain('loginRemember=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly');
  });
});
