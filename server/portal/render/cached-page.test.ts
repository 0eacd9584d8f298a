import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { languageOf } from '../../../shared/i18n/languages.ts';
import { createCachedPage } from './cached-page.ts';

const about = { status: 200, language: languageOf('EN'), imageHost: '' };
const noIslands = { html: async () => '' };
const buildPage = (html: string, before?: Awaited<ReturnType<typeof createCachedPage>>) =>
  createCachedPage({ chunks: [html], islands: [] }, about, noIslands, before);

/** Repeating words, like markup. */
const HTML = Array.from({ length: 4_000 }, (_, n) => `<i class="tile-${n % 7}">${(n * n) % 1_009}</i>`).join('');

test('an unchanged page is compressed a second time at a higher quality, then never again', async () => {
  const first = await buildPage(HTML);
  const second = await buildPage(HTML, first);
  expect(second.anonymous.settled).toBe(true);
  expect(second.anonymous.brotli.length).toBeLessThan(first.anonymous.brotli.length);
  expect(brotliDecompressSync(second.anonymous.brotli).toString()).toBe(HTML);
  expect((await buildPage(HTML, second)).anonymous).toBe(second.anonymous);
});

test('a changed page is compressed as a new one', async () => {
  const first = await buildPage(HTML, await buildPage(HTML));
  const changed = await buildPage(`${HTML}!`, first);
  expect([changed.anonymous.settled, changed.anonymous.etag === first.anonymous.etag]).toEqual([false, false]);
  expect(brotliDecompressSync(changed.anonymous.brotli).toString()).toBe(`${HTML}!`);
});
