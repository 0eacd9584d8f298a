import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MAX_IMAGE_BYTES } from '../../../shared/constants.ts';
import { plainPages } from '../pages/plain-pages.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { loginAnswer, succeed } from '../testing/tiny-upstream.ts';

const PATH = '/form/feedback.send';
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4]);
const MEGABYTE = 1024 * 1024;

let under: TestPortal;
let cookie: string;
let sockets: Socket[];
beforeEach(async () => {
  under = await startTestPortal();
  sockets = [];
  under.upstream.on('upload.image', succeed({ id: 'u_1', width: 1, height: 1 }));
  under.upstream.on('feedback.send', succeed({ id: '1' }));
  cookie = await signIn('ann');
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await under.close();
});

async function signIn(account: string): Promise<string> {
  under.upstream.on('session.login', succeed(loginAnswer(`token-${account}`, account)));
  const answer = await supertest(under.url).post('/wps/session/login').send({ payload: 'x' });
  return String(answer.headers['set-cookie']).split(';')[0] ?? '';
}
const post = (session = cookie) => supertest(under.url).post(PATH).set('Cookie', session).field('back', '/index').field('content', 'Hello');

/** Sends the head of a form, its first text and the start of a picture; resolves with everything received. */
function begin(session: string, length = 10 * MEGABYTE): Promise<string> {
  const part = 'Content-Disposition: form-data; name';
  const body = `--b\r\n${part}="content"\r\n\r\nHello\r\n--b\r\n${part}="images"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nxxx`;
  const head = `POST ${PATH} HTTP/1.1\r\nHost: localhost:${under.port}\r\nCookie: ${session}\r\nContent-Type: multipart/form-data; boundary=b\r\n`;
  const socket = connect(under.port, '127.0.0.1', () => socket.write(`${head}Content-Length: ${length}\r\n\r\n${body}`));
  sockets.push(socket.on('error', () => undefined));
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
  });
  return once(socket, 'close').then(() => text);
}

describe('a form with pictures', () => {
  it('uploads each picture and passes the ids to the call; empty inputs and other files are ignored', async () => {
    const answer = await post()
      .attach('images', PICTURE, 'a.png')
      .attach('images', PICTURE, 'b.png')
      .attach('images', Buffer.alloc(0), '')
      .attach('other', PICTURE, 'c.png');
    expect([answer.status, answer.headers.location]).toEqual([303, '/index']);
    expect(under.upstream.of('upload.image')).toHaveLength(2);
    expect(under.upstream.of('upload.image')[0]?.headers).toMatchObject({ authorization: 'Bearer token-ann', 'content-length': '8' });
    expect(JSON.parse(under.upstream.of('feedback.send')[0]?.body ?? '')).toMatchObject({ content: 'Hello', images: ['u_1', 'u_1'] });
  });

  it('preserves every byte of a picture of the maximum size', async () => {
    const picture = Buffer.alloc(MAX_IMAGE_BYTES, 'Lagoon\r\n--');
    await post().attach('images', picture, 'a.png').expect(303);
    expect(under.upstream.of('upload.image')[0]?.headers['content-length']).toBe(String(MAX_IMAGE_BYTES));
    expect(under.upstream.of('upload.image')[0]?.body).toBe(picture.toString('utf8'));
  });

  it.each([
    ['a picture that is too large', 1, MAX_IMAGE_BYTES + 1, 'upload_too_large'],
    ['more pictures than three', 4, 8, 'upload_too_many'],
    ['far more', 12, 8, 'upload_too_many'],
  ])('with %s is redisplayed', async (_what, count, bytes, code) => {
    const form = post();
    for (let index = 0; index < count; index++) form.attach('images', Buffer.alloc(bytes), `${index}.png`);
    const answer = await form;
    expect([answer.status, answer.body.code]).toEqual([422, code]);
    expect(under.upstream.of('upload.image')).toEqual([]);
  });

  it('with a picture that is too large keeps the texts that came before it', async () => {
    await under.close();
    under = await startTestPortal({}, () => ({
      ...plainPages(),
      handle: (request, response) => void response.json({ page: request.url, values: response.locals.form?.values }),
    }));
    const answer = await post(await signIn('ann')).attach('images', Buffer.alloc(MAX_IMAGE_BYTES + 1), 'a.png');
    expect([answer.status, answer.body]).toEqual([422, { page: '/index', values: { content: 'Hello' } }]);
  });

  it.each([
    ['no boundary', 'multipart/form-data; boundary=', 'x'],
    ['no end', 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="content"\r\n\r\nHello'],
    ['no form parts', 'multipart/form-data; boundary=b', 'rubbish'],
    [
      'a text above the limit',
      'multipart/form-data; boundary=b',
      `--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'x'.repeat(MEGABYTE)}\r\n--b--\r\n`,
    ],
    [
      'a thousand texts',
      'multipart/form-data; boundary=b',
      `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n'.repeat(1_000)}--b--\r\n`,
    ],
  ])('with %s makes no call', async (_what, type, body) => {
    const answer = await supertest(under.url).post(PATH).set('Cookie', cookie).set('Content-Type', type).send(body);
    expect([answer.status, under.upstream.of('feedback.send')]).toEqual([422, []]);
    await supertest(under.url).get('/index').expect(200);
  });
});

describe('a form with pictures is refused before it is read', () => {
  it('of a visitor who is not signed in', async () => {
    // Answered although the rest never arrives.
    expect(await begin('')).toMatch(/^HTTP\/1\.1 422 [\s\S]*upload_too_large/);
    const answer = await post('').attach('images', PICTURE, 'a.png');
    expect(answer.status).toBe(303);
    expect(under.upstream.of('upload.image')).toEqual([]);
  });

  it('of another site', async () => {
    const answer = await post().set('Sec-Fetch-Site', 'cross-site').attach('images', PICTURE, 'a.png');
    expect([answer.status, under.upstream.received.filter(({ url }) => url.includes('upload'))]).toEqual([403, []]);
  });

  it('above the size limit', async () => {
    expect(await begin(cookie, 40 * MEGABYTE)).toMatch(/^HTTP\/1\.1 422 [\s\S]*upload_too_large/);
  });

  it('while its member sends two others', async () => {
    void begin(cookie);
    void begin(cookie);
    await expect.poll(async () => (await post().attach('images', PICTURE, 'a.png')).status, { timeout: 10_000 }).toBe(503);
  });
});

it('slow forms of some members do not block others, and end', async () => {
  const slow = [];
  for (const name of ['a', 'b', 'c', 'd', 'e']) slow.push(begin(await signIn(name)));
  await post().attach('images', PICTURE, 'a.png').expect(303);
  // Nothing more is sent: the deadline answers.
  for (const text of await Promise.all(slow)) expect(text).toMatch(/^HTTP\/1\.1 422 /);
});
