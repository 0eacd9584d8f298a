import { availableParallelism } from 'node:os';
import { DEADLINES } from '../portal/upstream/deadlines.ts';
import { ConfigError } from './config-error.ts';
import { list, matching, oneOf, origin, port, read, type Source } from './read-value.ts';

/** `all` is portal and platform in one process, or the portal alone with a remote platform. */
const ROLES = ['all', 'portal', 'platform'] as const;
export type Role = (typeof ROLES)[number];

/** How the processes of a service are deployed. */
export interface DeploySettings {
  readonly role: Role;
  /** Address of the admin port. */
  readonly adminHost: string;
  /** Host names of the admin port, besides addresses and those of this machine. */
  readonly adminNames: readonly string[];
  /** Address on which a separate platform process serves its portals. */
  readonly platformHost: string;
  readonly platformPort: number;
  /** Shared by the platform and its portals: the platform trusts what they report about visitors. */
  readonly platformKey: string | undefined;
  /** Studio and payment simulator of the remote platform, which this portal serves under `/studio` and `/paysim`. */
  readonly studioUrl: string | undefined;
  readonly paysimUrl: string | undefined;
  /** Worker processes. */
  readonly workers: number;
  /** Time in which a stopping service still serves visitors, so that the balancer notices first. */
  readonly drainSeconds: number;
  /** Silence of the platform that a page or a reading call waits for. */
  readonly upstreamReadMs: number;
  /** Time in which a visitor's request must arrive, including uploads. */
  readonly requestSeconds: number;
}

const HOST_NAME = /^[\w.:-]{1,253}$/;
const MAX_WORKERS = 64;
const MAX_DRAIN_SECONDS = 300;
const MIN_READ_MS = 100;
const [MIN_REQUEST_SECONDS, MAX_REQUEST_SECONDS] = [2, 300];

export function readDeploy(source: Source): DeploySettings {
  return {
    role: oneOf(source, 'ROLE', ROLES) ?? 'all',
    adminHost: matching(source, 'ADMIN_HOST', HOST_NAME, 'an address or name of this machine') ?? '127.0.0.1',
    adminNames: adminNames(source),
    platformHost: matching(source, 'PLATFORM_HOST', HOST_NAME, 'an address or name of this machine') ?? '127.0.0.1',
    platformPort: port(source, 'PLATFORM_PORT', 3002),
    platformKey: matching(source, 'PLATFORM_KEY', /^[\x21-\x7e]{32,256}$/, '32 to 256 letters, digits and signs without spaces'),
    studioUrl: origin(source, 'STUDIO_URL'),
    paysimUrl: origin(source, 'PAYSIM_URL'),
    workers: read(source, 'WORKERS') === 'auto' ? availableParallelism() : wholeNumber(source, 'WORKERS', 1, MAX_WORKERS, 1),
    drainSeconds: wholeNumber(source, 'DRAIN_SECONDS', 0, MAX_DRAIN_SECONDS, 0),
    upstreamReadMs: wholeNumber(source, 'UPSTREAM_READ_MS', MIN_READ_MS, DEADLINES.total, DEADLINES.read),
    requestSeconds: wholeNumber(source, 'REQUEST_SECONDS', MIN_REQUEST_SECONDS, MAX_REQUEST_SECONDS, 15),
  };
}

/** Checks of the settings that the role requires or excludes; each throws a `ConfigError`. */
export function deployChecks(
  deploy: DeploySettings,
  given: { readonly upstreams: boolean; readonly database: boolean; readonly sessionSecret: boolean; readonly dataKey: boolean },
): readonly (() => void)[] {
  const requireSetting = (present: boolean, name: string, wanted: string) => () => {
    if (!present) throw new ConfigError(name, '', wanted);
  };
  const exclude = (value: string | undefined, name: string, wanted: string) => () => {
    if (value !== undefined) throw new ConfigError(name, value, wanted);
  };
  const remote = given.upstreams
    ? []
    : [
        exclude(deploy.studioUrl, 'STUDIO_URL', 'unset without a remote platform'),
        exclude(deploy.paysimUrl, 'PAYSIM_URL', 'unset without a remote platform'),
      ];
  if (deploy.role === 'portal')
    return [
      requireSetting(given.upstreams, 'UPSTREAM_WPS_URL', 'the address of the platform, because ROLE=portal runs no platform'),
      requireSetting(
        given.sessionSecret,
        'SESSION_SECRET',
        'set with ROLE=portal, with the same value on every portal, because any of them may serve a visitor',
      ),
      ...remote,
    ];
  if (deploy.role !== 'platform') return remote;
  const workers = deploy.workers > 1 ? String(deploy.workers) : undefined;
  return [
    requireSetting(!given.upstreams, 'UPSTREAM_WPS_URL', 'unset with ROLE=platform'),
    requireSetting(deploy.platformKey !== undefined, 'PLATFORM_KEY', 'set with ROLE=platform, with the same value on its portals'),
    requireSetting(
      given.dataKey || !given.database,
      'DATA_KEY',
      'set with ROLE=platform and DATABASE_URL, with the same value on every process of this database',
    ),
    exclude(workers, 'WORKERS', 'unset with ROLE=platform: only portals have workers'),
    ...remote,
  ];
}

function adminNames(source: Source): readonly string[] {
  const names = list(source, 'ADMIN_NAMES', (name) => HOST_NAME.test(name), 'names of hosts without a port');
  return [...names, read(source, 'ADMIN_HOST') ?? ''].flatMap((name) => name.toLowerCase() || []);
}

function wholeNumber(source: Source, name: string, min: number, max: number, fallback: number): number {
  const value = read(source, name);
  if (value === undefined) return fallback;
  if (!/^\d{1,5}$/.test(value) || Number(value) < min || Number(value) > max)
    throw new ConfigError(name, value, `a whole number from ${min} to ${max}`);
  return Number(value);
}
