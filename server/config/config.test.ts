import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { readEnv } from './env.ts';
import { keptSecret } from './secrets.ts';

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
  ])('%s=%s stops the start with its name', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} is `));
  });

  it('take what names a proxy, a host and a site', () => {
    const proxies = ['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/64', 'loopback'];
    expect(read({ TRUST_PROXY: `${proxies.join(', ')},` }).trustProxy).toEqual(proxies);
    for (const host of ['127.0.0.1', '::', 'localhost', 'portal-1.example']) expect(read({ HOST: host }).host).toBe(host);
    expect(read({ PUBLIC_URL: 'https://play.example:8443/' }).publicUrl).toBe('https://play.example:8443');
  });

  it('never repeat a secret', () => {
    expect(() => read({ SESSION_SECRET: 'canary' })).toThrow('(hidden)');
    expect(() => read({ DATABASE_URL: 'mysql://u:canary@h' })).toThrow('(hidden)');
  });

  it('take all upstreams or none, and name the missing one', () => {
    expect(read(UPSTREAMS).upstreams).toEqual({ wps: 'http://a.example', lgw: 'http://b.example', lotto: 'http://c.example/base' });
    for (const name of Object.keys(UPSTREAMS)) {
      const { [name as keyof typeof UPSTREAMS]: _left, ...rest } = UPSTREAMS;
      expect(() => read(rest)).toThrow(new RegExp(`^${name} is `));
    }
  });

  it('need two ports', () => {
    expect(() => read({ PORT: '4000', ADMIN_PORT: '4000' })).toThrow(/^ADMIN_PORT is /);
    expect(read({ PORT: '0', ADMIN_PORT: '0' })).toMatchObject({ port: 0, adminPort: 0 });
  });
});

describe('kept secrets', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lagoon-secrets-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('are made once, apart, and readable by their owner only', () => {
    const secret = keptSecret(dir, 'session');
    expect(secret.length).toBeGreaterThanOrEqual(43);
    expect(keptSecret(dir, 'session')).toBe(secret);
    expect(keptSecret(dir, 'other')).not.toBe(secret);
    expect(statSync(join(dir, 'secrets/session')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(dir, 'secrets/session'), 'utf8')).toBe(secret);
  });

  it('that are damaged or cannot be kept stop the start', () => {
    keptSecret(dir, 'session');
    writeFileSync(join(dir, 'secrets/session'), '');
    expect(() => keptSecret(dir, 'session')).toThrow('damaged');
    writeFileSync(join(dir, 'file'), '');
    expect(() => keptSecret(join(dir, 'file'), 'session')).toThrow(/^DATA_DIR is /);
  });
});
