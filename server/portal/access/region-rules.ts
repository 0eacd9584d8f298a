import { BlockList, isIP } from 'node:net';
import { type CountryRules, type CountryVerdict, judgeCountry, NO_COUNTRY_RULES } from '../../../shared/rules/country-rules.ts';
import { BoundedMap } from '../cache/bounded-map.ts';

/** Region rules; empty rules admit everyone. */
export interface RegionRules extends CountryRules {
  /** Addresses and CIDR ranges, IPv4 and IPv6, that are always allowed: the operator's own. */
  readonly allowedAddresses: readonly string[];
  readonly deniedAddresses: readonly string[];
}

export const NO_REGION_RULES: RegionRules = {
  ...NO_COUNTRY_RULES,
  allowedAddresses: [],
  deniedAddresses: [],
};

/** The rule that decided, in order of precedence. */
export type RegionRule = 'address-allowed' | 'address-denied' | CountryVerdict['rule'];

export interface RegionVerdict {
  readonly allowed: boolean;
  readonly rule: RegionRule;
}

export type JudgeRegion = (address: string, country: string | undefined) => RegionVerdict;

const CACHED_ADDRESSES = 20_000;

/** An allowed address overrides everything, a denied one overrides every country. */
export function createRegionRules(rules: RegionRules): JudgeRegion {
  const isAllowed = addressList(rules.allowedAddresses);
  const isDenied = addressList(rules.deniedAddresses);
  return (address, country) => {
    if (isAllowed(address)) return { allowed: true, rule: 'address-allowed' };
    if (isDenied(address)) return { allowed: false, rule: 'address-denied' };
    return judgeCountry(rules, country);
  };
}

function addressList(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => false;
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', bits] = entry.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  const known = new BoundedMap<string, boolean>(CACHED_ADDRESSES);
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const listed = isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    known.set(address, listed);
    return listed;
  };
}
