import { existsSync, realpathSync } from 'node:fs';
import { isIP } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readEnv } from '../config/env.ts';
import { normaliseAddress } from '../portal/access/client-address.ts';
import { type CountryOf, createGeo } from '../portal/access/geo.ts';
import { createRegionRules, type RegionRule, type RegionRules } from '../portal/access/region-rules.ts';

/** The country data that the build puts next to the server. */
const GEO_DIR = fileURLToPath(new URL('../geo', import.meta.url));

const REASONS: Readonly<Record<RegionRule, string>> = {
  'address-allowed': 'ADDRESS_ALLOW lists this address, which overrides everything else',
  'address-denied': 'ADDRESS_DENY lists this address',
  'country-denied': 'REGION_DENY lists this country',
  'country-allowed': 'REGION_ALLOW lists this country',
  'country-not-listed': 'REGION_ALLOW is set and does not list this country',
  'country-unknown': 'the country is unknown, so REGION_UNKNOWN decides',
  'no-rule': 'no rule of the portal matches this address',
};

/**
 * `npm run geo -- 203.0.113.9 …`: country, verdict and deciding rule of each address, by the settings of this environment. Exit code 0: all
 * are allowed; 1: at least one is not; 2: invalid address.
 */
export async function runGeo(
  addresses: readonly string[],
  rules: RegionRules,
  countryOf: CountryOf,
  print: (line: string) => void,
): Promise<number> {
  const invalid = addresses.filter((address) => isIP(normaliseAddress(address)) === 0);
  if (addresses.length === 0 || invalid.length > 0) {
    print(invalid.length > 0 ? `Not an address: ${invalid.join(', ')}` : 'Usage: npm run geo -- ADDRESS [ADDRESS ...]');
    return 2;
  }
  const judge = createRegionRules(rules);
  const verdicts = addresses.map(normaliseAddress).map((address) => {
    const country = countryOf(address);
    const { allowed, rule } = judge(address, country);
    print(`${address}  country ${country ?? 'unknown'}  ${allowed ? 'allowed' : 'denied'}  (${rule}: ${REASONS[rule]})`);
    return allowed;
  });
  return verdicts.every(Boolean) ? 0 : 1;
}

const calledAs = process.argv[1];
if (calledAs && existsSync(calledAs) && import.meta.url === pathToFileURL(realpathSync(calledAs)).href) {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    process.exitCode = await runGeo(process.argv.slice(2), readEnv().region, await createGeo(GEO_DIR), print);
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  }
}
