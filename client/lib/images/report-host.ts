const told = new Set<string>();

/** Tells the portal, once per page, that nothing came from a host; a probe of its own decides what becomes of it. */
export function reportHost(origin: string): void {
  if (told.has(origin)) return;
  told.add(origin);
  navigator.sendBeacon?.(`/hosts/trouble?origin=${encodeURIComponent(origin)}`);
}
