import type { IncomingMessage } from 'node:http';

/**
 * True if a changing request comes from the site itself. Browsers send `Sec-Fetch-Site`; without it (plain http on a network address, older
 * browsers) the origin must be ours. A request with neither cannot come from a page of another site, because browsers send the origin with
 * every cross-site POST. Without a public address the site is the plain http that this process serves: another service may have https on
 * the same host.
 */
export function isSameSite(request: IncomingMessage, publicOrigin: string | undefined): boolean {
  const { origin, host, referer, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const source = origin ?? (referer === undefined ? undefined : originOf(referer));
  if (source === undefined) return true;
  return source === (publicOrigin ?? `http://${host}`);
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'null';
}
