/**
 * The address on the visitor's launch host, or on the next ones with every further `attempt`: for an address without a
 * host and for one on any launch host. Without launch hosts the site's own addresses stay as they are. Null for a host
 * that is none of them: the page could not frame it.
 */
export function onLaunchHost(address: string, hosts: readonly string[], origin: string, attempt = 0): string | null {
  const isRelative = /^\/(?![\\/])/.test(address);
  if (!isRelative && !URL.canParse(address)) return null;
  const url = new URL(address, origin);
  const isListed = isRelative || hosts.includes(url.origin);
  const host = hosts[attempt % hosts.length];
  if (isListed && host !== undefined) return `${host}${url.pathname}${url.search}${url.hash}`;
  return isListed || url.origin === origin ? address : null;
}

/** A game of this product may be opened at one of its matches (`?match=` of the page). Vendors elsewhere know nothing of it. */
export function atMatch(address: string, match: string | null): string {
  if (match === null || !/^\/(?![\\/])/.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}match=${encodeURIComponent(match)}`;
}
