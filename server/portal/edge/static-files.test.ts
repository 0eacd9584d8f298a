import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import supertest from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../testing/start-portal.ts';

const SCRIPT = 'console.log("hello");'.repeat(100);

describe('static files', () => {
  let under: TestPortal;
  const clientDir = mkdtempSync(join(tmpdir(), 'lagoon-static-'));
  beforeAll(async () => {
    mkdirSync(join(clientDir, 'assets'));
    mkdirSync(join(clientDir, '.vite'));
    writeFileSync(join(clientDir, '.vite/manifest.json'), '{"client/plain-page.ts":{"file":"assets/plain.js"}}');
    writeFileSync(join(clientDir, 'assets/main-abc.js'), SCRIPT);
    writeFileSync(join(clientDir, 'assets/main-abc.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(clientDir, 'assets/main-abc.js.gz'), gzipSync(SCRIPT));
    // The same text in three codings; the last one stands for the smallest copy.
    writeFileSync(join(clientDir, 'assets/small-abc.js'), SCRIPT);
    writeFileSync(join(clientDir, 'assets/small-abc.js.br'), brotliCompressSync(SCRIPT));
    writeFileSync(join(clientDir, 'assets/small-abc.js.zst'), 'zstd');
    writeFileSync(join(clientDir, 'assets/main-abc.js.zst'), SCRIPT.slice(1));
    writeFileSync(join(clientDir, 'favicon.svg'), '<svg/>');
    writeFileSync(join(clientDir, 'letters.woff2'), 'letters');
    under = await startTestPortal({ clientDir });
  });
  afterAll(async () => {
    await under.close();
    rmSync(clientDir, { recursive: true });
  });
  const get = (path: string, accepted = 'identity') => supertest(under.url).get(path).set('Accept-Encoding', accepted);

  it('with a hash in the name are cached forever and open to the game frame', async () => {
    const { text, headers } = await get('/assets/main-abc.js').expect(200);
    expect(text).toBe(SCRIPT);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['set-cookie']).toBeUndefined();
  });

  it.each([
    ['main', 'gzip, deflate, br, zstd', 'br'],
    ['main', 'zstd', 'zstd'],
    ['small', 'gzip, deflate, br, zstd', 'zstd'],
    ['small', 'gzip, br', 'br'],
    ['small', 'identity', undefined],
    ['small', 'gzip, br, zstd;q=0', 'br'],
    ['small', 'br;q=0, zstd; q=0.0', undefined],
    ['small', 'br;q=0.1', 'br'],
  ])('%s, accepting %s, are sent as the smallest copy, %s', async (name, accepted, coding) => {
    expect((await get(`/assets/${name}-abc.js`, accepted).buffer(false)).headers['content-encoding']).toBe(coding);
  });

  it('that are fonts are cached forever, others for an hour', async () => {
    const cacheOf = async (path: string) => (await get(path).expect(200)).headers['cache-control'];
    expect(await cacheOf('/letters.woff2')).toBe('public, max-age=31536000, immutable');
    expect(await cacheOf('/favicon.svg')).toBe('public, max-age=3600, stale-while-revalidate=86400');
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['identity', undefined],
    ['brotli-like', undefined],
  ])('accepting %s are sent as %s', async (accepted, coding) => {
    const { headers, text } = await get('/assets/main-abc.js', accepted).expect(200);
    expect(headers['content-encoding']).toBe(coding);
    expect(headers.vary).toBe('Accept-Encoding');
    if (coding !== 'br') expect(text).toBe(SCRIPT);
  });

  it('answer 304 to a matching validator', async () => {
    const { headers } = await get('/favicon.svg').expect(200);
    await get('/favicon.svg')
      .set('If-None-Match', headers.etag ?? '')
      .expect(304);
  });

  it('have a validator per content coding, so that copies are not confused', async () => {
    const tagOf = async (accepted: string) => (await get('/assets/main-abc.js', accepted)).headers.etag ?? '';
    const [plain, packed] = [await tagOf('identity'), await tagOf('br')];
    expect(packed).not.toBe(plain);
    const again = (accepted: string, known: string) => get('/assets/main-abc.js', accepted).set('If-None-Match', known);
    await again('br', packed).expect(304);
    await again('br', `"other", W/${packed}`).expect(304);
    await again('br', plain).expect(200);
    await again('identity', packed).expect(200);
  });

  it('of an earlier build are not found, and no other path is a file', async () => {
    await get('/assets/old-123.js').expect(404);
    await get('/.vite/manifest.json').expect(404);
    await get('/assets/main-abc.js.br').expect(404);
    await get('/assets').expect(404);
    await supertest(under.url).post('/favicon.svg').expect(404);
  });
});
