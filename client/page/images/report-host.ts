const reported = new Set<string>();

/** Reports to the portal, once per page, that a host did not respond. The portal decides by its own probe. */
export function reportHost(origin: string): void {
  if (reported.has(origin)) return;
  reported.add(origin);
  navigator.sendBeacon?.(`/hosts/trouble?origin=${encodeURIComponent(origin)}`);
}
