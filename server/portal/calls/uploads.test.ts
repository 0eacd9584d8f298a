import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../../shared/constants.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { loginAnswer, refuse, succeed } from '../testing/tiny-upstream.ts';

const PATH = '/wps/member/upload?purpose=feedback';
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]);

let under: TestPortal;
let agent: ReturnType<typeof supertest.agent>;
beforeEach(async () => {
  under = await startTestPortal();
  agent = supertest.agent(under.url);
  under.upstream.on('session.login', succeed(loginAnswer('secret-token', 'ann')));
  await agent.post('/wps/session/login').send({ payload: 'sealed' });
  under.upstream.on('upload.image', succeed({ id: 'u_1', width: 1, height: 1 }));
});
afterEach(() => under.close());

describe('pictures through the portal', () => {
  it('pass unchanged, with the session and nothing else', async () => {
    const { body } = await agent.post(PATH).type('image/png').send(PICTURE);
    expect(body).toEqual({ success: true, value: { id: 'u_1', width: 1, height: 1 } });
    const [seen] = under.upstream.of('upload.image');
    expect(seen?.headers).toMatchObject({
      authorization: 'Bearer secret-token',
      'content-type': 'application/octet-stream',
      'content-length': String(PICTURE.length),
    });
    expect(seen?.url).toBe(PATH);
  });

  it('require a session, a picture’s content type, a size, and this site', async () => {
    const post = () => agent.post(PATH);
    const answers = [
      await supertest(under.url).post(PATH).type('image/png').send(PICTURE),
      await post().type('form').send('a=b'),
      await post().type('text/plain').send('a'),
      await post().send({ a: 1 }),
      await post()
        .type('image/png')
        .send(Buffer.alloc(MAX_IMAGE_BYTES + 1)),
      await post().type('image/png').set('Sec-Fetch-Site', 'cross-site').send(PICTURE),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [401, 'unauthorized'],
      [415, 'bad_request'],
      [415, 'bad_request'],
      [415, 'bad_request'],
      [413, 'upload_too_large'],
      [403, 'csrf_failed'],
    ]);
    expect(under.upstream.of('upload.image')).toEqual([]);
  });

  it('of an ended session end it in the portal too', async () => {
    under.upstream.on('upload.image', refuse('unauthorized', 401));
    const answer = await agent.post(PATH).type('image/png').send(PICTURE);
    expect([answer.status, String(answer.headers['set-cookie'])]).toEqual([401, expect.stringContaining('session=;')]);
  });

  it('are served under a policy that allows no scripts', async () => {
    under.upstream.on('upload.get', (_request, response) => {
      response.writeHead(200, { 'Content-Type': 'image/webp', 'Content-Length': PICTURE.length, 'Set-Cookie': 'evil=1' });
      response.end(PICTURE);
    });
    const { headers, body } = await agent.get('/wps/member/upload?id=u_1');
    expect(body).toEqual(PICTURE);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'attachment; filename="picture"',
      'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each(['text/html', 'image/svg+xml', 'application/octet-stream'])('are refused as %s', async (type) => {
    under.upstream.on('upload.get', (_request, response) => {
      response.writeHead(200, { 'Content-Type': type });
      response.end('<script>1</script>');
    });
    expect((await agent.get('/wps/member/upload?id=u_1')).status).toBe(502);
  });
});

describe('forms with pictures, without script', () => {
  const form = (count: number) => {
    let request = agent
      .post('/form/feedback.send')
      .set('Referer', `${under.url}/member/messageV2`)
      .field('content', 'Hello')
      .field('back', '/index');
    for (let n = 0; n < count; n += 1) request = request.attach('images', PICTURE, { filename: `${n}.png`, contentType: 'image/png' });
    return request;
  };
  const feedback = () => under.upstream.of('feedback.send').map(({ body }) => JSON.parse(body));
  beforeEach(() => under.upstream.on('feedback.send', succeed({})));

  it('upload each picture and pass on the ids', async () => {
    const answer = await form(2);
    expect([answer.status, answer.headers.location]).toEqual([303, '/index']);
    expect(under.upstream.of('upload.image').map(({ url }) => url)).toEqual([PATH, PATH]);
    expect(feedback()).toEqual([{ content: 'Hello', images: ['u_1', 'u_1'] }]);
  });

  it('without a chosen picture upload none', async () => {
    await form(0).attach('images', Buffer.alloc(0), { filename: '', contentType: 'application/octet-stream' });
    expect(feedback()).toEqual([{ content: 'Hello' }]);
  });

  it('redisplay the page when a picture is refused, or when there are four', async () => {
    under.upstream.on('upload.image', refuse('upload_not_image'));
    const refused = await form(1);
    expect([refused.status, refused.body]).toMatchObject([422, { call: 'feedback.send', values: { content: 'Hello' } }]);
    const four = await form(4);
    expect([four.status, four.body.message]).toEqual([422, 'You can add at most 3 pictures.']);
    expect(feedback()).toEqual([]);
  });

  it('upload nothing for calls without pictures, and nothing without a session', async () => {
    under.upstream.on('deposit.cancel', succeed({}));
    await agent.post('/form/deposit.cancel').field('depositId', 'd_1').attach('images', PICTURE, { filename: 'a.png' });
    const big = Buffer.alloc(100_000);
    const visitor = await supertest(under.url)
      .post('/form/feedback.send')
      .field('content', 'Hi')
      .attach('images', big, { filename: 'a.png' });
    expect(visitor.status).toBe(422);
    expect(under.upstream.of('upload.image')).toEqual([]);
  });
});
