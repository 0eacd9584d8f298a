/** Hosts of the game frame. */
export interface FrameHosts {
  /** Launch hosts, each of which serves every game; the visitor's own first. */
  readonly hosts: readonly string[];
  /** Origins of outside vendors, each of which serves its own games. */
  readonly frames?: readonly string[];
}

/**
 * The address on the visitor's launch host, or on the next host for every further `attempt`. Applies to addresses
 * without a host and to addresses on any launch host. Without launch hosts the site's addresses do not change. The address
 * of an outside vendor (`frames`) does not change either. Null for another host, which the page could not frame.
 */
export function onLaunchHost(address: string, { hosts, frames = [] }: FrameHosts, origin: string, attempt = 0): string | null {
  const isRelative = /^\/(?![\\/])/.test(address);
  if (!isRelative && !URL.canParse(address)) return null;
  const url = new URL(address, origin);
  if (!isRelative && url.origin !== origin && frames.includes(url.origin)) return address;
  const isListed = isRelative || hosts.includes(url.origin);
  const host = hosts[attempt % hosts.length];
  if (isListed && host !== undefined) return `${host}${url.pathname}${url.search}${url.hash}`;
  return isListed || url.origin === origin ? address : null;
}

/** Start position in a game: a match, or a room with a stake. */
export interface FramePosition {
  readonly kind: 'match' | 'room';
  readonly id: string;
}

/** Adds the merchant's time zone for games of this product (`?zone=`). Other vendors ignore it. */
export function withTimeZone(address: string, timeZone: string | undefined): string {
  if (!timeZone || !/^\/(?![\\/])/.test(address)) return address;
  return `${address}${address.includes('?') ? '&' : '?'}zone=${encodeURIComponent(timeZone)}`;
}

/**
 * Adds the start position (`?match=`, `?room=`) for games of this product, and for those of outside vendors (`frames`), which report these
 * ids. An address of any other platform does not change.
 */
export function withFramePosition(address: string, place: FramePosition | null, frames: readonly string[] = []): string {
  if (place === null) return address;
  const isOwn = /^\/(?![\\/])/.test(address);
  if (!isOwn && !(URL.canParse(address) && frames.includes(new URL(address).origin))) return address;
  return `${address}${address.includes('?') ? '&' : '?'}${place.kind}=${encodeURIComponent(place.id)}`;
}
