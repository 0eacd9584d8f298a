import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { readEnv } from './env.ts';
import type { MerchantConfig } from './merchant/read.ts';
import { protectSecrets, readOrCreateSecret } from './secrets.ts';

const read = (source: Record<string, string>) => toConfig(readEnv(source));
const UPSTREAMS = {
  UPSTREAM_WPS_URL: 'http://a.example/',
  UPSTREAM_LGW_URL: 'http://b.example',
  UPSTREAM_LOTTO_URL: 'http://c.example/base/',
};

describe('settings', () => {
  it('have defaults for everything', () => {
    expect(read({})).toMatchObject({
      port: 3000,
      host: '0.0.0.0',
      adminPort: 3001,
      merchant: 'lagoon',
      trustProxy: [],
      logLevel: 'info',
      upstreams: 'embedded',
    });
  });

  it.each([
    ['https://play.example', true],
    ['http://localhost:3000', undefined],
    ['http://127.0.0.1:3000', undefined],
    ['http://localhost.example', true],
    ['https://127.0.0.1.casino.example', true],
  ])('detect for %s whether the site is reachable from other machines', (address, publicSite) => {
    expect(read({ PUBLIC_URL: address, ALLOW_DEMO: '1' }).services.publicSite).toBe(publicSite);
  });

  it.each([
    [{ PLATFORM_HOST: '0.0.0.0' }, true],
    [{ ADMIN_HOST: '172.28.3.2' }, true],
    [{ PLATFORM_HOST: '::1', ADMIN_HOST: '127.0.0.1' }, undefined],
  ])('take %j into account too, because a platform process knows no public address', (hosts, publicSite) => {
    expect(read({ ...hosts, ALLOW_DEMO: '1' }).services.publicSite).toBe(publicSite);
  });

  it.each([
    ['PUBLIC_URL', 'https://play.example'],
    ['PUBLIC_URL', 'http://203.0.113.9'],
    ['PUBLIC_URL', 'https://127.0.0.1.casino.example'],
    ['ADMIN_HOST', '172.28.3.2'],
  ])('allow the demo with %s=%s only after an explicit opt-in', (name, value) => {
    const place = { [name]: value };
    expect(() => read(place)).toThrow(/^ALLOW_DEMO /);
    expect(() => read({ ...place, ALLOW_DEMO: '0' })).toThrow(ConfigError);
    expect(read({ ...place, ALLOW_DEMO: '1' }).allowDemo).toBe(true);
    const merchantConfig = (demo: boolean) => ({ demo }) as MerchantConfig;
    expect(() => toConfig(readEnv(place), merchantConfig(true))).toThrow(ConfigError);
    expect(toConfig(readEnv(place), merchantConfig(false)).merchantConfig?.demo).toBe(false);
    // A remote platform has its own accounts.
    expect(read({ ...place, ...UPSTREAMS }).allowDemo).toBe(false);
  });

  it.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['ADMIN_PORT', '1.5'],
    ['DATABASE_URL', 'mysql://x'],
    ['DATABASE_URL', 'nonsense'],
    ['REDIS_URL', 'http://x'],
    ['PUBLIC_URL', 'ftp://x'],
    ['UPSTREAM_WPS_URL', 'x'],
    ['MERCHANT', 'a b'],
    ['PUBLIC_URL', 'https://x.example/lobby'],
    ['PUBLIC_URL', 'https://user@x.example'],
    ['HOST', 'two words'],
    ['TRUST_PROXY', '10.0.0.1, everyone'],
    ['TRUST_PROXY', 'abc'],
    ['TRUST_PROXY', '10.0.0'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'fd00::/129'],
    ['SESSION_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
    ['ROLE', 'database'],
    ['WORKERS', '0'],
    ['WORKERS', '65'],
    ['DRAIN_SECONDS', '1.5'],
    ['REQUEST_SECONDS', '1'],
    ['REQUEST_SECONDS', '301'],
    ['PLATFORM_KEY', 'short'],
    ['STUDIO_URL', 'http://platform:3002/studio'],
    ['ADMIN_HOST', 'two words'],
  ])('%s=%s stops the start with its name', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} is `));
  });

  it('accept addresses of a proxy, a host and a site', () => {
    const proxies = ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/64', 'loopback'];
    expect(read({ TRUST_PROXY: `${proxies.join(', ')},` }).trustProxy).toEqual(proxies);
    for (const host of ['127.0.0.1', '::', 'localhost', 'portal-1.example']) expect(read({ HOST: host }).host).toBe(host);
    expect(read({ PUBLIC_URL: 'https://play.example:8443/', ALLOW_DEMO: '1' }).publicUrl).toBe('https://play.example:8443');
  });

  it('never repeat a secret', () => {
    expect(() => read({ SESSION_SECRET: 'canary' })).toThrow('(hidden)');
    expect(() => read({ DATABASE_URL: 'mysql://u:canary@h' })).toThrow('(hidden)');
  });

  it('require all upstreams or none, and name the missing one', () => {
    expect(read(UPSTREAMS).upstreams).toEqual({ wps: 'http://a.example', lgw: 'http://b.example', lotto: 'http://c.example/base' });
    for (const name of Object.keys(UPSTREAMS)) {
      const { [name as keyof typeof UPSTREAMS]: _left, ...rest } = UPSTREAMS;
      expect(() => read(rest)).toThrow(new RegExp(`^${name} is `));
    }
  });

  it('require two different ports', () => {
    expect(() => read({ PORT: '4000', ADMIN_PORT: '4000' })).toThrow(/^ADMIN_PORT is /);
    expect(read({ PORT: '0', ADMIN_PORT: '0' })).toMatchObject({ port: 0, adminPort: 0 });
  });
});

describe('roles', () => {
  const KEY = 'k'.repeat(32);
  const PORTAL = { ROLE: 'portal', ...UPSTREAMS, SESSION_SECRET: KEY };
  const PLATFORM = { ROLE: 'platform', PLATFORM_KEY: KEY, DATABASE_URL: 'postgres://h/d', DATA_KEY: KEY };

  it.each([
    ['a portal without a platform', PORTAL, 'UPSTREAM_WPS_URL', { UPSTREAM_WPS_URL: '', UPSTREAM_LGW_URL: '', UPSTREAM_LOTTO_URL: '' }],
    ['a portal without a shared secret', PORTAL, 'SESSION_SECRET', { SESSION_SECRET: '' }],
    ['a platform without a key', PLATFORM, 'PLATFORM_KEY', { PLATFORM_KEY: '' }],
    ['a platform on a shared database without a shared key', PLATFORM, 'DATA_KEY', { DATA_KEY: '' }],
    ['a platform behind a platform', PLATFORM, 'UPSTREAM_WPS_URL', UPSTREAMS],
    ['a platform with workers', PLATFORM, 'WORKERS', { WORKERS: '2' }],
    ['a studio without a platform', {}, 'STUDIO_URL', { STUDIO_URL: 'http://s.example' }],
  ])('refuse %s', (_what, whole, name, change) => {
    expect(() => read(whole as Record<string, string>)).not.toThrow();
    expect(() => read({ ...whole, ...change } as Record<string, string>)).toThrow(new RegExp(`^${name} is `));
  });

  it('report a missing secret as missing', () => {
    expect(() => read({ ...PLATFORM, DATA_KEY: '' } as Record<string, string>)).toThrow(/^DATA_KEY is missing; /);
  });

  it('allow as many workers as there are cores', () => {
    expect(read({ WORKERS: 'auto' }).deploy.workers).toBeGreaterThanOrEqual(1);
    expect(read({}).deploy).toMatchObject({ role: 'all', workers: 1, drainSeconds: 0, requestSeconds: 15, adminHost: '127.0.0.1' });
  });

  it('hide keys like secrets', () => {
    for (const name of ['DATA_KEY', 'PLATFORM_KEY']) expect(() => read({ [name]: 'canary' })).toThrow('(hidden)');
  });
});

describe('stored secrets', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lagoon-secrets-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('are created once, separately, and readable by their owner only', () => {
    const secret = readOrCreateSecret(dir, 'session');
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(readOrCreateSecret(dir, 'session')).toBe(secret);
    expect(readOrCreateSecret(dir, 'other')).not.toBe(secret);
    expect(statSync(join(dir, 'secrets/session')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dir, 'secrets/session'), 'utf8')).toBe(secret);
  });

  it('that were written by hand become readable by their owner only', () => {
    expect(protectSecrets(dir)).toEqual([]);
    mkdirSync(join(dir, 'secrets'));
    writeFileSync(join(dir, 'secrets/data-key'), 'written by an operator with the usual modes');
    chmodSync(join(dir, 'secrets'), 0o755);
    chmodSync(join(dir, 'secrets/data-key'), 0o644);
    expect(protectSecrets(dir)).toEqual([]);
    expect(['secrets', 'secrets/data-key'].map((path) => statSync(join(dir, path)).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  it('that are damaged or cannot be stored stop the start', () => {
    readOrCreateSecret(dir, 'session');
    writeFileSync(join(dir, 'secrets/session'), '');
    expect(() => readOrCreateSecret(dir, 'session')).toThrow('damaged');
    writeFileSync(join(dir, 'file'), '');
    expect(() => readOrCreateSecret(join(dir, 'file'), 'session')).toThrow(/^DATA_DIR is /);
  });
});
