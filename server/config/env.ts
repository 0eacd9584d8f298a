import { isIP } from 'node:net';
import { ConfigError } from './config-error.ts';

/**
 * The only file that reads the environment. A value that is present but cannot be read stops the start with the
 * variable's name; a default applies only to a value that is absent.
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
  readonly merchant: string;
  readonly publicUrl: string | undefined;
  readonly trustProxy: readonly string[];
  readonly sessionSecret: string | undefined;
  readonly logLevel: LogLevel;
  /** npm does not pass every signal on; a service that it started ends when npm is gone. */
  readonly startedByNpm: boolean;
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

type Source = Readonly<Record<string, string | undefined>>;

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
    merchant: matching(source, 'MERCHANT', /^[A-Za-z0-9_-]{2,32}$/, '2 to 32 letters, digits, _ or -') ?? 'lagoon',
    publicUrl: origin(source, 'PUBLIC_URL'),
    trustProxy: list(source, 'TRUST_PROXY'),
    sessionSecret: matching(source, 'SESSION_SECRET', /^.{32,}$/s, 'at least 32 characters'),
    logLevel: oneOf(source, 'LOG_LEVEL', LOG_LEVELS) ?? 'info',
    startedByNpm: read(source, 'npm_lifecycle_event') !== undefined,
  };
}

function read(source: Source, name: string): string | undefined {
  const value = source[name]?.trim();
  return value === '' ? undefined : value;
}

function port(source: Source, name: string, otherwise: number): number {
  const value = read(source, name);
  if (value === undefined) return otherwise;
  // 0 asks the system for a free port; tests start that way.
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) throw new ConfigError(name, value, 'a port number from 0 to 65535');
  return Number(value);
}

function url(source: Source, name: string, protocols: readonly string[]): string | undefined {
  const value = read(source, name);
  if (value === undefined) return undefined;
  const parsed = URL.canParse(value) ? new URL(value) : undefined;
  if (!parsed || !protocols.includes(parsed.protocol))
    throw new ConfigError(name, value, `a URL that starts with ${protocols.join('// or ')}//`);
  return value.replace(/\/+$/, '');
}

function matching(source: Source, name: string, pattern: RegExp, wanted: string): string | undefined {
  const value = read(source, name);
  if (value !== undefined && !pattern.test(value)) throw new ConfigError(name, value, wanted);
  return value;
}

/** Pages and cookies are made for a whole host: a path or a user name would be dropped in silence. */
function origin(source: Source, name: string): string | undefined {
  const value = url(source, name, ['http:', 'https:']);
  if (value === undefined || new URL(value).href === `${new URL(value).origin}/`) return value;
  throw new ConfigError(name, value, 'scheme, host and port without a path');
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function list(source: Source, name: string): readonly string[] {
  const entries = (read(source, name) ?? '').split(',').flatMap((entry) => entry.trim() || []);
  const wrong = entries.find((entry) => !NAMED_NETWORKS.includes(entry) && !isNetwork(entry));
  if (wrong !== undefined) throw new ConfigError(name, wrong, 'addresses or CIDR ranges separated by commas');
  return entries;
}

function isNetwork(entry: string): boolean {
  const [, address = '', bits = '0'] = /^([\d.a-f:]+)(?:\/(\d{1,3}))?$/i.exec(entry) ?? [];
  const family = isIP(address);
  return family !== 0 && Number(bits) <= (family === 4 ? 32 : 128);
}

function oneOf<const T extends readonly string[]>(source: Source, name: string, allowed: T): T[number] | undefined {
  const value = read(source, name);
  if (value !== undefined && !allowed.includes(value)) throw new ConfigError(name, value, `one of ${allowed.join(', ')}`);
  return value as T[number] | undefined;
}
