import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { MEANINGS } from './merchant-meanings.ts';
import { merchantFileSchema, merchantReference } from './merchant-reference.ts';

test('the committed page and schema of the merchant file match the schema', async () => {
  await expect(merchantReference()).toMatchFileSnapshot('../../docs/merchant-file.md');
  await expect(`${JSON.stringify(merchantFileSchema(), null, 2)}\n`).toMatchFileSnapshot('../../docs/merchant-file.schema.json');
});

test('every key of the examples is on the page', () => {
  const page = merchantReference();
  for (const name of ['harbour', 'lotus']) {
    const file = JSON.parse(readFileSync(`docs/merchants/${name}.json`, 'utf8')) as { settings: object; brand: object };
    for (const key of Object.keys(file)) if (key !== 'settings') expect(page).toContain(`| \`${key}\` |`);
    for (const key of Object.keys(file.brand)) expect(page).toContain(`| \`brand.${key}\` |`);
    for (const key of Object.keys(file.settings)) expect(page).toMatch(new RegExp(`\\| \`${key}[\`.]`));
  }
});

test('every key has a meaning, and every meaning a key', () => {
  const lines = merchantReference()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  expect(lines.filter((line) => line.endsWith('|  |'))).toEqual([]);
  const keys = lines.map((line) => line.split('`')[1]);
  expect(Object.keys(MEANINGS).filter((key) => !keys.includes(key))).toEqual([]);
});
