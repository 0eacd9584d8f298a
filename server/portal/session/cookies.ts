import { BoundedMap } from '../bounded-map.ts';

export type Cookies = Readonly<Record<string, string | undefined>>;

const NO_COOKIES: Cookies = {};
const REMEMBERED_HEADERS = 5_000;
const LONGEST_REMEMBERED = 2_048;
const seen = new BoundedMap<string, Cookies>(REMEMBERED_HEADERS);

/** Cookies of a request. The same browser sends the same header again and again, so it is taken apart once. */
export function readCookies(header: string | undefined): Cookies {
  if (header === undefined) return NO_COOKIES;
  const known = seen.get(header);
  if (known) return known;
  const cookies = parse(header);
  if (header.length <= LONGEST_REMEMBERED) seen.set(header, cookies);
  return cookies;
}

function parse(header: string): Cookies {
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    const name = pair.slice(0, equals).trim();
    // The first of several wins: a cookie planted for a wider path or domain comes later.
    if (equals > 0 && name !== '' && !(name in cookies)) cookies[name] = pair.slice(equals + 1).trim();
  }
  return cookies;
}

export interface CookieOptions {
  readonly maxAgeSeconds: number;
  readonly secure: boolean;
  /** Readable by scripts only when it holds nothing secret. */
  readonly httpOnly: boolean;
}

/** What stands before a merchant's own names; `__Host-` stays in front, where browsers look for it. */
export function cookieName(name: string, { https, prefix }: { readonly https: boolean; readonly prefix: string }): string {
  return https ? `__Host-${prefix}${name}` : `${prefix}${name}`;
}

export function cookieLine(name: string, value: string, options: CookieOptions): string {
  const flags = `${options.httpOnly ? '; HttpOnly' : ''}${options.secure ? '; Secure' : ''}`;
  return `${name}=${value}; Path=/; Max-Age=${options.maxAgeSeconds}; SameSite=Lax${flags}`;
}
