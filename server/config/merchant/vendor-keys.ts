import { read, type Source } from '../read-value.ts';
import type { VendorsOfFile } from './vendors-schema.ts';

const MIN_LENGTH = 32;

export function isUsableKey(key: string | undefined): key is string {
  return key !== undefined && key.length >= MIN_LENGTH;
}

/** Keys of the providers whose file names a variable of the environment, by code. */
export function vendorKeysOf(vendors: VendorsOfFile | undefined, environment: Source): Readonly<Record<string, string>> {
  const keys = (vendors?.providers ?? []).flatMap(({ code, keyVariable }) => {
    const key = keyVariable === undefined ? undefined : read(environment, keyVariable);
    return isUsableKey(key) ? [[code, key] as const] : [];
  });
  return Object.fromEntries(keys);
}
