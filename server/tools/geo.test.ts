import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createGeo } from '../portal/access/geo.ts';
import { runGeo } from './geo.ts';

const HARBOUR = 'docs/merchants/harbour.json';
const CONSOLE_NOTE = expect.stringMatching(/^Country rules made in the console are not read here/);
const countryOf = await createGeo(undefined);
/** Exit code and printed lines. */
const run = async (environment: Readonly<Record<string, string>>, ...addresses: string[]) => {
  const lines: string[] = [];
  const code = await runGeo(addresses, environment, countryOf, (line) => lines.push(line));
  return [code, ...lines];
};

test('names the rule that allows or refuses an address', async () => {
  const rules = { REGION_DENY: 'TH', ADDRESS_DENY: '203.0.113.0/24', ADDRESS_ALLOW: '1.0.128.9' };
  expect(await run(rules, '5.9.0.1', '1.0.128.9', '127.0.0.1')).toEqual([
    0,
    expect.stringMatching(/^5\.9\.0\.1 {2}country DE {2}allowed {2}\(no-rule/),
    expect.stringMatching(/^1\.0\.128\.9 {2}country TH {2}allowed {2}\(address-allowed: ADDRESS_ALLOW of the environment/),
    expect.stringMatching(/^127\.0\.0\.1 {2}country unknown {2}allowed {2}\(country-unknown: .*the default/),
    CONSOLE_NOTE,
  ]);
  expect(await run(rules, '1.0.128.1', '::ffff:203.0.113.9', '2001:db8::1')).toEqual([
    1,
    expect.stringMatching(/^1\.0\.128\.1 {2}country TH {2}denied {2}\(country-denied: REGION_DENY of the environment/),
    expect.stringMatching(/^203\.0\.113\.9 {2}country unknown {2}denied {2}\(address-denied: ADDRESS_DENY of the environment/),
    expect.stringMatching(/^2001:db8::1 {2}country unknown {2}allowed {2}\(country-unknown/),
    CONSOLE_NOTE,
  ]);
});

test('applies the rules of the merchant file, which the environment overrides one by one', async () => {
  expect(await run({ MERCHANT_FILE: HARBOUR }, '8.8.8.8', '127.0.0.1')).toEqual([
    1,
    `8.8.8.8  country US  denied  (country-denied: region.deny of ${HARBOUR} lists this country)`,
    `127.0.0.1  country unknown  allowed  (country-unknown: the country is unknown, so region.unknown of ${HARBOUR} decides)`,
    CONSOLE_NOTE,
  ]);
  expect(await run({ MERCHANT_FILE: HARBOUR, REGION_DENY: 'TH', REGION_UNKNOWN: 'deny' }, '8.8.8.8', '1.0.128.1', '127.0.0.1')).toEqual([
    1,
    '8.8.8.8  country US  allowed  (no-rule: no rule of the portal matches this address)',
    '1.0.128.1  country TH  denied  (country-denied: REGION_DENY of the environment lists this country)',
    '127.0.0.1  country unknown  denied  (country-unknown: the country is unknown, so REGION_UNKNOWN of the environment decides)',
    CONSOLE_NOTE,
  ]);
});

test('rejects input that is not an address, and a merchant file with a mistake', async () => {
  expect(await run({})).toEqual([2, 'Usage: npm run geo -- ADDRESS [ADDRESS ...]']);
  expect(await run({}, 'example.com', '1.2.3.4')).toEqual([2, 'Not an address: example.com']);
  const folder = mkdtempSync(join(tmpdir(), 'lagoon-geo-'));
  const file = join(folder, 'merchant.json');
  writeFileSync(file, '{ "code": 7 }');
  await expect(run({ MERCHANT_FILE: file }, '8.8.8.8')).rejects.toThrow('code');
  rmSync(folder, { recursive: true });
});
