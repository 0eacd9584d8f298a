import express from 'express';
import { pino } from 'pino';
import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { requestLocals } from './locals.ts';
import { securityHeaders } from './security-headers.ts';

const PAGE_POLICY: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-ancestors': "'none'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'object-src': "'none'",
};
let under: TestPortal | undefined;
afterEach(async () => {
  await under?.close();
  under = undefined;
});
const policyOf = (header: string | undefined) =>
  Object.fromEntries((header ?? '').split(';').map((part) => [part.split(' ')[0], part.split(' ').slice(1).join(' ')]));

describe('security headers', () => {
  it('of pages allow the site itself and nothing inline', async () => {
    under = await startTestPortal();
    const { headers } = await supertest(under.url).get('/index').expect(200);
    expect(policyOf(headers['content-security-policy'])).toMatchObject(PAGE_POLICY);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|nonce|\*/);
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });

  it('allow framing of vendor pages from the hosts that the platform names', async () => {
    under = await startTestPortal();
    // The first page requests them from the platform.
    const { headers } = await supertest(under.url).get('/index');
    expect(policyOf(headers['content-security-policy'])['frame-src']).toBe("'self' https://games.example");
  });

  it('under https restrict the site to https', async () => {
    under = await startTestPortal({ publicUrl: 'https://site.example' });
    const { headers } = await supertest(under.url).get('/index').set('Host', 'site.example').expect(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    // The studio sets the other headers of a game.
    const studio = await supertest(under.url).get('/studio/play').set('Host', 'site.example');
    expect(studio.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
  });

  it('of files of the build are those that apply to files', async () => {
    under = await startTestPortal();
    const { headers } = await supertest(under.url).get('/assets/none.js');
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';script-src 'self'",
      'x-content-type-options': 'nosniff',
    });
    for (const name of ['permissions-policy', 'cross-origin-opener-policy', 'x-frame-options', 'referrer-policy', 'origin-agent-cluster'])
      expect(headers).not.toHaveProperty(name);
  });

  it('are also set on refusals and unknown addresses', async () => {
    under = await startTestPortal();
    for (const path of ['/nowhere', '/wps/nowhere', '/%2e%2e/x', '/assets/none.js']) {
      const { headers, status } = await supertest(under.url).get(path);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
    }
  });
});

describe('nonce', () => {
  it('is sent only with answers that use one, and differs each time', async () => {
    const headers = securityHeaders(false);
    const app = express();
    app.use(
      requestLocals(pino({ level: 'silent' }), headers.withNonce, () => false),
      headers.handle,
    );
    app.get('/plain', (_request, response) => void response.send('x'));
    app.get('/inline', (_request, response) => void response.send(`${response.locals.nonce} ${response.locals.nonce}`));
    const plain = await supertest(app).get('/plain');
    expect(plain.headers['content-security-policy']).not.toContain('nonce');
    const [one, two] = [await supertest(app).get('/inline'), await supertest(app).get('/inline')];
    const [nonce, again] = one.text.split(' ');
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(again).toBe(nonce);
    expect(one.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}';`);
    expect(two.text).not.toBe(one.text);
  });
});
