import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SEAMLESS_CODES } from '../../shared/seamless/codes.ts';
import { SEAMLESS } from '../../shared/seamless/wallet.ts';

const page = readFileSync('docs/vendors/seamless-wallet.md', 'utf8');

it('the page of the protocol names every operation with its fields, and every code', () => {
  const [table = ''] = /^\| Operation .*?\n\n/ms.exec(page) ?? [];
  const rows = new Map([...table.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, name = '', fields = '']) => [name, fields]));
  for (const [operation, schema] of Object.entries(SEAMLESS)) {
    const named = [...(rows.get(operation) ?? '').matchAll(/`(\w+)`/g)].map(([, field = '']) => field);
    expect([operation, named.sort()]).toEqual([operation, Object.keys((schema as { entries: object }).entries).sort()]);
  }
  const codes = SEAMLESS_CODES.filter((code) => code !== 'ERROR');
  expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([]);
});
