import { CompactEncrypt, importJWK, type JWK } from 'jose';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_REGION_RULES } from './access/region-rules.ts';
import { startTestPortal, type TestPortal } from './testing/start-portal.ts';
import { json, STATUS, succeed } from './testing/tiny-upstream.ts';

let under: TestPortal;
beforeEach(async () => {
  under = await startTestPortal();
  under.upstream.on('verification.captcha', succeed('aGVsbG8='));
});
afterEach(() => under.close());

/** Router info as a platform answers it: the place sealed to the key that the portal has sent. */
const sealedTo = async (place: string, key: string) => {
  const jwk = JSON.parse(Buffer.from(key, 'base64url').toString()) as JWK;
  expect(jwk).not.toHaveProperty('d');
  return new CompactEncrypt(new TextEncoder().encode(place))
    .setProtectedHeader({ alg: 'ECDH-ES', enc: 'A256GCM' })
    .encrypt(await importJWK(jwk, 'ECDH-ES'));
};
const answerWith = (place: string) =>
  under.upstream.on('system.router', (request, response) => {
    const key = new URL(request.url ?? '', 'http://x').searchParams.get('key') ?? '';
    void sealedTo(place, key).then((path) =>
      json(response, 200, {
        success: true,
        value: {
          version: {
            pathList: [
              { type: 1, path: 'https://no.example' },
              { type: 3, path },
            ],
          },
        },
      }),
    );
  });
const visit = () => supertest(under.url).get('/customerService');

describe('customer service', () => {
  it('opens the sealed place of the platform', async () => {
    answerWith('https://chat.example/room?site=1');
    const { status, headers } = await visit();
    expect([status, headers.location]).toEqual([303, 'https://chat.example/room?site=1']);
  });

  it.each(['http://chat.example', 'javascript:alert(1)', '//chat.example', 'data:text/html,x'])('does not go to %s', async (place) => {
    answerWith(place);
    expect((await visit()).headers.location).toBeUndefined();
  });

  it('shows a letter box where the platform names no place, with a captcha for strangers', async () => {
    under.upstream.on('system.router', succeed({ version: { pathList: [] } }));
    const { status, text, headers } = await visit();
    expect([status, headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(text).toContain('action="/form/feedback.send"');
    expect(text).toContain('data:image/png;base64,aGVsbG8=');
    expect(text).toMatch(/name="captchaKey" value="[\w-]{32}"/);
  });

  it('says so, and closes its window, when it cannot be reached', async () => {
    await under.upstream.stop();
    const { status, text } = await visit();
    expect(status).toBe(502);
    expect(text).toContain('data-close-popup');
  });

  it('shows the letter again with the reason when it was refused', async () => {
    under.upstream.on('feedback.send', (_request, response) =>
      json(response, 200, { success: false, value: null, code: 'captcha_wrong', message: 'Wrong picture.' }),
    );
    const { status, text } = await supertest(under.url)
      .post('/form/feedback.send')
      .type('form')
      .send('back=%2FcustomerService%3Fsent%3D1&content=Hello+there&captcha=x&captchaKey=k');
    expect(status).toBe(422);
    expect(text).toContain('Wrong picture.');
    expect(text).toContain('Hello there');
  });

  it('stays open during maintenance and for whoever is turned away, and is the only page that does', async () => {
    under.upstream.on('system.status', succeed({ ...STATUS, maintenance: true }));
    under.upstream.on('system.router', succeed({ version: { pathList: [] } }));
    await visit().expect(200);
    await supertest(under.url).get('/index').expect(503);
    await under.close();
    under = await startTestPortal({ region: { ...NO_REGION_RULES, deniedAddresses: ['127.0.0.1'] } });
    under.upstream.on('system.router', succeed({ version: { pathList: [] } }));
    under.upstream.on('verification.captcha', succeed('aGVsbG8='));
    await visit().expect(200);
    for (const path of ['/index', '/help/terms', '/login', '/game', '/customerService/x', '/wps/member/info'])
      await supertest(under.url).get(path).expect(451);
  });
});
