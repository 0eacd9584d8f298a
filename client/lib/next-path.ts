const HERE = 'http://site.invalid';

/**
 * A same-site path to go on to, or undefined for anything else: other hosts (`//host`, `/\host`), other schemes, control
 * characters (browsers drop tabs and line breaks before they resolve an address) and the sign-in pages themselves.
 */
export function safeNext(next: string | null | undefined): string | undefined {
  if (!next || next.length > 512 || !/^\/[\x21-\x7e]*$/.test(next) || next.includes('\\')) return undefined;
  // "/.//host" is a path here and another host to whoever reads it again.
  const url = URL.canParse(next, HERE) ? new URL(next, HERE) : undefined;
  if (url?.origin !== HERE || url.pathname.startsWith('//')) return undefined;
  return /^\/(login|register)(\.html)?$/.test(url.pathname) ? undefined : next;
}

/** Where to go after sign-in: the remembered intent, else the page itself, else home when the page was the sign-in page. */
export function afterSignIn(next: string | null | undefined, here: string): string {
  return safeNext(next) ?? safeNext(here) ?? '/index';
}

/** Where free play leads: to the game that was wanted or whose page is shown, else home. */
export function afterFreePlay(next: string | null, here: string): string {
  return [next, here].map(safeNext).find((path) => path !== undefined && /^\/(?:game|seamless)\?/.test(path)) ?? '/';
}
