import type { IncomingMessage } from 'node:http';

/**
 * True when a changing request comes from the site itself. Browsers say so in `Sec-Fetch-Site`; where that is missing
 * (plain http on a network address, older browsers) the origin must be ours. A request with neither does not come from
 * a page of another site: browsers name the origin on every cross-site POST.
 */
export function isSameSite(request: IncomingMessage, publicOrigin: string | undefined): boolean {
  const { origin, host, referer, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const source = origin ?? (referer === undefined ? undefined : originOf(referer));
  if (source === undefined) return true;
  return publicOrigin === undefined ? source === `http://${host}` || source === `https://${host}` : source === publicOrigin;
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'null';
}
