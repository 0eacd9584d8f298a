import { BoundedMap } from '../cache/bounded-map.ts';

export type Cookies = Readonly<Record<string, string | undefined>>;

const NO_COOKIES: Cookies = {};
const CACHED_HEADERS = 5_000;
const MAX_CACHED_LENGTH = 2_048;
const cache = new BoundedMap<string, Cookies>(CACHED_HEADERS);

/** Cookies of a request. A browser repeats the same header, so parsed headers are cached. */
export function readCookies(header: string | undefined): Cookies {
  if (header === undefined) return NO_COOKIES;
  const known = cache.get(header);
  if (known) return known;
  const cookies = parse(header);
  if (header.length <= MAX_CACHED_LENGTH) cache.set(header, cookies);
  return cookies;
}

function parse(header: string): Cookies {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
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
