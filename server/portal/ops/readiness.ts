import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { eventStream } from '../../../shared/api/live/calls.ts';
import { KEY_REFUSED } from '../../../shared/api/platform-key.ts';
import type { Site } from '../access/site.ts';
import type { Offer } from '../answers/offer.ts';
import type { Readiness, UpstreamUrls } from '../contracts.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { freeSpace } from './free-space.ts';

export interface ReadinessDeps {
  readonly site: Pick<Site, 'refresh' | 'reachable'>;
  readonly client: Pick<UpstreamClient, 'sendInternal'>;
  readonly upstreams: UpstreamUrls;
  readonly embedded: boolean;
  readonly clientDir: string;
  readonly dataDir: string | undefined;
  readonly databaseInDataDir: boolean;
  /** False while Redis does not answer; undefined without Redis. */
  readonly countersUp: () => boolean | undefined;
  readonly isDraining: () => boolean;
  /** What the platform has, and what of its answers is readable. */
  readonly offer?: Pick<Offer, 'missing' | 'unreadable'>;
  readonly readFree?: typeof freeSpace;
}

/** The platform answers this portal nothing. */
export const REFUSED_KEY = 'a PLATFORM_KEY that the platform accepts: it must be the same on the platform and its portals';
const CONNECT_MS = 1_000;
const MIN_FREE_SHARE = 0.05;
/** One log segment of the embedded database (`wal_segment_size`): with less free space the next segment cannot be written. */
const MIN_FREE_BYTES = 16 * 1024 * 1024;

/** Returns whether this portal should receive visitors, and what is missing. */
export async function readinessOf(deps: ReadinessDeps): Promise<Readiness> {
  const { isDraining, clientDir, site, client, countersUp } = deps;
  const [platform, families] = await Promise.all([platformReadiness(client, deps.embedded), unreachable(deps.upstreams), site.refresh()]);
  const missing: string[] = [];
  const degraded: string[] = [];
  if (isDraining()) missing.push('the service is shutting down');
  if (!existsSync(join(clientDir, '.vite/manifest.json'))) missing.push('the browser build');
  if (!site.reachable) missing.push('the upstream platform');
  missing.push(...families.map((family) => `the upstream ${family}`));
  // Without Redis each throttle class follows its own rule; removing the portal from the balancer would not help.
  if (countersUp() === false) degraded.push('Redis does not answer: requests are not counted');
  degraded.push(...offerGaps(deps.offer));
  return joinReadiness([{ missing, degraded }, await diskReadiness(deps), platform]);
}

/** Optional calls that are missing or cannot be read: their parts of pages are left out or have a substitute. */
function offerGaps(offer: ReadinessDeps['offer']): readonly string[] {
  const [missing, unreadable] = [offer?.missing() ?? [], offer?.unreadable() ?? []];
  const calls = missing.filter((id) => id !== eventStream.id);
  return [
    ...(calls.length > 0 ? [`the platform does not offer: ${calls.join(', ')}`] : []),
    ...(calls.length < missing.length ? ['the platform has no event stream: balances are loaded every 15 seconds'] : []),
    ...(unreadable.length > 0 ? [`answers of the platform are not readable: ${unreadable.join(', ')}`] : []),
  ];
}

/** A full disk costs a portal little; with the database on it, nothing that changes money works. */
export async function diskReadiness({
  dataDir,
  databaseInDataDir,
  readFree = freeSpace,
}: Pick<ReadinessDeps, 'dataDir' | 'databaseInDataDir' | 'readFree'>): Promise<Partial<Readiness>> {
  const free = await readFree(dataDir);
  if (free === undefined) return {};
  if (databaseInDataDir && free.bytes < MIN_FREE_BYTES) return { missing: ['free space for the database on the disk of DATA_DIR'] };
  if (free.share >= MIN_FREE_SHARE) return {};
  return { degraded: [`the disk of DATA_DIR is nearly full: ${Math.round(free.share * 100)} % are left`] };
}

/** Readiness of the embedded platform; a remote platform does not expose it. */
export async function platformReadiness(client: Pick<UpstreamClient, 'sendInternal'>, embedded = false): Promise<Partial<Readiness>> {
  try {
    const { status, body } = await client.sendInternal('/internal/ready');
    if (status === 403 && body.toString('utf8').startsWith(KEY_REFUSED)) return { missing: [REFUSED_KEY] };
    const { missing, degraded } = JSON.parse(body.toString('utf8')) as Partial<Readiness>;
    return Array.isArray(missing) && Array.isArray(degraded) ? { missing, degraded } : {};
  } catch {
    // The address of a hanging platform may still accept connections, and public answers are cached.
    return embedded ? { missing: ['the platform'] } : {};
  }
}

export function joinReadiness(parts: readonly Partial<Readiness>[]): Readiness {
  const missing = new Set(parts.flatMap((part) => part.missing ?? []));
  const degraded = new Set(parts.flatMap((part) => part.degraded ?? []));
  return { ok: missing.size === 0, missing: [...missing], degraded: [...degraded] };
}

/** Upstream families whose address has no listener. */
async function unreachable(upstreams: UpstreamUrls): Promise<readonly string[]> {
  const known = new Map<string, Promise<boolean>>();
  const answers = Object.entries(upstreams).map(async ([family, address]) => {
    const { origin } = new URL(address);
    const answer = known.get(origin) ?? listens(new URL(address));
    known.set(origin, answer);
    return (await answer) ? undefined : family;
  });
  return (await Promise.all(answers)).filter((family) => family !== undefined);
}

function listens({ hostname, port, protocol }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) || (protocol === 'https:' ? 443 : 80), timeout: CONNECT_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true)).once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
