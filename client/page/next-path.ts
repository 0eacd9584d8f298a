const BASE_URL = 'http://site.invalid';

/**
 * A safe same-site path, or undefined for anything else: other hosts (`//host`, `/\host`), other schemes, control
 * characters (browsers drop tabs and line breaks before they resolve an address) and the sign-in pages.
 */
export function safeNext(next: string | null | undefined): string | undefined {
  if (!next || next.length > 512 || !/^\/[\x21-\x7e]*$/.test(next) || next.includes('\\')) return undefined;
  // "/.//host" is a path here, but another host if it is parsed again.
  const url = URL.canParse(next, BASE_URL) ? new URL(next, BASE_URL) : undefined;
  if (url?.origin !== BASE_URL || url.pathname.startsWith('//')) return undefined;
  return /^\/(login|register)(\.html)?$/.test(url.pathname) ? undefined : next;
}

/** Target after sign-in: the stored target, else the page itself, else home if the page was the sign-in page. */
export function afterSignIn(next: string | null | undefined, here: string): string {
  return safeNext(next) ?? safeNext(here) ?? '/index';
}

/** Target after free play: the requested or current game, else home. */
export function afterFreePlay(next: string | null, here: string): string {
  return [next, here].map(safeNext).find((path) => path !== undefined && /^\/(?:game|seamless)\?/.test(path)) ?? '/';
}
