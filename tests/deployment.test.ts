import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { toConfig } from '../server/config/config.ts';
import { readEnv } from '../server/config/env.ts';
import type { MerchantConfig } from '../server/config/merchant/read.ts';
import { filledIn, healthCommand, readCompose, readDockerfile } from './kit/deployment.ts';
import { parsePlainYaml } from './kit/plain-yaml.ts';

const services = readCompose();
const image = readDockerfile();
const PLATFORMS = ['platform-1', 'platform-2'];
const OURS = ['portal-1', 'portal-2', ...PLATFORMS];
const SECRETS = ['PLATFORM_KEY', 'SESSION_SECRET', 'DATA_KEY', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'SITE_DOMAIN'];
const given = Object.fromEntries(SECRETS.map((name) => [name, `${name.toLowerCase().replaceAll('_', '-')}.${'x'.repeat(40)}`]));
/** A sample `MERCHANT_FILE` with a site other than the demo. */
const MERCHANT = { demo: false } as MerchantConfig;
const environmentOf = (name: string) =>
  Object.fromEntries(Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, filledIn(value, given)]));
/** All settings that some configuration file reads. */
const known = new Set(
  readdirSync('server/config', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(`server/config/${file}`, 'utf8').matchAll(/'([A-Z][A-Z_]{2,})'/g)].map(([, name]) => name)),
);

describe('compose.yaml', () => {
  it.each(OURS)('gives %s settings that exist and make a start', (name) => {
    const environment = environmentOf(name);
    expect(Object.keys(environment).filter((key) => !known.has(key))).toEqual([]);
    const { MERCHANT_FILE, ...rest } = environment;
    expect(MERCHANT_FILE).toBe('/merchant/merchant.json');
    const config = toConfig(readEnv(rest), MERCHANT);
    expect(config.deploy.role).toBe(PLATFORMS.includes(name) ? 'platform' : 'portal');
  });

  it('lets portals find the platform, and the balancer the portals', () => {
    const platforms = PLATFORMS.map((name) => toConfig(readEnv({ ...environmentOf(name), MERCHANT_FILE: '' }), MERCHANT));
    const portal = toConfig(readEnv({ ...environmentOf('portal-1'), MERCHANT_FILE: '' }), MERCHANT);
    const [platformPort] = new Set(platforms.map(({ deploy }) => deploy.platformPort));
    const balancer = readFileSync('deploy/platforms.Caddyfile', 'utf8');
    expect(balancer).toContain(`\n:${platformPort} {\n\treverse_proxy ${PLATFORMS.map((name) => `${name}:${platformPort}`).join(' ')} {\n`);
    const address = `http://balancer:${platformPort}`;
    expect(portal.upstreams).toEqual({ wps: address, lgw: address, lotto: address });
    expect(portal.deploy).toMatchObject({ studioUrl: address, platformKey: platforms[0]?.deploy.platformKey });
    const caddy = readFileSync('deploy/Caddyfile', 'utf8');
    expect(caddy).toContain(`reverse_proxy portal-1:${portal.port} portal-2:${portal.port} {`);
    expect(JSON.stringify(services.front)).toContain(`"ipv4_address":"${portal.trustProxy[0]}"`);
    for (const [index, name] of PLATFORMS.entries())
      expect(JSON.stringify(services[name])).toContain(`"ipv4_address":"${platforms[index]?.deploy.adminHost}"`);
  });

  it('gives two platforms all that they share, and addresses of their own', () => {
    const [one = {}, other = {}] = PLATFORMS.map(environmentOf);
    expect(Object.keys(one).filter((key) => one[key] !== other[key])).toEqual(['ADMIN_HOST']);
    expect(Object.keys(other)).toEqual(Object.keys(one));
    expect(services['platform-2']).toMatchObject({ networks: { inside: null, database: null } });
    // Neither node may have state of its own, because either may be replaced.
    expect(services['platform-2']?.volumes).toEqual(['./merchant:/merchant:ro']);
  });

  it('contains no secret, and no default for one', () => {
    const text = readFileSync('compose.yaml', 'utf8');
    for (const name of SECRETS) {
      expect(text).not.toMatch(new RegExp(`\\$\\{${name}(?:\\}|:-|-)`));
      expect(text).toContain(`\${${name}:?`);
    }
    const named = [...readFileSync('deploy/example.env', 'utf8').matchAll(/^(\w+)=(.*)$/gm)];
    expect(named.filter(([, , value]) => value !== '')).toEqual([]);
    const wanted = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    expect([...wanted].sort()).toEqual(named.map(([, name]) => name).sort());
    expect(() => filledIn(`\${DATA_KEY:?}`, {})).toThrow('DATA_KEY');
  });

  it('passes every documented setting to a process that reads it', () => {
    const documented = [...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, names = '']) =>
      [...names.matchAll(/`([A-Z][A-Z_]+(?:<CODE>)?)`/g)].map(([, name = '']) => name),
    );
    expect(documented.length).toBeGreaterThan(50);
    const passed = new Set(OURS.flatMap((name) => Object.keys(services[name]?.environment ?? {})));
    // The image has its own data folder; names with a code are lines of a file.
    const elsewhere = ['DATA_DIR', 'PAYMENT_SECRET_<CODE>'];
    expect(documented.filter((name) => !passed.has(name) && !elsewhere.includes(name))).toEqual([]);
    expect(image.final).toContainEqual(['ENV', expect.stringContaining('DATA_DIR=')]);
    for (const name of OURS) expect(services[name]?.env_file).toEqual(['payments.env']);
    // Names that only the merchant file knows reach every process by that file.
    expect(readFileSync('docs/deploy.md', 'utf8')).toMatch(/^touch payments\.env .*PAYMENT_SECRET_CODE=.*`keyVariable`/m);
  });

  it('lets the scrape of the runbook reach each admin port, under the name that it uses', () => {
    const runbook = readFileSync('docs/operations/runbook.md', 'utf8');
    const targets = [...(/targets: \[(.*)\]/.exec(runbook)?.[1] ?? '').matchAll(/'([\w-]+):(\d+)'/g)].map(([, name, port]) => [name, port]);
    expect(targets).toEqual(OURS.map((name) => [name, environmentOf(name).ADMIN_PORT]));
    for (const name of OURS) {
      const { ADMIN_HOST = '', ADMIN_NAMES = '' } = environmentOf(name);
      expect(ADMIN_NAMES.split(',')).toContain(name);
      expect(services[name]?.networks).toMatchObject({ operators: { ipv4_address: ADMIN_HOST } });
    }
    expect(new Set(OURS.map((name) => environmentOf(name).ADMIN_HOST)).size).toBe(OURS.length);
  });

  it('announces the stop of a platform to the load balancer before the platform refuses connections', () => {
    const balancer = readFileSync('deploy/platforms.Caddyfile', 'utf8');
    const seconds = (name: string) => Number(new RegExp(`${name} (\\d+)s`).exec(balancer)?.[1]);
    const checkSeconds = seconds('health_interval') + seconds('health_timeout');
    for (const name of PLATFORMS) expect(Number(services[name]?.environment.DRAIN_SECONDS)).toBeGreaterThan(checkSeconds);
  });

  it.each(Object.keys(services))('confines %s', (name) => {
    const service = services[name];
    expect(service).toMatchObject({ read_only: 'true', cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    for (const limit of ['mem_limit', 'pids_limit', 'cpus']) expect(service?.[limit]).toBeDefined();
    expect(service?.image).not.toMatch(/^(?!lagoon:).*:latest$|^[^:]+$/);
  });

  it('exposes only the front to the outside, and the console to this machine', () => {
    const published = Object.entries(services).flatMap(([name, { ports }]) =>
      ((ports as string[] | undefined) ?? []).map((port) => [name, port]),
    );
    expect(published.filter(([name]) => name !== 'front')).toEqual(PLATFORMS.map((name) => [name, '127.0.0.1:3001-3002:3001']));
  });

  it('mounts only existing files', () => {
    const mounts = Object.values(services).flatMap(({ volumes }) => (volumes as string[] | undefined) ?? []);
    const files = mounts.map((mount) => mount.split(':')[0] ?? '').filter((path) => path.startsWith('./deploy/'));
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});

describe('the image', () => {
  it('is small, runs as an unprivileged user and contains only what it needs', () => {
    const names = image.final.map(([name]) => name);
    expect(image.bases).toEqual(['node:24-bookworm-slim', 'node:24-bookworm-slim']);
    expect(image.final).toContainEqual(['USER', 'node']);
    expect(names.indexOf('USER')).toBeGreaterThan(names.lastIndexOf('RUN'));
    const copied = image.final.filter(([name]) => name === 'COPY').map(([, text]) => text.split(' ')[1]);
    expect(copied).toEqual(['/build/package.json', '/build/node_modules', '/build/dist', '/build/server/tools/run-built.mjs']);
    expect(image.text).not.toMatch(/ARG|SECRET|PASSWORD|KEY|TOKEN/);
  });

  it('checks its health at the address of the admin pages', () => {
    const [program, flag, code = ''] = healthCommand(image);
    expect([program, flag]).toEqual(['node', '-e']);
    expect(code).toContain('/readyz');
    expect([...code.matchAll(/env\.(\w+)/g)].map(([, name]) => name).filter((name) => !known.has(name))).toEqual([]);
  });

  it('copies from the checkout what the build reads, and no secrets', () => {
    const rules = readFileSync('.dockerignore', 'utf8').split('\n');
    expect(rules.filter((rule) => rule !== '' && !rule.startsWith('#'))[0]).toBe('*');
    expect(rules.filter((rule) => rule.startsWith('!') && !existsSync(rule.slice(1)))).toEqual([]);
    expect(rules).toEqual(expect.arrayContaining(['**/.env', '**/*.env']));
  });
});

describe('the reader of these files', () => {
  it('parses what they use, and refuses unsupported syntax', () => {
    expect(parsePlainYaml('a:\n  b: 1\n  c:\n    - "x: y"\n    - z\nd: ["e"]\nf:\n')).toEqual({
      a: { b: '1', c: ['x: y', 'z'] },
      d: ['e'],
      f: null,
    });
    for (const malformed of ['a: &x 1', 'a: |\n  b', 'a: 1\na: 2', '\ta: 1', 'a: 1 # b', 'a: 1\n   b: 2', '{a: 1}'])
      expect(() => parsePlainYaml(malformed)).toThrow('not plain');
  });
});
