import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { testFolder } from '../../server/platform/base/db/test-folder.ts';

/** The built product in a separate process, like `npm start`, on free ports and with its own data. */
export interface Service {
  readonly url: string;
  readonly adminUrl: string;
  readonly dataDir: string;
  readonly process: ChildProcess;
  /** Everything that the process has printed so far. */
  output(): string;
  /** Sends SIGTERM and resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and resolves after the exit. */
  kill(): Promise<void>;
}

export interface ServiceOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** A data folder that the caller removes; otherwise a new one, which `stop` removes. */
  readonly dataDir?: string;
  readonly port?: number;
  /**
   * Uses the same Node options as `npm start`, for measurements. Otherwise the compiler optimises less, because a test makes few
   * requests.
   */
  readonly asShipped?: boolean;
  /** Command prefix that executes the service, for example in another namespace. */
  readonly through?: readonly string[];
}

const SETTINGS =
  /^(PORT|HOST|ADMIN_PORT|ADMIN_HOST|ADMIN_NAMES|ALLOW_DEMO|ROLE|WORKERS|DRAIN_SECONDS|REQUEST_SECONDS|PLATFORM_\w+|STUDIO_URL|PAYSIM_URL|DATA_DIR|DATABASE_URL|REDIS_URL|UPSTREAM_\w+|MERCHANT(?:_FILE)?|PUBLIC_URL|TRUST_PROXY|SESSION_SECRET|DATA_KEY(?:_PREVIOUS)?|REGION_\w+|ADDRESS_\w+|SMTP_URL|MAIL_FROM|SMS_\w+|FIREBASE_\w+|CHALLENGE_\w+|GOOGLE_\w+|FACEBOOK_\w+|LOG_LEVEL|npm_\w+)$/;

/** Environment variable with the folder of `seeded-data.ts`. */
export const SEEDED_DATA = 'TEST_SEEDED_DATA';

/** Optimising the embedded database's code costs more than the few requests of a test gain. */
const QUICK_START = ['--liftoff-only'];

/** Limit for a service that never becomes ready, far longer than a start on a busy machine. */
export const START_GUARD_MS = 240_000;

/** Below the range that the system uses for ephemeral ports and outgoing connections. */
const PORTS = { first: 20_000, count: 12_000 };
let lastPort = randomInt(PORTS.count);

const running = new Set<ChildProcess>();

/** Adds a process that `killRunning` ends. */
export function track(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** Ends the processes that a failed test has left running. */
export async function killRunning(): Promise<void> {
  const ends = [...running].map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of running) child.kill('SIGKILL');
  await Promise.all(ends);
}

/** Starts the service and resolves when it is ready; rejects with its output when it exits before that. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const [port, adminPort] = [options.port ?? (await freePort()), await freePort()];
  const dataDir = options.dataDir ?? testFolder();
  if (options.dataDir === undefined) copySeeded(dataDir);
  const command = [...(options.through ?? []), process.execPath, ...(options.asShipped ? [] : QUICK_START), 'dist/server/main.js'];
  const child = spawn(command[0] as string, command.slice(1), {
    env: {
      ...cleanEnvironment(),
      PORT: String(port),
      HOST: '127.0.0.1',
      ADMIN_PORT: String(adminPort),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      // Tests share the machine, so a slow platform must not count as one that hangs.
      UPSTREAM_READ_MS: '10000',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  track(child);
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const service: Service = {
    url: `http://127.0.0.1:${port}`,
    adminUrl: `http://127.0.0.1:${adminPort}`,
    dataDir,
    process: child,
    output: () => printed.join(''),
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
      return code;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
  await ready(service);
  return service;
}

/** A database that was migrated and seeded once for all test files (`seeded-data.ts`); without one the service creates its own. */
export function copySeeded(dataDir: string): void {
  const seeded = process.env[SEEDED_DATA];
  if (seeded !== undefined) cpSync(seeded, dataDir, { recursive: true });
}

async function ready(service: Service): Promise<void> {
  let last = 'nothing';
  for (const start = Date.now(); Date.now() - start < START_GUARD_MS; ) {
    if (service.process.exitCode !== null || service.process.signalCode !== null)
      throw new Error(`The service ended before it was ready:\n${service.output()}`);
    const answer = await fetch(`${service.adminUrl}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    last = (await answer?.text()) ?? last;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await service.kill();
  throw new Error(`The service was not ready; its last word was ${last}:\n${service.output()}`);
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name)));
}

/** A free port outside of the ephemeral range, so that no other process gets it before the service listens. */
export async function freePort(): Promise<number> {
  for (let attempts = 0; attempts < PORTS.count; attempts += 1) {
    lastPort = (lastPort + 1) % PORTS.count;
    if (await isFree(PORTS.first + lastPort)) return PORTS.first + lastPort;
  }
  throw new Error('no port');
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
