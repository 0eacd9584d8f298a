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

/** Where in a game to begin: at a match, or in a room of a stake. */
export interface Place {
  readonly kind: 'match' | 'room';
  readonly id: string;
}

/** A game of this product shows its times in the zone of the site (`?zone=` of the page). Vendors elsewhere know nothing of it. */
export function inZone(address: string, timeZone: string | undefined): string {
  if (!timeZone || !/^\/(?![\\/])/.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}zone=${encodeURIComponent(timeZone)}`;
}

/** A game of this product may be opened at a place (`?match=`, `?room=` of the page). Vendors elsewhere know nothing of it. */
export function atPlace(address: string, place: Place | null): string {
  if (place === null || !/^\/(?![\\/])/.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${place.kind}=${encodeURIComponent(place.id)}`;
}
