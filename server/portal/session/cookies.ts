import { BoundedMap } from '../cache/bounded-map.ts';

export type Cookies = Readonly<Record<string, string | undefined>>;

const NO_COOKIES: Cookies = {};
const CACHED_HEADERS = 5_000;
const MAX_CACHED_LENGTH = 2_048;
const HOST_ONLY = '__Host-';
const cache = new BoundedMap<string, Cookies>(CACHED_HEADERS);

/**
 * Cookies of a request by their names without the merchant's prefix. Browsers store cookies by host and not by port, so merchants on one
 * machine receive each other's: with a prefix, cookies without it are ignored. A browser repeats the same header, so parsed headers are
 * cached.
 */
export function readCookies(header: string | undefined, prefix = ''): Cookies {
  if (header === undefined) return NO_COOKIES;
  const key = `${prefix};${header}`;
  const known = cache.get(key);
  if (known) return known;
  const cookies = parse(header, prefix);
  if (header.length <= MAX_CACHED_LENGTH) cache.set(key, cookies);
  return cookies;
}

/** The name without the prefix, which stands after `__Host-`; undefined for a cookie of another merchant. */
function ownName(sent: string, prefix: string): string | undefined {
  if (sent.startsWith(prefix)) return sent.slice(prefix.length);
  return sent.startsWith(HOST_ONLY + prefix) ? HOST_ONLY + sent.slice(HOST_ONLY.length + prefix.length) : undefined;
}

function parse(header: string, prefix: string): Cookies {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    const name = ownName(pair.slice(0, equals).trim(), prefix) ?? '';
    // The first of several cookies wins: one planted for a wider path or domain comes later.
    if (equals > 0 && name !== '' && !(name in cookies)) cookies[name] = pair.slice(equals + 1).trim();
  }
  return cookies;
}

export interface CookieOptions {
  readonly maxAgeSeconds: number;
  readonly secure: boolean;
  /** False only for cookies without secrets, which scripts may read. */
  readonly httpOnly: boolean;
}

/** Adds the merchant's prefix to a cookie name; `__Host-` stays in front, where browsers require it. */
export function cookieName(name: string, { https, prefix }: { readonly https: boolean; readonly prefix: string }): string {
  return https ? `__Host-${prefix}${name}` : `${prefix}${name}`;
}

export function cookieLine(name: string, value: string, options: CookieOptions): string {
  const flags = `${options.httpOnly ? '; HttpOnly' : ''}${options.secure ? '; Secure' : ''}`;
  return `${name}=${value}; Path=/; Max-Age=${options.maxAgeSeconds}; SameSite=Lax${flags}`;
}
