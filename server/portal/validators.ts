/**
 * The strong validator of one representation. Copies in different content codings are different bytes, so each has a validator of its
 * own (RFC 9110, 8.8.3.3); `tag` is that of the content, in quotes, and an uncoded copy's.
 */
export function tagOf(tag: string, coding: string): string {
  return coding === '' ? tag : `${tag.slice(0, -1)}-${coding}"`;
}

/** Whether the asker has this representation already: one of a list, also if something in between has weakened it (RFC 9110, 13.1.2). */
export function hasCopy(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === tag || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === tag);
}
