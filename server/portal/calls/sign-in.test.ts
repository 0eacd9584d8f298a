import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALLS } from '../../../shared/api/call-table.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { loginAnswer, pendingAnswer, refuse, sampleValue, succeed } from '../testing/tiny-upstream.ts';

type Answer = { readonly headers: Record<string, unknown>; readonly text: string };
const SIGN_INS = CALLS.filter((call) => call.signsIn);
const tomorrow = () => new Date(Date.now() + DAY_MS).toISOString();
const linesOf = ({ headers }: Answer) => (headers['set-cookie'] ?? []) as string[];
const pairOf = (answer: Answer, name: string) =>
  linesOf(answer)
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0];
const CANARIES = ['canary-token', 'canary-device', 'canary-remember', 'canary-ticket'];
const everything = () =>
  loginAnswer('canary-token', 'ann', { deviceToken: 'canary-device', remember: { token: 'canary-remember', expiresAt: tomorrow() } });

describe('sign-ins through the portal', () => {
  let under: TestPortal;
  let agent: ReturnType<typeof supertest.agent>;

  beforeEach(async () => {
    under = await startTestPortal();
    agent = supertest.agent(under.url);
  });
  afterEach(() => under.close());
  const signIn = (from = agent) => from.post('/wps/session/login').send({ payload: 'sealed' });
  const sentTo = (call: string) => under.upstream.of(call).at(-1)?.headers;

  it('are all calls whose answer may hold a token', () => {
    expect(SIGN_INS.map(({ id }) => id).sort()).toEqual([
      'member.register',
      'member.registerMobile',
      'session.freePlay',
      'session.login',
      'session.oauthFinish',
      'session.oauthRegister',
      'session.passkeyLogin',
      'session.remembered',
      'session.stepVerify',
    ]);
  });

  it.each(SIGN_INS)('$id: secrets go only into cookies that scripts cannot read', async (call) => {
    under.upstream.on('session.login', succeed(pendingAnswer('canary-ticket')));
    await signIn();
    under.upstream.on(call.id, succeed(everything()));
    const method = call.method === 'PUT' ? 'put' : 'post';
    const answer = await agent[method](call.path).set('Authorization', 'Bearer of-a-tool').send({ payload: 'x' }).expect(200);
    expect(answer.body.value).toMatchObject({ token: '', deviceToken: '', remember: null, member: { account: 'ann' } });
    for (const canary of CANARIES) expect(answer.text + JSON.stringify([linesOf(answer), under.logged])).not.toContain(canary);
    const names = (open: boolean) =>
      linesOf(answer)
        .filter((line) => line.includes('HttpOnly') !== open)
        .map((line) => line.split('=')[0]);
    expect(names(false)).toEqual(['session', 'device', 'signInTicket', 'loginRemember']);
    expect(names(true)).toEqual(['lastUser']);
    expect(pairOf(answer, 'lastUser')).toBe('lastUser=ann');
    expect(pairOf(answer, 'signInTicket')).toBe('signInTicket=');
    await agent.get('/wps/member/info').expect(200);
    expect(sentTo('member.info')?.authorization).toBe('Bearer canary-token');
  });

  it.each([
    ['http://site.example', ''],
    ['https://site.example', '; Secure'],
  ])('under %s every cookie has its flags and its lifetime', async (publicUrl, secure) => {
    const own = await startTestPortal({ publicUrl });
    try {
      own.upstream.on('session.login', succeed(everything()));
      const login = await supertest(own.url).post('/wps/session/login').set('Host', 'site.example').send({ payload: 'x' });
      const prefix = secure ? '__Host-' : '';
      expect(linesOf(login).map((line) => line.replace(/=[\w.-]{40,};/, '=…;'))).toEqual([
        expect.stringMatching(new RegExp(`^${prefix}session=…; Path=/; Max-Age=\\d+; SameSite=Lax; HttpOnly${secure}$`)),
        expect.stringMatching(new RegExp(`^${prefix}device=…; Path=/; Max-Age=15(?:552000|551999); SameSite=Lax; HttpOnly${secure}$`)),
        expect.stringMatching(new RegExp(`^${prefix}loginRemember=…; Path=/; Max-Age=86(?:400|399); SameSite=Lax; HttpOnly${secure}$`)),
        `lastUser=ann; Path=/; Max-Age=86400; SameSite=Lax${secure}`,
      ]);
      expect(own.upstream.of('session.login')[0]?.headers['x-site-origin']).toBe(publicUrl);
      own.upstream.on('session.login', succeed(pendingAnswer('t')));
      const pending = await supertest(own.url).post('/wps/session/login').set('Host', 'site.example').send({ payload: 'x' });
      expect(linesOf(pending)[0]).toMatch(
        new RegExp(`^${prefix}signInTicket=[\\w-]+; Path=/; Max-Age=(?:600|599); SameSite=Lax; HttpOnly${secure}$`),
      );
    } finally {
      await own.close();
    }
  });

  it('without "remember me" clear an earlier remember token', async () => {
    under.upstream.on('session.login', succeed(everything()));
    await signIn();
    under.upstream.on('session.login', succeed(loginAnswer('other-token', 'bob')));
    const answer = await agent.post('/wps/session/login').set('Cookie', 'loginTypeSms=x').send({ payload: 'x' });
    const removed = linesOf(answer).filter((line) => line.includes('Max-Age=0'));
    expect(removed.map((line) => line.split(';')[0])).toEqual(['loginRemember=', 'lastUser=', 'loginTypeSms=']);
  });

  it('send the device token only where a password is checked', async () => {
    under.upstream.on('session.login', succeed(everything()));
    await signIn();
    expect(sentTo('session.login')?.['x-device-token']).toBeUndefined();
    await signIn();
    expect(sentTo('session.login')?.['x-device-token']).toBe('canary-device');
    await agent.post('/wps/session/confirm').send({ payload: 'x' });
    expect(sentTo('session.confirm')?.['x-device-token']).toBe('canary-device');
    await agent.get('/wps/member/info');
    await agent.get('/lgw/games/popular');
    expect([sentTo('member.info'), sentTo('games.popular')].map((headers) => headers?.['x-device-token'])).toEqual([undefined, undefined]);
    // A header of this name from outside is ignored.
    await supertest(under.url).post('/wps/session/login').set('X-Device-Token', 'canary-device').send({ payload: 'x' });
    expect(sentTo('session.login')?.['x-device-token']).toBeUndefined();
  });

  it('trust no host but this machine', async () => {
    const forged = await under.raw(
      'POST /wps/session/login HTTP/1.1\r\nHost: evil.example:81\r\nX-Site-Origin: http://evil.example\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"payload":"x"}',
    );
    expect(forged).toMatch(/^HTTP\/1.1 /);
    expect(sentTo('session.login')?.['x-site-origin']).toBe('http://localhost:81');
    await signIn();
    expect(sentTo('session.login')?.['x-site-origin']).toBe(under.url);
  });

  it('end the session that they replace, once the new one exists', async () => {
    under.upstream.on('session.login', succeed(loginAnswer('old-token')));
    const old = await signIn();
    under.upstream.on('session.login', succeed(pendingAnswer('ticket')));
    await signIn();
    await agent.get('/wps/member/info').expect(200);
    under.upstream.on('session.stepVerify', succeed(loginAnswer('new-token', 'bob')));
    await agent.post('/wps/session/verification').send({ payload: 'x' }).expect(200);
    await expect.poll(() => sentTo('session.logout')?.authorization).toBe('Bearer old-token');
    await supertest(under.url)
      .get('/wps/member/info')
      .set('Cookie', pairOf(old, 'session') ?? '')
      .expect(401);
    await agent.get('/wps/member/info').expect(200);
    expect(sentTo('member.info')?.authorization).toBe('Bearer new-token');
  });

  it('succeed even if the old session cannot be ended', async () => {
    under.upstream.on('session.login', succeed(loginAnswer('old-token')));
    await signIn();
    under.upstream.on('session.logout', refuse('system_error', 500));
    under.upstream.on('session.login', succeed(loginAnswer('new-token')));
    await signIn().expect(200);
    await agent.get('/wps/member/info').expect(200);
  });

  it('with an unexpected answer pass nothing on', async () => {
    under.upstream.on('session.login', succeed({ token: 'canary-token', odd: true }));
    const answer = await signIn();
    expect([answer.status, answer.body.code, linesOf(answer)]).toEqual([502, 'upstream_unavailable', []]);
    expect(answer.text).not.toContain('canary');
  });
});

describe('the second step', () => {
  let under: TestPortal;
  let agent: ReturnType<typeof supertest.agent>;
  let login: Answer;

  beforeEach(async () => {
    under = await startTestPortal();
    agent = supertest.agent(under.url);
    under.upstream.on('session.login', succeed(pendingAnswer('canary-ticket')));
    login = await agent.post('/wps/session/login').send({ payload: 'x' });
  });
  afterEach(() => under.close());
  const sent = (call: string) => under.upstream.of(call).map(({ headers }) => headers.authorization);

  it('uses the ticket of the cookie, which the page never sees', async () => {
    expect(login.text).toContain('"ticket":""');
    expect(login.text + JSON.stringify([linesOf(login), under.logged])).not.toContain('canary');
    await agent.get('/wps/session/verification').expect(200);
    await agent.post('/wps/session/verification/send').send({ method: 'sms' }).expect(200);
    expect([...sent('session.stepState'), ...sent('session.stepSend')]).toEqual(['Bearer canary-ticket', 'Bearer canary-ticket']);
  });

  it('gives no other rights', async () => {
    await agent.get('/wps/member/info').expect(401);
    const swapped = (pairOf(login, 'signInTicket') ?? '').replace('signInTicket', 'session');
    await supertest(under.url).get('/wps/member/info').set('Cookie', swapped).expect(401);
    expect(sent('member.info')).toEqual([]);
  });

  it('is refused for another browser and for a made-up ticket', async () => {
    for (const cookie of ['other=1', 'signInTicket=made-up', `device=${pairOf(login, 'signInTicket')?.split('=')[1]}`]) {
      const answer = await supertest(under.url).post('/wps/session/verification').set('Cookie', cookie).send({ payload: 'x' });
      expect([answer.status, answer.body.code]).toEqual([401, 'step_expired']);
    }
    expect(sent('session.stepVerify')).toEqual([]);
  });

  it('clears its cookie at the end; a wrong proof keeps it', async () => {
    under.upstream.on('session.stepVerify', refuse('step_failed'));
    const wrongCode = await agent.post('/wps/session/verification').send({ payload: 'x' });
    expect([wrongCode.body.code, linesOf(wrongCode)]).toEqual(['step_failed', []]);
    under.upstream.on('session.stepVerify', succeed(loginAnswer('canary-token')));
    const right = await agent.post('/wps/session/verification').send({ payload: 'x' });
    expect(linesOf(right)).toContain('signInTicket=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly');
    const after = await agent.get('/wps/session/verification');
    expect([after.status, after.body.code]).toEqual([401, 'step_expired']);
  });

  it('works for a tool with a ticket and tokens of its own', async () => {
    const tool = supertest(under.url);
    under.upstream.on('session.stepVerify', succeed(loginAnswer('canary-token')));
    await tool.get('/wps/session/verification').set('Authorization', 'Bearer ticket-of-the-tool').expect(200);
    const signedIn = await tool.post('/wps/session/verification').set('Authorization', 'Bearer ticket-of-the-tool').send({ payload: 'x' });
    await tool.post('/wps/session/remembered').set('Authorization', 'Bearer remember-of-the-tool').send({});
    await tool.get('/wps/member/info').set('Authorization', 'Bearer token-of-the-tool').expect(200);
    expect([sent('session.stepState'), sent('session.stepVerify'), sent('session.remembered'), sent('member.info')].flat()).toEqual([
      'Bearer ticket-of-the-tool',
      'Bearer ticket-of-the-tool',
      'Bearer remember-of-the-tool',
      'Bearer token-of-the-tool',
    ]);
    // The new session's token is in the cookie only, with any token of the tool.
    expect(signedIn.text + JSON.stringify(linesOf(signedIn))).not.toContain('canary');
    await tool
      .get('/wps/member/info')
      .set('Cookie', pairOf(signedIn, 'session') ?? '')
      .expect(200);
  });
});

describe('an idle session', () => {
  let under: TestPortal;
  let agent: ReturnType<typeof supertest.agent>;

  beforeEach(async () => {
    under = await startTestPortal();
    agent = supertest.agent(under.url);
    under.upstream.on('session.login', succeed(loginAnswer('secret-token')));
    await agent.post('/wps/session/login').send({ payload: 'x' });
  });
  afterEach(() => under.close());

  it.each([200, 401, 403])('with status %i keeps the session and passes the refusal on', async (status) => {
    under.upstream.on('member.info', refuse('session_idle', status));
    const idle = await agent.get('/wps/member/info');
    expect([idle.status, idle.body.code, idle.headers['set-cookie']]).toEqual([status, 'session_idle', undefined]);
    await agent.post('/wps/session/confirm').send({ payload: 'x' }).expect(200);
    under.upstream.on('member.info', succeed(sampleValue('member.info')));
    await agent.get('/wps/member/info').expect(200);
  });

  it('is distinguished from one that has ended', async () => {
    under.upstream.on('member.info', refuse('unauthorized', 401));
    const ended = await agent.get('/wps/member/info');
    expect([ended.status, ended.body.code, String(ended.headers['set-cookie'])]).toEqual([
      401,
      'unauthorized',
      expect.stringContaining('Max-Age=0'),
    ]);
  });

  it('refused without a readable answer counts as ended', async () => {
    under.upstream.on('member.info', (_request, response) => {
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"half":');
    });
    const ended = await agent.get('/wps/member/info');
    expect([ended.status, ended.body.code, String(ended.headers['set-cookie'])]).toEqual([
      401,
      'unauthorized',
      expect.stringContaining('Max-Age=0'),
    ]);
  });
});

describe('calls that change something', () => {
  let under: TestPortal;
  beforeEach(async () => {
    under = await startTestPortal();
  });
  afterEach(() => under.close());

  it('are refused from another site, every one of the table, by call and by form', async () => {
    const cookies = 'session=x; signInTicket=x; loginRemember=x; device=x';
    for (const call of CALLS.filter(({ method }) => method !== 'GET')) {
      const method = call.method.toLowerCase() as 'post' | 'put' | 'delete';
      const from = { 'Sec-Fetch-Site': 'cross-site', Cookie: cookies, Authorization: 'Bearer t' };
      const byCall = await supertest(under.url)[method](call.path).set(from).send({ payload: 'x' });
      const byForm = await supertest(under.url).post(`/form/${call.id}`).type('form').set(from).send('back=/index');
      const encoded = await supertest(under.url)
        [method](call.path)
        .type('form')
        .set({ ...from, 'Sec-Fetch-Site': 'same-site' })
        .send('a=b');
      expect([call.id, byCall.status, byForm.status, encoded.status]).toEqual([call.id, 403, 403, 403]);
    }
    expect(under.upstream.received.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('accept a form-encoded body only where the call table allows it', async () => {
    const sent = await supertest(under.url).post('/wps/member/password/email').type('form').send('username=ann&email=a%40b.example');
    expect(sent.status).toBe(200);
    const [seen] = under.upstream.of('member.passwordEmail');
    expect([seen?.headers['content-type'], seen?.body]).toEqual(['application/x-www-form-urlencoded', 'username=ann&email=a%40b.example']);
    await supertest(under.url).post('/wps/member/password/email').send({ username: 'ann', email: 'a@b.example' }).expect(200);
    expect(under.upstream.of('member.passwordEmail')[1]?.headers['content-type']).toBe('application/json');
    for (const call of CALLS.filter(({ method, formEncoded }) => method !== 'GET' && !formEncoded)) {
      const method = call.method.toLowerCase() as 'post' | 'put' | 'delete';
      const answer = await supertest(under.url)[method](call.path).type('form').set('Authorization', 'Bearer t').send('payload=x');
      expect([call.id, answer.status]).toEqual([call.id, 415]);
    }
  });
});
