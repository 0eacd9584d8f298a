import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../kit/player.ts';
import type { Service } from '../kit/service.ts';
import { serve } from './children.ts';
import { measure, type Rates } from './load.ts';
import { type Sizes, sizesOf } from './sizes.ts';

export interface HomeResult {
  readonly rates: Rates;
  readonly sizes: Sizes;
}

/**
 * The home page, anonymous and signed in, plain and compressed, compared with the same bytes served from memory by a bare
 * Express server, written as they are or with `response.send`.
 */
export async function benchHome(service: Service): Promise<HomeResult> {
  const url = `${service.url}/index`;
  const html = await (await fetch(url)).text();
  const file = join(mkdtempSync(join(tmpdir(), 'lagoon-bench-')), 'index.html');
  writeFileSync(file, html);
  const { cookie } = await signIn(service.url);
  const buffer = await serve('buffer', file);
  try {
    const [ready, own] = [
      { url: `${buffer.url}/index`, pid: buffer.pid },
      { url, pid: service.process.pid ?? 0 },
    ];
    const [brotli, gzip] = [{ 'accept-encoding': 'br' }, { 'accept-encoding': 'gzip' }];
    const rates = await measure([
      { name: 'buffer', ...ready },
      { name: 'anonymous', ...own },
      { name: 'signed in', ...own, headers: { cookie } },
      { name: 'buffer, brotli', ...ready, headers: brotli },
      { name: 'sent, brotli', ...ready, url: `${buffer.url}/sent`, headers: brotli },
      { name: 'anonymous, brotli', ...own, headers: brotli },
      { name: 'buffer, gzip', ...ready, headers: gzip },
      { name: 'signed in, gzip', ...own, headers: { cookie, ...gzip } },
    ]);
    return { rates, sizes: sizesOf(html) };
  } finally {
    await buffer.stop();
  }
}
