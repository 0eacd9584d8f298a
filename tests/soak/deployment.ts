import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Front, startFront } from '../kit/front.ts';
import { makeDatabase } from '../kit/own-database.ts';
import { freePort } from '../kit/service.ts';
import { type Line, openLine } from './line.ts';
import { createPart, type Part } from './processes.ts';

/** The environment of the soak: the built product as separate processes, and the services that it needs. */
export interface SoakDeployment {
  readonly url: string;
  readonly platform: Part;
  readonly portals: readonly [Part, Part];
  /** Undefined where the machine has no redis-server. */
  readonly redis: Part | undefined;
  readonly line: Line;
  readonly database: pg.Pool;
  readonly databaseUrl: string;
  /** Shifts the clock of all processes of the product; undefined where the machine has no libfaketime. */
  readonly moveClock: ((seconds: number) => void) | undefined;
  /** Folder of the product's data on a separate disk; undefined where none can be mounted. */
  readonly smallDisk: string | undefined;
  /** Settings of the platform, for the audit. */
  readonly platformEnv: Readonly<Record<string, string>>;
  /** Tools that this machine lacks. */
  readonly leftOut: readonly string[];
  close(): Promise<void>;
}

const LOCAL = '127.0.0.1';
const FAKETIME = ['/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1', '/usr/lib/aarch64-linux-gnu/faketime/libfaketime.so.1'];
const DISK = 'size=8m';

export async function openDeployment(server: string): Promise<SoakDeployment> {
  const leftOut: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'lagoon-soak-'));
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const disk = mountSmallDisk(folder, closers);
  if (!disk) leftOut.push('a full disk: this machine lets nothing be mounted');
  const clock = clockIn(folder);
  if (!clock) leftOut.push('jumps of the clock: this machine has no libfaketime');
  const { url: databaseUrl, drop } = await makeDatabase(server, 'soak');
  closers.push(drop);
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  database.on('error', () => undefined);
  closers.push(() => database.end());
  const redis = await startRedis(folder, leftOut);

  const [linePort, gatePort] = [await freePort(), await freePort()];
  const shared = {
    HOST: LOCAL,
    ADMIN_HOST: LOCAL,
    PLATFORM_KEY: secret(),
    LOG_LEVEL: 'warn',
    MERCHANT_FILE: writeMerchantFile(folder),
    ...clock?.environment,
  };
  const dataDir = (of: string) => {
    const data = join(disk ?? folder, of);
    mkdirSync(data, { recursive: true });
    return data;
  };
  const platformEnv = {
    ...shared,
    ROLE: 'platform',
    PLATFORM_HOST: LOCAL,
    PLATFORM_PORT: String(gatePort),
    DATA_KEY: secret(),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir('platform'),
    ADMIN_PORT: String(await freePort()),
  };
  const platform = part('platform', platformEnv);
  const upstream = `http://${LOCAL}:${linePort}`;
  const upstreams = Object.fromEntries(
    ['UPSTREAM_WPS_URL', 'UPSTREAM_LGW_URL', 'UPSTREAM_LOTTO_URL', 'STUDIO_URL', 'PAYSIM_URL'].map((key) => [key, upstream]),
  );
  const sessionSecret = secret();
  const ports = [await freePort(), await freePort()] as const;
  const portal = async (index: 0 | 1) =>
    part(`portal ${index + 1}`, {
      ...shared,
      ...upstreams,
      ROLE: 'portal',
      PORT: String(ports[index]),
      ADMIN_PORT: String(await freePort()),
      SESSION_SECRET: sessionSecret,
      DATA_DIR: dataDir(`portal-${index + 1}`),
      TRUST_PROXY: LOCAL,
      ...(redis ? { REDIS_URL: `redis://${LOCAL}:${redis.port}` } : {}),
    });
  const portals = [await portal(0), await portal(1)] as const;

  const line = await openLine(linePort, gatePort);
  await platform.start();
  for (const one of portals) await one.start();
  const front: Front = await startFront(ports);
  return {
    url: `http://${LOCAL}:${front.port}`,
    platform,
    portals,
    redis: redis?.part,
    line,
    database,
    databaseUrl,
    moveClock: clock?.move,
    smallDisk: disk,
    platformEnv,
    leftOut,
    async close() {
      await front.close();
      for (const one of portals) await one.kill();
      await platform.kill();
      await line.close();
      await redis?.part.kill();
      for (const close of closers.reverse()) await close();
    },
  };
}

function part(name: string, env: Readonly<Record<string, string>>): Part {
  const isUp = async () => (await fetch(`http://${LOCAL}:${env.ADMIN_PORT}/healthz`, { signal: AbortSignal.timeout(2_000) })).ok;
  return createPart({ name, command: [process.execPath, 'dist/server/main.js'], env, isUp });
}

function secret(): string {
  return randomBytes(32).toString('hex');
}

/** A sample merchant with the demo's accounts and play money, with higher transfer limits for its members. */
function writeMerchantFile(folder: string): string {
  cpSync('docs/merchants/harbour', join(folder, 'harbour'), { recursive: true });
  const merchant = JSON.parse(readFileSync('docs/merchants/harbour.json', 'utf8')) as { settings: Record<string, object> };
  const { access, deposits, payoutAccounts } = merchant.settings;
  const settings = {
    ...merchant.settings,
    access: { ...access, singleSession: false },
    deposits: { ...deposits, dayLimit: null },
    payoutAccounts: { ...payoutAccounts, coolingHours: 0 },
    transfers: { minAmount: 1, dayAmount: 1_000_000, dayCount: 1_000, receivedTurnoverPercent: 0 },
  };
  const file = join(folder, 'merchant.json');
  writeFileSync(file, JSON.stringify({ ...merchant, $schema: undefined, payments: undefined, demo: true, settings }));
  return file;
}

function clockIn(folder: string) {
  const library = FAKETIME.find((path) => existsSync(path));
  if (!library) return undefined;
  const file = join(folder, 'time');
  const move = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '-' : '+'}${Math.abs(seconds)}s`);
  move(0);
  return {
    move,
    // Affects the wall clock only; timers continue.
    environment: { LD_PRELOAD: library, FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  };
}

function mountSmallDisk(folder: string, closers: (() => unknown)[]): string | undefined {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  closers.push(() => execFileSync('umount', ['-l', disk], { stdio: 'ignore' }));
  return disk;
}

async function startRedis(folder: string, leftOut: string[]): Promise<{ readonly part: Part; readonly port: number } | undefined> {
  const port = await freePort();
  const redisCli = (...args: string[]) =>
    execFileSync('redis-cli', ['-p', String(port), ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const command = ['redis-server', '--port', String(port), '--bind', LOCAL, '--save', '', '--dir', folder] as const;
  const redis = createPart({ name: 'Redis', command, isUp: async () => redisCli('ping').includes('PONG') });
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' });
    await redis.start();
    return { part: redis, port };
  } catch {
    leftOut.push('Redis: this machine has no redis-server and redis-cli');
    return undefined;
  }
}
