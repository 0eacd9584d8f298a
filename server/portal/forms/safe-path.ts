const MAX_LENGTH = 1024;
const BASE = 'http://site.invalid';

/** Returns the path if it stays on this site, `otherwise` for anything else (other hosts, schemes, backslashes, control characters). */
export function safePath(value: unknown, fallback: string): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes('\\'))
    return fallback;
  if (!URL.canParse(value, BASE)) return fallback;
  const url = new URL(value, BASE);
  // "/.//host" is a path here, but a host when the result is parsed again.
  if (url.origin !== BASE || url.pathname.startsWith('//')) return fallback;
  return `${url.pathname}${url.search}${url.hash}`;
}
