import { expect, test } from 'vitest';
import { createGeo } from '../portal/access/geo.ts';
import { NO_REGION_RULES } from '../portal/access/region-rules.ts';
import { runGeo } from './geo.ts';

test('names the rule that allows or refuses an address', async () => {
  const countryOf = await createGeo(undefined);
  const lines: string[] = [];
  const rules = { ...NO_REGION_RULES, deniedCountries: ['TH'], deniedAddresses: ['203.0.113.0/24'], allowedAddresses: ['1.0.128.9'] };
  const run = (...addresses: string[]) => runGeo(addresses, rules, countryOf, (line) => lines.push(line));
  expect(await run('5.9.0.1', '1.0.128.9', '127.0.0.1')).toBe(0);
  expect(await run('1.0.128.1', '::ffff:203.0.113.9', '2001:db8::1')).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^5\.9\.0\.1 {2}country DE {2}allowed {2}\(no-rule/),
    expect.stringMatching(/^1\.0\.128\.9 {2}country TH {2}allowed {2}\(address-allowed/),
    expect.stringMatching(/^127\.0\.0\.1 {2}country unknown {2}allowed {2}\(country-unknown/),
    expect.stringMatching(/^1\.0\.128\.1 {2}country TH {2}denied {2}\(country-denied/),
    expect.stringMatching(/^203\.0\.113\.9 {2}country unknown {2}denied {2}\(address-denied/),
    expect.stringMatching(/^2001:db8::1 {2}country unknown {2}allowed {2}\(country-unknown/),
  ]);
});

test('rejects input that is not an address', async () => {
  const lines: string[] = [];
  const run = (...addresses: string[]) =>
    runGeo(
      addresses,
      NO_REGION_RULES,
      () => undefined,
      (line) => lines.push(line),
    );
  expect([await run(), await run('example.com', '1.2.3.4')]).toEqual([2, 2]);
  expect(lines).toEqual(['Usage: npm run geo -- ADDRESS [ADDRESS ...]', 'Not an address: example.com']);
});
