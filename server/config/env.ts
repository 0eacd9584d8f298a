import { isNetwork } from '../net/network.ts';
import type { ServiceSettings } from '../platform/base/service-settings.ts';
import type { RegionRules } from '../portal/access/region-rules.ts';
import { UNKNOWN_CALLS, type UnknownCalls } from '../portal/calls/unknown-calls.ts';
import { type DeploySettings, readDeploy } from './deploy-env.ts';
import type { MerchantConfig } from './merchant/read.ts';
import { type ObserveSettings, readObserve } from './observe-env.ts';
import { readPaymentSecrets } from './payment-env.ts';
import { list, matching, oneOf, origin, port, read, type Source, url } from './read-value.ts';
import { readRegion } from './region-env.ts';
import { readServices } from './services-env.ts';

/**
 * The only file that reads the environment. An invalid value stops the start with the variable's name; a default applies only to a missing
 * value.
 */
export interface Env {
  readonly port: number;
  readonly host: string;
  readonly adminPort: number;
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  readonly upstreamWpsUrl: string | undefined;
  readonly upstreamLgwUrl: string | undefined;
  readonly upstreamLottoUrl: string | undefined;
  readonly unknownCalls: UnknownCalls;
  /** Picture and launch hosts at private addresses are probed too. */
  readonly privateHosts: boolean;
  /** The demo, including accounts with public passwords, may be reachable from other machines. */
  readonly allowDemo: boolean;
  readonly merchant: string;
  readonly publicUrl: string | undefined;
  readonly trustProxy: readonly string[];
  readonly region: RegionRules;
  readonly sessionSecret: string | undefined;
  /** Encrypts personal and secret data in the platform's database. */
  readonly dataKey: string | undefined;
  /** The previous data key, during a key change. */
  readonly dataKeyPrevious: string | undefined;
  readonly services: ServiceSettings;
  /** Signing keys of payment providers, by the provider's code. */
  readonly paymentSecrets: Readonly<Record<string, string>>;
  readonly deploy: DeploySettings;
  readonly observe: ObserveSettings;
  readonly logLevel: LogLevel;
  /** npm does not forward every signal, so a service started by npm ends when npm has exited. */
  readonly startedByNpm: boolean;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export function readEnv(source: Source = process.env): Env {
  return {
    port: port(source, 'PORT', 3000),
    host: matching(source, 'HOST', /^[\w.:-]{1,253}$/, 'an address or name of this machine') ?? '0.0.0.0',
    adminPort: port(source, 'ADMIN_PORT', 3001),
    dataDir: read(source, 'DATA_DIR') ?? 'data',
    databaseUrl: url(source, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    redisUrl: url(source, 'REDIS_URL', ['redis:', 'rediss:']),
    upstreamWpsUrl: url(source, 'UPSTREAM_WPS_URL', ['http:', 'https:']),
    upstreamLgwUrl: url(source, 'UPSTREAM_LGW_URL', ['http:', 'https:']),
    upstreamLottoUrl: url(source, 'UPSTREAM_LOTTO_URL', ['http:', 'https:']),
    unknownCalls: oneOf(source, 'UNKNOWN_CALLS', UNKNOWN_CALLS) ?? 'refuse',
    privateHosts: oneOf(source, 'PRIVATE_HOSTS', ['refuse', 'probe']) === 'probe',
    allowDemo: oneOf(source, 'ALLOW_DEMO', ['0', '1']) === '1',
    merchant: matching(source, 'MERCHANT', /^[A-Za-z0-9_-]{2,32}$/, '2 to 32 letters, digits, _ or -') ?? 'lagoon',
    publicUrl: origin(source, 'PUBLIC_URL'),
    trustProxy: list(source, 'TRUST_PROXY', isProxy, 'addresses or CIDR ranges'),
    region: readRegion(source),
    sessionSecret: matching(source, 'SESSION_SECRET', /^.{32,}$/s, 'at least 32 characters'),
    dataKey: matching(source, 'DATA_KEY', /^.{32,}$/s, 'at least 32 characters'),
    dataKeyPrevious: matching(source, 'DATA_KEY_PREVIOUS', /^.{32,}$/s, 'at least 32 characters'),
    services: readServices(source),
    paymentSecrets: readPaymentSecrets(source),
    deploy: readDeploy(source),
    observe: readObserve(source),
    logLevel: oneOf(source, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    startedByNpm: read(source, 'npm_lifecycle_event') !== undefined,
  };
}

/** The environment of a start and its merchant file. The environment overrides the file. */
export async function readStart(
  source: Source = process.env,
): Promise<{ readonly env: Env; readonly merchant: MerchantConfig | undefined }> {
  const file = read(source, 'MERCHANT_FILE');
  if (file === undefined) return { env: readEnv(source), merchant: undefined };
  // Checking a file loads the platform's settings code, which a portal alone does not need.
  const { readMerchantFile } = await import('./merchant/read.ts');
  const merchant = readMerchantFile(file, source);
  const given = Object.entries(source).filter(([, value]) => value?.trim());
  return { env: readEnv({ ...merchant.variables, ...Object.fromEntries(given) }), merchant };
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function isProxy(entry: string): boolean {
  return NAMED_NETWORKS.includes(entry) || isNetwork(entry);
}
