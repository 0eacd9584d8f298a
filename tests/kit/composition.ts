import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { filledIn, healthCommand, readCompose, readDockerfile } from './deployment.ts';
import type { ProductCopy } from './product-copy.ts';

/** Simulates a container of `compose.yaml` with a process: the same settings, another user, and the health check that the engine runs. */
export interface Container {
  readonly name: string;
  readonly environment: Readonly<Record<string, string>>;
  start(): Promise<void>;
  /** Sends SIGTERM as an engine does, and resolves with the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
  readonly pid: number;
  output(): string;
}

/** The variables that an operator writes into `.env`. */
export const SECRETS = Object.fromEntries(
  ['PLATFORM_KEY', 'SESSION_SECRET', 'DATA_KEY', 'POSTGRES_PASSWORD', 'REDIS_PASSWORD'].map((name) => [
    name,
    randomBytes(32).toString('hex'),
  ]),
);
export const SITE_DOMAIN = 'lagoon.example';

const HEALTH_PAUSE_MS = 200;
const HEALTH_GUARD_MS = 180_000;
const dockerfile = readDockerfile();
const services = readCompose();

/** `here`: overrides for this machine, because all processes share one network and one set of ports. */
export function createContainer(name: string, product: ProductCopy, here: Readonly<Record<string, string>>): Container {
  const given = { ...SECRETS, SITE_DOMAIN };
  const composed = Object.entries(services[name]?.environment ?? {}).map(([key, value]) => [key, filledIn(value, given)]);
  const environment = { ...Object.fromEntries(composed), DATA_DIR: product.dataFolder(`data-${name}`), LOG_LEVEL: 'warn', ...here };
  const options = { cwd: product.folder, env: { PATH: process.env.PATH, NODE_ENV: 'production', ...environment }, ...product.user };
  const printed: string[] = [];
  let child: ChildProcess | undefined;
  let ended: Promise<number | null> = Promise.resolve(null);

  /** Asynchronous, unlike spawnSync, because the front and its clients run in this process as well. */
  async function isHealthy(): Promise<boolean> {
    const [, ...args] = healthCommand(dockerfile);
    const probe = spawn(process.execPath, args, { ...options, stdio: 'ignore' });
    return new Promise((resolve) => probe.once('exit', (code) => resolve(code === 0)));
  }
  return {
    name,
    environment,
    async start() {
      child = spawn(process.execPath, ['dist/server/main.js'], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
      const started = child;
      ended = new Promise((resolve) => started.once('exit', (code) => resolve(code)));
      for (const begin = Date.now(); !(await isHealthy()); await new Promise((resolve) => setTimeout(resolve, HEALTH_PAUSE_MS))) {
        if (started.exitCode !== null || Date.now() - begin > HEALTH_GUARD_MS)
          throw new Error(`${name} does not become healthy:\n${printed.join('')}`);
      }
    },
    async stop() {
      child?.kill('SIGTERM');
      return ended;
    },
    async kill() {
      child?.kill('SIGKILL');
      await ended;
    },
    get pid() {
      return child?.pid ?? 0;
    },
    output: () => printed.join(''),
  };
}
