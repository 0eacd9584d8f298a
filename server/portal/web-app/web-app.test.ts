import express from 'express';
import sharp from 'sharp';
import request from 'supertest';
import { expect, it } from 'vitest';
import { languageOf } from '../../../shared/i18n/languages.ts';
import { TEXTS } from '../../../shared/i18n/locales.ts';
import { translator } from '../../../shared/i18n/translate.ts';
import { testUpstream } from '../pages/test-upstream.ts';
import { NO_ASSETS } from '../render/assets.ts';
import { webApp } from './index.tsx';

function setup(features: Record<string, boolean> = {}) {
  const upstream = testUpstream();
  const usual = upstream.answers.get('system.whitelabel');
  upstream.answers.set('system.whitelabel', (visitor) => ({ ...(usual?.(visitor) as object), features }));
  const app = express();
  app.use((incoming, response, next) => {
    const visitor = { language: languageOf(incoming.get('x-language') ?? 'EN'), theme: 'dark', session: null };
    Object.assign(response.locals, { visitor });
    next();
  });
  const assets = { ...NO_ASSETS, script: (entry: string) => (entry.includes('worker') ? '/robots.txt' : undefined) };
  const texts = (code: string, tag: string) => translator({ ...TEXTS.EN, ...TEXTS[code] }, tag);
  const deps = { upstream, translator: languageTexts, assets, clientDir: 'client/public', publicUrl: undefined, brand: undefined };
  function languageTexts({ code, tag }: { code: string; tag: string }) {
    return texts(code, tag);
  }
  app.use(webApp(deps));
  return app;
}

it('names the merchant in the manifest, with icons that exist in the sizes they claim', async () => {
  const app = setup();
  const { body, headers } = await request(app).get('/site.webmanifest').set('x-language', 'VI').expect(200);
  expect(headers['content-type']).toContain('application/manifest+json');
  expect(body).toMatchObject({ name: 'Lagoon', lang: 'vi', display: 'standalone', start_url: '/index', id: '/index' });
  const icons = body.icons as { src: string; sizes: string; purpose: string }[];
  expect(icons.map(({ sizes, purpose }) => `${purpose} ${sizes}`).sort()).toEqual([
    ...['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512'],
  ]);
  for (const { src, sizes } of [...icons, { src: '/app/touch-180.png', sizes: '180x180' }]) {
    const { body: image } = await request(app).get(src).expect(200);
    const { width, height, format } = await sharp(image as Buffer).metadata();
    expect(`${format} ${width}x${height}`).toBe(`png ${sizes}`);
  }
  await request(app).get('/app/icon-100000.png').expect(404);
});

it('serves the worker with the files of this build, or an unregistering one if the merchant switches the feature off', async () => {
  const on = await request(setup()).get('/sw.js').expect(200);
  expect(on.text).toMatch(/^self\.lagoonBuild="[\w-]{12}";self\.lagoonFiles=\["\/offline",/);
  expect(on.headers['cache-control']).toBe('no-cache');
  const off = await request(setup({ webApp: false }))
    .get('/sw.js')
    .expect(200);
  expect(off.text).toContain('registration.unregister()');
  expect(off.text).not.toContain('lagoonFiles');
});

it('leads phones from a QR code to the download of this site', async () => {
  const { body } = await request(setup()).get('/app/qr-android.svg').set('Host', 'play.example').expect(200);
  expect((body as Buffer).toString()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"[^>]*width="240"/);
  await request(setup()).get('/app/qr-other.svg').expect(404);
});

it('has an offline page in the visitor’s language without requests to the platform', async () => {
  const { text } = await request(setup()).get('/offline').set('x-language', 'TH').expect(200);
  expect(text).toContain('lang="th"');
  expect(text).not.toContain('lagoon-island');
});
