import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signIn } from '../kit/player.ts';
import type { Service } from '../kit/service.ts';
import { serve } from './children.ts';
import { measure } from './load.ts';
import { type Sizes, sizesOf } from './sizes.ts';

export interface HomeResult {
  readonly rates: ReadonlyMap<string, number>;
  readonly sizes: Sizes;
}

/** The home page, anonymous and signed in, against the same bytes ready in memory behind a bare Express. */
export async function benchHome(service: Service): Promise<HomeResult> {
  const url = `${service.url}/index`;
  const html = await (await fetch(url)).text();
  const file = join(mkdtempSync(join(tmpdir(), 'lagoon-bench-')), 'index.html');
  writeFileSync(file, html);
  const { cookie } = await signIn(service.url);
  const buffer = await serve('buffer', file);
  try {
    const rates = await measure([
      { name: 'buffer', url: `${buffer.url}/index` },
      { name: 'anonymous', url },
      { name: 'signed in', url, headers: { cookie } },
    ]);
    return { rates, sizes: sizesOf(html) };
  } finally {
    await buffer.stop();
  }
}
