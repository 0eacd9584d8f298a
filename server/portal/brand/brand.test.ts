import { existsSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import supertest from 'supertest';
import { afterEach, describe, expect, it } from 'vitest';
import { FIXED } from '../../../shared/brand/theme.ts';
import type { PortalDeps } from '../contracts.ts';
import { mountPages } from '../pages/index.ts';
import { testBranding } from '../testing/branding.ts';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';
import { json, loginAnswer, succeed, WHITELABEL } from '../testing/tiny-upstream.ts';

const open: TestPortal[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function start(overrides: Partial<PortalDeps> = {}, pages = false): Promise<TestPortal> {
  const under = pages ? await startTestPortal(overrides, mountPages) : await startTestPortal(overrides);
  open.push(under);
  return under;
}

describe('branding of a merchant', () => {
  it('is checked against the backgrounds of the style sheet', () => {
    const css = readFileSync('client/styles/tokens.css', 'utf8');
    for (const theme of ['dark', 'light'] as const) {
      const block = css.slice(css.indexOf(`[data-theme="${theme}"]`)).split('}')[0] ?? '';
      for (const [name, colour] of Object.entries(FIXED[theme])) expect(block).toContain(`--${name}: ${colour};`);
    }
  });

  it('comes as one small sheet after all others, cached forever, with pictures that replace the built-in ones', async () => {
    const under = await start({ branding: testBranding(), isRemote: true }, true);
    const { text } = await supertest(under.url).get('/no-such-page').expect(404);
    const sheets = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href ?? '');
    expect(sheets.at(-1)).toMatch(/^\/brand\/theme-[\w-]{10}\.css$/);
    const sheet = await supertest(under.url)
      .get(sheets.at(-1) ?? '')
      .expect(200);
    expect(sheet.headers['cache-control']).toContain('immutable');
    expect(sheet.text).toMatch(/^\[data-theme=dark\]\{--accent:#[0-9a-f]{6};/);
    expect(sheet.text.length).toBeLessThan(1_000);
    for (const path of ['/brand/mark.svg', '/favicon.svg']) {
      const { body } = await supertest(under.url).get(path).expect('Content-Type', 'image/svg+xml').expect(200);
      expect(String(body)).toContain('#004488');
    }
  });

  it('is in the manifest and on the home screen', async () => {
    const under = await start({ branding: testBranding(), isRemote: true });
    const manifest = (await supertest(under.url).get('/site.webmanifest').expect(200)).body;
    expect(manifest).toMatchObject({ name: 'Harbour', theme_color: '#f8f5f1', lang: 'th' });
    const { body } = await supertest(under.url).get('/app/icon-192.png').expect(200);
    const [red, green, blue] = await sharp(body as Buffer)
      .resize(1, 1)
      .removeAlpha()
      .raw()
      .toBuffer();
    expect([red, green, blue]).toEqual([0x00, 0x44, 0x88]);
  });

  it('overrides what a remote platform reports, but not what an operator changed', async () => {
    const branding = testBranding();
    const remote = await start({ branding, isRemote: true });
    const own = await start({ branding });
    const named = async ({ url }: TestPortal) => (await supertest(url).get('/site.webmanifest')).body.name as string;
    expect([await named(remote), await named(own)]).toEqual(['Harbour', WHITELABEL.brandName]);
  });
});

describe('cookies of two merchants on one host', () => {
  const signIn = async (under: TestPortal) => {
    under.upstream.on('session.login', succeed(loginAnswer(`token-of-${under.url}`)));
    const answer = await supertest(under.url).post('/wps/session/login').send({ payload: 'x' }).expect(200);
    return (answer.headers['set-cookie'] as unknown as string[]).map((line) => line.split(';')[0] ?? '');
  };
  const account = async (under: TestPortal, cookies: readonly string[]) =>
    (await supertest(under.url).get('/index').set('Cookie', cookies.join('; '))).body.visitor.session as string | null;

  it('have different names, and a session of one is not valid at the other', async () => {
    const harbour = await start({ merchant: 'harbour', branding: testBranding() });
    const lotus = await start({ merchant: 'lotus', branding: testBranding() });
    const [ours, theirs] = [await signIn(harbour), await signIn(lotus)];
    expect(ours.every((pair) => pair.startsWith('harbour_'))).toBe(true);
    // The browser sends everything to both.
    const all = [...theirs, ...ours];
    expect([await account(harbour, all), await account(lotus, all)]).toEqual(['ann', 'ann']);
    expect([await account(harbour, theirs), await account(lotus, ours)]).toEqual([null, null]);
  });

  it('cannot be renamed for the other merchant, even with the same secret', async () => {
    const harbour = await start({ merchant: 'harbour', branding: testBranding() });
    const lotus = await start({ merchant: 'lotus', branding: testBranding() });
    const renamed = (await signIn(lotus)).map((pair) => pair.replace(/^lotus_/, 'harbour_'));
    expect(await account(harbour, renamed)).toBeNull();
    // Control: the same merchant, another process.
    const again = await start({ merchant: 'lotus', branding: testBranding() });
    expect(
      await account(
        again,
        renamed.map((pair) => pair.replace(/^harbour_/, 'lotus_')),
      ),
    ).toBe('ann');
  });

  it('do not reach the platform', async () => {
    const under = await start({ merchant: 'harbour', branding: testBranding() });
    under.upstream.on('system.status', (request, response) => json(response, 200, { success: true, value: request.headers }));
    await supertest(under.url).get('/wps/system/status').set('Cookie', 'lotus_session=x; harbour_theme=dark');
    expect(JSON.stringify(under.upstream.received)).not.toContain('lotus_session');
  });
});

it('the built-in branding needs none of this', async () => {
  const under = await start();
  expect(existsSync('client/public/brand/mark.svg')).toBe(true);
  await supertest(under.url).get('/brand/theme-x.css').expect(404);
});
