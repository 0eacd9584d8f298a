import { isNetwork } from '../net/network.ts';
import type { RegionRules } from '../portal/access/region-rules.ts';
import { list, oneOf, type Source } from './read-value.ts';

const isCountry = (entry: string) => /^[A-Z]{2}$/.test(entry);
const COUNTRIES = 'ISO 3166 country codes such as TH';
const NETWORKS = 'addresses or CIDR ranges';

/** Region rules. An unknown country is allowed, unless there is a list of allowed countries. */
export function readRegion(source: Source): RegionRules {
  const allowedCountries = list(source, 'REGION_ALLOW', isCountry, COUNTRIES);
  return {
    allowedCountries,
    deniedCountries: list(source, 'REGION_DENY', isCountry, COUNTRIES),
    unknownCountry: oneOf(source, 'REGION_UNKNOWN', ['allow', 'deny']) ?? (allowedCountries.length > 0 ? 'deny' : 'allow'),
    allowedAddresses: list(source, 'ADDRESS_ALLOW', isNetwork, NETWORKS),
    deniedAddresses: list(source, 'ADDRESS_DENY', isNetwork, NETWORKS),
  };
}
