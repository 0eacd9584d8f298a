const LONGEST = 1024;
const HERE = 'http://site.invalid';

/** Returns the path if it stays on this site, `otherwise` for anything else (other hosts, schemes, backslashes, control characters). */
export function safePath(value: unknown, otherwise: string): string {
  if (typeof value !== 'string' || value.length > LONGEST || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes('\\'))
    return otherwise;
  if (!URL.canParse(value, HERE)) return otherwise;
  const url = new URL(value, HERE);
  // "/.//host" is a path here, but a host when the result is parsed again.
  if (url.origin !== HERE || url.pathname.startsWith('//')) return otherwise;
  return `${url.pathname}${url.search}${url.hash}`;
}
