import { CompactEncrypt, importJWK, type JWK } from 'jose';
import supertest from 'supertest';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NO_REGION_RULES } from '../../access/region-rules.ts';
import { startTestPortal, type TestPortal } from '../../testing/start-portal.ts';
import { json, STATUS, succeed, WHITELABEL } from '../../testing/tiny-upstream.ts';
import { plainPages } from '../plain-pages.ts';

let under: TestPortal;
beforeEach(async () => {
  under = await startTestPortal();
  under.upstream.on('verification.captcha', succeed('aGVsbG8='));
});
afterEach(() => under.close());

/** Router info of a platform: the address sealed to the key that the portal sent. */
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
const NOWHERE = { version: { pathList: [] } };
/** The same portal for a visitor whose address is denied. */
async function turnAway(features: Record<string, boolean> = { tickets: true }): Promise<void> {
  await under.close();
  const region = { ...NO_REGION_RULES, deniedAddresses: ['127.0.0.1'] };
  under = await startTestPortal({ region }, plainPages, (upstream) => {
    upstream.on('system.whitelabel', succeed({ ...WHITELABEL, features }));
  });
  under.upstream.on('system.router', succeed(NOWHERE));
  under.upstream.on('verification.captcha', succeed('aGVsbG8='));
}

describe('customer service', () => {
  it('opens the sealed address of the platform', async () => {
    answerWith('https://chat.example/room?site=1');
    const { status, headers } = await visit();
    expect([status, headers.location]).toEqual([303, 'https://chat.example/room?site=1']);
  });

  it.each(['http://chat.example', 'javascript:alert(1)', '//chat.example', 'data:text/html,x'])(
    'does not redirect to %s',
    async (place) => {
      answerWith(place);
      expect((await visit()).headers.location).toBeUndefined();
    },
  );

  it('is a page of the site if the platform names no address', async () => {
    under.upstream.on('system.router', succeed(NOWHERE));
    const { status, text } = await visit();
    // The pages of this portal are one line of text, without this address.
    expect([status, text]).toEqual([404, 'not found']);
    expect(under.upstream.of('verification.captcha')).toEqual([]);
  });

  it('shows that it cannot be reached, and closes its window', async () => {
    await under.upstream.stop();
    const { status, text } = await visit();
    expect(status).toBe(502);
    expect(text).toContain('data-close-popup');
  });

  it('answers a form with the number of the ticket in the address', async () => {
    under.upstream.on('ticket.open', succeed({ number: '48217730' }));
    const { status, headers } = await supertest(under.url)
      .post('/form/ticket.open')
      .type('form')
      .send('back=%2FcustomerService&content=Hello+there&captcha=x&captchaKey=k');
    expect([status, headers.location]).toEqual([303, '/customerService?sent=48217730']);
  });

  it('stays open during maintenance and in restricted regions, as the only page', async () => {
    under.upstream.on('system.status', succeed({ ...STATUS, maintenance: true }));
    under.upstream.on('system.router', succeed(NOWHERE));
    await visit().expect(200);
    await supertest(under.url).get('/index').expect(503);
    await turnAway();
    await visit().expect(200);
    for (const path of ['/index', '/help/terms', '/login', '/game', '/customerService/x', '/wps/member/info'])
      await supertest(under.url).get(path).expect(451);
  });

  describe('on a closed site', () => {
    const send = () =>
      supertest(under.url)
        .post('/form/ticket.open')
        .type('form')
        .send('back=%2FcustomerService&content=Hello+there&captcha=x&captchaKey=k');

    it('is a standalone page with a captcha for visitors', async () => {
      await turnAway();
      const { text, headers } = await visit().expect(200);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(text).toContain('action="/form/ticket.open"');
      expect(text).toContain('1,000');
      expect(text.match(/<textarea[^>]*>/)?.[0]).not.toContain('maxlength');
      expect(text).toContain('data:image/png;base64,aGVsbG8=');
      expect(text).toMatch(/name="captchaKey" value="[\w-]{32}"/);
    });

    it('sends the short message of `feedback.send` to a platform without tickets', async () => {
      await turnAway({});
      const { text } = await visit().expect(200);
      expect(text).toContain('action="/form/feedback.send"');
      expect(text).toContain('Up to 140 characters');
      expect(text).toContain('value="/customerService?sent=1"');
    });

    it('redisplays a refused message with the reason, and shows the number of an accepted one', async () => {
      await turnAway();
      under.upstream.on('ticket.open', (_request, response) =>
        json(response, 200, { success: false, value: null, code: 'captcha_wrong', message: 'Wrong picture.' }),
      );
      const { status, text } = await send();
      expect(status).toBe(422);
      expect(text).toContain('Wrong picture.');
      expect(text).toContain('Hello there');
      under.upstream.on('ticket.open', succeed({ number: '48217730' }));
      const { headers } = await send().expect(303);
      expect(
        (
          await supertest(under.url)
            .get(headers.location ?? '')
            .expect(200)
        ).text,
      ).toContain('4821-7730');
    });
  });
});
