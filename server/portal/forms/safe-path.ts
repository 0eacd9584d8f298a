const LONGEST = 1024;
const HERE = 'http://site.invalid';

/** The address when it stays on this site, `otherwise` for anything else (other hosts, schemes, backslashes, controls). */
export function safePath(value: unknown, otherwise: string): string {
  if (typeof value !== 'string' || value.length > LONGEST || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes('\\'))
    return otherwise;
  if (!URL.canParse(value, HERE)) return otherwise;
  const url = new URL(value, HERE);
  // "/.//host" is a path here and a host to whoever reads it again.
  if (url.origin !== HERE || url.pathname.startsWith('//')) return otherwise;
  return `${url.pathname}${url.search}${url.hash}`;
}
