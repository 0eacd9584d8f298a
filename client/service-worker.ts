/**
 * Service worker of the installed site: an offline page for page loads without a network, and the build's hashed files,
 * which never change. Pages, calls and personal data always come from the network and are never cached. The portal
 * prepends `lagoonBuild` and `lagoonFiles` to this script.
 */
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request;
  readonly preloadResponse: Promise<Response | undefined>;
  respondWith(response: Promise<Response> | Response): void;
}
interface Worker {
  /** Names the build; a new build starts with an empty cache. */
  readonly lagoonBuild: string;
  /** The offline page first, then its resources. */
  readonly lagoonFiles: readonly string[];
  readonly registration: { readonly navigationPreload?: { enable(): Promise<void> } };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: WorkerFetchEvent) => void): void;
}

const worker = globalThis as unknown as Worker;
const CACHE = `lagoon-${worker.lagoonBuild}`;
const OFFLINE = worker.lagoonFiles[0] ?? '/offline';
const HASHED = '/assets/';
/** The offline page follows the visitor's language, so it is reloaded once per worker start. */
let refreshed = false;

worker.addEventListener('install', (event) => {
  const filled = caches
    .open(CACHE)
    .then((cache) => cache.addAll(worker.lagoonFiles.map((file) => new Request(file, { cache: 'no-cache' }))));
  event.waitUntil(filled.then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([dropOldCaches(), worker.registration.navigationPreload?.enable(), worker.clients.claim()]));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (pathname.startsWith(HASHED)) event.respondWith(hashedFile(request));
  else if (worker.lagoonFiles.includes(pathname)) event.respondWith(fetch(request).catch(() => cachedResponse(pathname)));
});

async function page(event: WorkerFetchEvent): Promise<Response> {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    if (!refreshed) {
      refreshed = true;
      event.waitUntil(refreshCache());
    }
    return response;
  } catch {
    return cachedResponse(OFFLINE);
  }
}

async function hashedFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request.url);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await cache.put(request.url, response.clone());
  return response;
}

async function cachedResponse(path: string): Promise<Response> {
  return (await caches.match(path)) ?? Response.error();
}

async function refreshCache(): Promise<void> {
  const response = await fetch(OFFLINE, { cache: 'no-cache' }).catch(() => undefined);
  if (response?.ok) await (await caches.open(CACHE)).put(OFFLINE, response);
}

async function dropOldCaches(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('lagoon-') && name !== CACHE).map((name) => caches.delete(name)));
}

export {};
