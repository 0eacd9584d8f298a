const REFUSED = /;\s*q=0(?:\.0*)?\s*$/i;

/** True if an `Accept-Encoding` header names a coding and does not refuse it ("gzip;q=0"). */
export function accepts(header: string | undefined, coding: string): boolean {
  if (!header?.includes(coding)) return false;
  return header.split(',').some((part) => part.split(';', 1)[0]?.trim() === coding && !REFUSED.test(part));
}
