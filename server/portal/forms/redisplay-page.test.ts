import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { NO_REGION_RULES } from '../access/region-rules.ts';
import type { PortalDeps } from '../contracts.ts';
import type { MountPages } from '../pages/mount.ts';
import { plainPages } from '../pages/plain-pages.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { loginAnswer, refuse, STATUS, succeed, WHITELABEL } from '../testing/tiny-upstream.ts';

const DENIED = { ...NO_REGION_RULES, deniedAddresses: ['127.0.0.1'] };

let under: TestPortal;
afterEach(() => under.close());

/** Pages that show their address. */
const onlyAddresses: MountPages = () => ({
  ...plainPages(),
  handle: (request, response) => void response.json({ page: request.url, form: response.locals.form?.call }),
});
const start = async (overrides: Partial<PortalDeps> = {}) => {
  under = await startTestPortal(overrides, onlyAddresses);
  under.upstream.on('feedback.send', refuse('captcha_wrong'));
};
const post = (call: string, body: string, cookie = '') =>
  supertest(under.url).post(`/form/${call}`).set('Cookie', cookie).type('form').send(body);

describe('the page of a refused form', () => {
  it.each(['/index', '/game?gameId=deep-reef', '/login', '/rng', '/x/../index'])('is closed in a restricted region: %s', async (back) => {
    await start({ region: DENIED });
    const answer = await post('feedback.send', `back=${encodeURIComponent(back)}`);
    expect([answer.status, answer.text]).toEqual([451, 'restricted']);
  });

  it('is closed during maintenance', async () => {
    await start();
    under.upstream.on('system.status', succeed({ ...STATUS, maintenance: true }));
    const answer = await post('feedback.send', 'back=/game?gameId=deep-reef');
    expect([answer.status, answer.text]).toEqual([503, 'maintenance']);
    expect(answer.headers['retry-after']).toBeDefined();
  });

  it('is the customer service page for any page that the form names', async () => {
    await start({ region: DENIED });
    under.upstream.on('verification.captcha', succeed('aGVsbG8='));
    const { status, text } = await post('feedback.send', 'back=/customerService');
    expect(status).toBe(422);
    expect(text).toContain('name="captcha');
  });

  it('is the sign-in on a members-only site', async () => {
    await start();
    under.upstream.on('system.whitelabel', succeed({ ...WHITELABEL, features: { loginOnlyHome: true } }));
    const { url } = under.upstream;
    const members = await startTestPortal({ upstreams: { wps: url, lgw: url, lotto: url } }, onlyAddresses);
    const answer = await supertest(members.url).post('/form/feedback.send').type('form').send('back=/rng?page=2');
    await members.close();
    expect([answer.status, answer.body]).toEqual([422, { page: '/login?next=%2Frng%3Fpage%3D2', form: 'feedback.send' }]);
  });

  it('counts as a page, also when the call itself was throttled', async () => {
    await start({ limits: { page: 3, feedback: 2 } });
    const answers = [];
    for (let round = 0; round < 4; round++) answers.push(await post('feedback.send', 'back=/index'));
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 429, 429]);
    expect(answers[2]?.body).toMatchObject({ form: 'feedback.send' });
    // The page limit is reached.
    expect(answers[3]?.body).toMatchObject({ success: false, code: 'too_many_requests' });
    expect(under.upstream.of('feedback.send')).toHaveLength(2);
  });

  it('counts as a page of its member', async () => {
    await start({ limits: { 'own-page': 1 } });
    under.upstream.on('session.login', succeed(loginAnswer('token-of-ann')));
    const signedIn = await supertest(under.url).post('/wps/session/login').send({ payload: 'x' });
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? '';
    const send = async () => (await post('feedback.send', 'back=/index', cookie)).status;
    expect([await send(), await send()]).toEqual([422, 429]);
  });

  it('of customer service counts on direct requests', async () => {
    await start({ limits: { page: 1 } });
    const requestStatus = async () => (await supertest(under.url).get('/customerService?sent=1')).status;
    expect([await requestStatus(), await requestStatus()]).toEqual([200, 429]);
  });
});
