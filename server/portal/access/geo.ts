import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BoundedMap } from '../cache/bounded-map.ts';

const CACHED_ADDRESSES = 20_000;

/** ISO 3166 code of an address; undefined for private and unknown addresses. */
export type CountryOf = (address: string) => string | undefined;

/**
 * geoip-lite over the data in `directory`, or over the data of its own package if that folder is missing. Imported late, because it loads
 * its files on import.
 */
export async function createGeo(directory: string | undefined): Promise<CountryOf> {
  if (directory && existsSync(join(directory, 'geoip-country.dat'))) process.env.GEODATADIR = directory;
  const { default: geoip } = await import('geoip-lite');
  const known = new BoundedMap<string, string | undefined>(CACHED_ADDRESSES);
  return (address) => {
    if (known.has(address)) return known.get(address);
    const country = geoip.lookup(address)?.country || undefined;
    known.set(address, country);
    return country;
  };
}
