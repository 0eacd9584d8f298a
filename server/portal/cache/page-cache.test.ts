import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { languageOf } from '../../../shared/i18n/languages.ts';
import type { CachedPage } from '../render/cached-page.ts';
import { type BuildPage, createPageCache, type PageKey } from './page-cache.ts';

const key: PageKey = { merchant: 'lagoon', page: '/index', language: 'EN', theme: 'dark', outside: '' };
const empty = Buffer.alloc(0);

function page(name: string): CachedPage {
  const anonymous = { identity: Buffer.from(name), gzip: empty, brotli: empty, etag: `"${name}"`, settled: false };
  return { status: 200, language: languageOf('EN'), imageHost: '', segments: [], anonymous };
}

function setup() {
  let time = 0;
  let builds = 0;
  let version = 'v1';
  const cache = createPageCache({ log: pino({ level: 'silent' }), now: () => time, freshMs: 5, usableMs: 60, limit: 3 });
  const build = async () => {
    builds += 1;
    return { page: page(`build ${builds}`), contentVersion: version };
  };
  const text = async (from: PageKey = key, work: BuildPage = build) => (await cache.get(from, work)).anonymous.identity.toString();
  return { cache, build, text, pass: (ms: number) => (time += ms), publish: (next: string) => (version = next), builds: () => builds };
}

describe('page cache', () => {
  it('builds once for concurrent and for later requests of one key', async () => {
    const { text, builds } = setup();
    expect(await Promise.all([text(), text(), text()])).toEqual(['build 1', 'build 1', 'build 1']);
    expect(await text()).toBe('build 1');
    expect(builds()).toBe(1);
  });

  it('passes the cached page to the builder', async () => {
    const { text, build, pass } = setup();
    const seen: (string | undefined)[] = [];
    const watch: BuildPage = (before) => {
      seen.push(before?.anonymous.identity.toString());
      return build();
    };
    await text(key, watch);
    pass(6);
    await text(key, watch);
    expect(seen).toEqual([undefined, 'build 1']);
  });

  it.each([
    ['merchant', 'other'],
    ['page', '/rng'],
    ['language', 'VI'],
    ['theme', 'light'],
  ])('separates pages by %s', async (part, value) => {
    const { text } = setup();
    expect(await text()).toBe('build 1');
    expect(await text({ ...key, [part]: value })).toBe('build 2');
    expect(await text()).toBe('build 1');
  });

  it('serves a slightly old page at once and the new one to the next request', async () => {
    const { text, pass } = setup();
    await text();
    pass(10);
    expect(await text()).toBe('build 1');
    await new Promise(setImmediate);
    expect(await text()).toBe('build 2');
  });

  it('caches no page with an unbounded address, and drops one that has become such a page', async () => {
    const { cache, text, pass, publish } = setup();
    const missingPage = async () => ({ page: page('gone'), contentVersion: 'v1', unbounded: true });
    expect(await text(key, missingPage)).toBe('gone');
    expect(cache.size).toBe(0);
    expect(await text()).toBe('build 1');
    publish('v2');
    pass(61);
    expect(await text(key, missingPage)).toBe('gone');
    expect(cache.holds(key)).toBe(false);
  });

  it('waits for a new page when the old one is too old', async () => {
    const { text, pass } = setup();
    await text();
    pass(61);
    expect(await text()).toBe('build 2');
  });

  it('makes every page stale when another shows newer content', async () => {
    const { text, publish } = setup();
    await text();
    publish('v2');
    await text({ ...key, page: '/rng' });
    expect(await text()).toBe('build 3');
  });

  it('falls back to the old page when the build fails, however old it is', async () => {
    const { text, pass } = setup();
    await text();
    pass(1_000_000);
    const dead = () => Promise.reject(new Error('upstream is dead'));
    expect(await text(key, dead)).toBe('build 1');
  });

  it('passes the failure on when no old page exists', async () => {
    const { text } = setup();
    await expect(text(key, () => Promise.reject(new Error('upstream is dead')))).rejects.toThrow('upstream is dead');
    expect(await text()).toBe('build 1');
  });

  it('holds no more pages than its limit', async () => {
    const { cache, text } = setup();
    for (let index = 0; index < 10; index += 1) await text({ ...key, page: `/${index}` });
    expect(cache.size).toBe(3);
  });
});
