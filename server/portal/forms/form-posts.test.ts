import { compactDecrypt, exportJWK, generateKeyPair, type JWK } from 'jose';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, loginAnswer, succeed } from '../testing/tiny-upstream.ts';
import { safePath } from './safe-path.ts';

describe('forms without script', () => {
  let under: TestPortal;
  let agent: ReturnType<typeof supertest.agent>;
  let open: (payload: string) => Promise<unknown>;

  beforeEach(async () => {
    under = await startTestPortal();
    agent = supertest.agent(under.url);
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
    const key: JWK = { ...(await exportJWK(publicKey)), kid: 'k1' };
    under.upstream.on('session.keys', succeed({ keys: [key] }));
    open = async (payload) => JSON.parse(new TextDecoder().decode((await compactDecrypt(payload, privateKey)).plaintext));
  });
  afterEach(() => under.close());
  const post = (call: string, body: string) => agent.post(`/form/${call}`).type('form').send(body);

  it('sign in: sealed to the platform, session in the cookie, back to the page', async () => {
    under.upstream.on('session.login', succeed(loginAnswer('secret-token')));
    const answer = await post('session.login', 'username=ann&password=pass+word&back=%2Frng%3Fpage%3DNOVA');
    expect([answer.status, answer.headers.location]).toEqual([303, '/rng?page=NOVA']);
    expect(String(answer.headers['set-cookie'])).toMatch(/^session=[\w.-]+; .*HttpOnly/);
    const sent = JSON.parse(under.upstream.of('session.login')[0]?.body ?? '{}');
    expect(await open(sent.payload)).toMatchObject({ call: 'session.login', data: { username: 'ann', password: 'pass word' } });
    expect((await agent.get('/index')).body.visitor.session).toBe('ann');
  });

  it('a refusal redisplays the page with the entered values, without secrets', async () => {
    under.upstream.on('member.register', (_request, response) =>
      json(response, 200, {
        success: false,
        value: null,
        code: 'invalid_fields',
        message: 'Check the fields.',
        errors: { username: { code: 'field_taken', message: 'Taken.' } },
      }),
    );
    const answer = await post('member.register', 'username=ann&password=canary-1&confirmPassword=canary-1&agreed=on&back=/register&odd=1');
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      call: 'member.register',
      values: { username: 'ann', agreed: 'on', odd: '1' },
      message: 'Check the fields.',
      errors: { username: 'Taken.' },
      code: 'invalid_fields',
    });
    const sent = JSON.parse(under.upstream.of('member.register')[0]?.body ?? '{}');
    expect(await open(sent.payload)).toMatchObject({ data: { username: 'ann', password: 'canary-1', agreed: true } });
    expect(JSON.stringify(under.logged)).not.toContain('canary-1');
  });

  it('a request for another picture shows the page again and sends nothing', async () => {
    const answer = await post('agent.apply', 'account=ann&content=Hi&captcha=abcd&captchaKey=k&captchaAgain=1&back=/join/apply');
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ call: 'agent.apply', values: { account: 'ann', content: 'Hi' }, message: '', errors: {}, code: '' });
    expect(under.upstream.of('agent.apply')).toEqual([]);
  });

  it('a registration is sent at the first attempt with the captcha of its page', async () => {
    under.upstream.on('verification.captcha', succeed('aGVsbG8='));
    under.upstream.on('member.register', succeed(loginAnswer('t')));
    const picture = await agent.get('/form/captcha?place=register-username').expect(200);
    expect([picture.type, picture.headers['cache-control'], picture.body.toString()]).toEqual(['image/png', 'private, no-store', 'hello']);
    await agent.get('/form/captcha?place=forgot').expect(200);
    const form = 'username=ann&password=pw&agreed=on&captcha=abcd&captchaPlace=register-username&back=/index';
    expect((await post('member.register', form)).status).toBe(303);
    const [drawn, other] = under.upstream.of('verification.captcha').map(({ url }) => new URL(url, 'http://x').searchParams.get('key'));
    const sent = JSON.parse(under.upstream.of('member.register')[0]?.body ?? '{}');
    const { data } = (await open(sent.payload)) as { data: { captchaKey: string } };
    expect([data.captchaKey, data.captchaKey === other]).toEqual([drawn, false]);
    // Another browser has another picture, and a form with an unknown place has none.
    expect((await supertest(under.url).get('/form/captcha?place=register-username')).headers['set-cookie']).toBeDefined();
    const keys = under.upstream.of('verification.captcha').map(({ url }) => url);
    expect(new Set(keys).size).toBe(3);
    await agent.get('/form/captcha?place=elsewhere').expect(404);
  });

  it('an unchecked box is false, an empty field is omitted', async () => {
    under.upstream.on('member.register', (_request, response) =>
      json(response, 200, { success: false, value: null, code: 'terms_required', message: 'm' }),
    );
    await post('member.register', 'username=ann&email=&password=x&back=/register');
    const sent = JSON.parse(under.upstream.of('member.register')[0]?.body ?? '{}');
    expect((await open(sent.payload)) as { data: unknown }).toMatchObject({ data: { username: 'ann', password: 'x', agreed: false } });
    expect(((await open(sent.payload)) as { data: object }).data).not.toHaveProperty('email');
  });

  it('signs out even when the platform is down', async () => {
    under.upstream.on('session.login', succeed(loginAnswer('secret-token')));
    await post('session.login', 'username=ann&password=x');
    await under.upstream.stop();
    const answer = await post('session.logout', 'back=/index');
    expect(String(answer.headers['set-cookie'])).toContain('session=; Path=/; Max-Age=0');
    expect((await agent.get('/index')).body.visitor.session).toBeNull();
  });

  it('shows the network text when the platform does not answer', async () => {
    await under.upstream.stop();
    const { status, body } = await post('session.login', 'username=ann&password=x&back=/index');
    expect([status, body.message]).toEqual([422, 'Network link abnormal, try again.']);
  });

  it('accepts only calls that change something', async () => {
    await post('member.info', 'back=/index').expect(404);
    await post('no.such', 'back=/index').expect(404);
    await agent.get('/form/session.login').expect(404);
  });

  it('is throttled like the call', async () => {
    await under.close();
    under = await startTestPortal({ limits: { login: 2 } });
    const send = () => supertest(under.url).post('/form/session.login').type('form').send('username=ann&password=canary-1&back=/index');
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) statuses.push((await send()).status);
    expect(statuses.slice(2)).toEqual([429, 429]);
    const { body, headers } = await send();
    expect(body).toMatchObject({ call: 'session.login', values: { username: 'ann' }, message: expect.stringMatching(/\w/) });
    expect(body.code).toBeTruthy();
    expect([Number(headers['retry-after']) > 0, JSON.stringify(body)]).toEqual([true, expect.not.stringContaining('canary')]);
  });

  it('above the page limit gets 429 instead of a page', async () => {
    await under.close();
    under = await startTestPortal({ limits: { login: 1, page: 1 } });
    const send = () => supertest(under.url).post('/form/session.login').type('form').send('username=ann&password=b&back=/index');
    await send();
    expect((await send()).body.call).toBe('session.login');
    const { status, body } = await send();
    expect([status, body.success, body.call]).toEqual([429, false, undefined]);
  });

  it('stores language and theme in readable cookies', async () => {
    const answer = await agent.post('/preferences').type('form').send('lang=CN&theme=light&back=/vip');
    expect([answer.status, answer.headers.location]).toEqual([303, '/vip']);
    const cookies = answer.headers['set-cookie'] as unknown as string[];
    expect(cookies.map((line) => line.split(';')[0])).toEqual(['lang=CN', 'hisLang=EN', 'theme=light']);
    expect(cookies.join()).not.toContain('HttpOnly');
    const { visitor } = (await agent.get('/index')).body;
    expect([visitor.language.code, visitor.theme]).toEqual(['CN', 'light']);
  });

  it('stores and reports no more languages than calls of the platform are allowed', async () => {
    await under.close();
    under = await startTestPortal({ limits: { read: 2 } });
    const send = () => supertest(under.url).post('/preferences').type('form').send('lang=CN&back=/vip');
    const answers = [await send(), await send(), await send()];
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 429]);
    expect(answers[2]?.headers['set-cookie']).toBeUndefined();
    expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0);
    expect(under.upstream.of('system.language')).toHaveLength(2);
  });

  it('stores nothing for an unknown language or theme', async () => {
    const answer = await agent.post('/preferences').type('form').send('lang=%0d%0aX&theme=pink&back=//evil.example');
    expect([answer.status, answer.headers.location, answer.headers['set-cookie']]).toEqual([303, '/index', undefined]);
  });
});

describe('return address', () => {
  it.each(['/index', '/rng?page=NOVA', '/help#faq', '/a/b?c=%2F%2Fd'])('%s is accepted', (path) => {
    expect(safePath(path, '/else')).toBe(path);
  });
  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'http:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'evil.example',
    '',
    ' /index',
    '/\t/evil.example',
    '/\n/evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/%0d%0aX: y ',
    `/${'x'.repeat(2000)}`,
    undefined,
    ['/index'],
  ])('%s is not', (value) => {
    expect(safePath(value, '/else')).toBe('/else');
  });
});
