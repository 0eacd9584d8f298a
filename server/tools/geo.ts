import { existsSync, realpathSync } from 'node:fs';
import { isIP } from 'node:net';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { readStart } from '../config/env.ts';
import { read, type Source } from '../config/read-value.ts';
import { normaliseAddress } from '../portal/access/client-address.ts';
import { type CountryOf, createGeo } from '../portal/access/geo.ts';
import { createRegionRules, type RegionRule } from '../portal/access/region-rules.ts';

/** The country data that the build puts next to the server. */
const GEO_DIR = fileURLToPath(new URL('../geo', import.meta.url));

const MERCHANT_FILE_KEYS = {
  REGION_ALLOW: 'region.allow',
  REGION_DENY: 'region.deny',
  REGION_UNKNOWN: 'region.unknown',
  ADDRESS_ALLOW: 'region.allowAddresses',
  ADDRESS_DENY: 'region.denyAddresses',
};
type RuleName = keyof typeof MERCHANT_FILE_KEYS;
/** Name of a rule and where its value comes from. */
type NameRule = (rule: RuleName) => string;

const REASONS: Readonly<Record<RegionRule, (name: NameRule) => string>> = {
  'address-allowed': (name) => `${name('ADDRESS_ALLOW')} lists this address, which overrides everything else`,
  'address-denied': (name) => `${name('ADDRESS_DENY')} lists this address`,
  'country-denied': (name) => `${name('REGION_DENY')} lists this country`,
  'country-allowed': (name) => `${name('REGION_ALLOW')} lists this country`,
  'country-not-listed': (name) => `${name('REGION_ALLOW')} is set and does not list this country`,
  'country-unknown': (name) => `the country is unknown, so ${name('REGION_UNKNOWN')} decides`,
  'no-rule': () => 'no rule of the portal matches this address',
};
const CONSOLE_NOTE =
  'Country rules made in the console are not read here. They can deny more, except addresses that ADDRESS_ALLOW or the merchant file allows.';

/**
 * `npm run geo -- 203.0.113.9 …`: country, verdict and deciding rule of each address, by the environment and the merchant file as at a
 * start. Exit code 0: all are allowed; 1: at least one is not, or a file or setting cannot be used; 2: invalid address.
 */
export async function runGeo(
  addresses: readonly string[],
  environment: Source,
  countryOf: CountryOf,
  print: (line: string) => void,
): Promise<number> {
  const invalid = addresses.filter((address) => isIP(normaliseAddress(address)) === 0);
  if (addresses.length === 0 || invalid.length > 0) {
    print(invalid.length > 0 ? `Not an address: ${invalid.join(', ')}` : 'Usage: npm run geo -- ADDRESS [ADDRESS ...]');
    return 2;
  }
  const { env, merchant } = await readStart(environment);
  const nameRule: NameRule = (rule) => {
    if (read(environment, rule) !== undefined) return `${rule} of the environment`;
    const isInFile = merchant !== undefined && read(merchant.variables, rule) !== undefined;
    return isInFile ? `${MERCHANT_FILE_KEYS[rule]} of ${read(environment, 'MERCHANT_FILE')}` : `the default of ${rule}`;
  };
  const judge = createRegionRules(env.region);
  const verdicts = addresses.map(normaliseAddress).map((address) => {
    const country = countryOf(address);
    const { allowed, rule } = judge(address, country);
    print(`${address}  country ${country ?? 'unknown'}  ${allowed ? 'allowed' : 'denied'}  (${rule}: ${REASONS[rule](nameRule)})`);
    return allowed;
  });
  print(CONSOLE_NOTE);
  return verdicts.every(Boolean) ? 0 : 1;
}

const calledAs = process.argv[1];
if (calledAs && existsSync(calledAs) && import.meta.url === pathToFileURL(realpathSync(calledAs)).href) {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  try {
    process.exitCode = await runGeo(process.argv.slice(2), process.env, await createGeo(GEO_DIR), print);
  } catch (error) {
    print(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
