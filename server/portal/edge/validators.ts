/**
 * The strong validator of one representation. Content codings have different bytes and therefore different validators (RFC 9110, 8.8.3.3).
 * `tag` is the quoted validator of the content and of its uncoded copy.
 */
export function tagOf(tag: string, coding: string): string {
  return coding === '' ? tag : `${tag.slice(0, -1)}-${coding}"`;
}

/** True if the client already has this representation: listed, or listed as a weak validator (RFC 9110, 13.1.2). */
export function hasCopy(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === tag || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
