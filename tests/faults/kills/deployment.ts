import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { makeDatabase } from '../../kit/own-database.ts';
import { freePort, type Service, type ServiceOptions, startService } from '../../kit/service.ts';

/** A deployment of the product in parts that can be killed. */
export interface Deployment {
  readonly url: string;
  readonly parts: readonly string[];
  /** Sends SIGKILL to one of the parts; resolves after its exit. */
  kill(part: string): Promise<void>;
  /** Restarts killed parts with the same data and address. */
  revive(part: string): Promise<void>;
  /** Whether the ledger balances, as operators see it. */
  audit(): Promise<boolean>;
  close(): Promise<void>;
}

export type Engine = 'embedded' | 'PostgreSQL';
type Env = Readonly<Record<string, string>>;

const LOCAL = '127.0.0.1';

/** Everything in one process, like `npm start`. */
export async function openSingle(engine: Engine): Promise<Deployment> {
  const { env, dispose } = await databaseFor(engine);
  const service = await createPart(env);
  return createDeployment({ service }, service, service, dispose);
}

/** Portal and platform as separate processes; the studio is part of the platform's. */
export async function openSplit(engine: Engine): Promise<Deployment> {
  const { env, dispose } = await databaseFor(engine);
  const port = await freePort();
  const key = { PLATFORM_KEY: secret() };
  const platform = await createPart({ ...env, ...key, ROLE: 'platform', PLATFORM_HOST: LOCAL, PLATFORM_PORT: String(port) });
  const upstream = `http://${LOCAL}:${port}`;
  const names = ['UPSTREAM_WPS_URL', 'UPSTREAM_LGW_URL', 'UPSTREAM_LOTTO_URL', 'STUDIO_URL', 'PAYSIM_URL'];
  const upstreams = Object.fromEntries(names.map((name) => [name, upstream]));
  const portal = await createPart({ ...upstreams, ...key, ROLE: 'portal', SESSION_SECRET: secret() });
  return createDeployment({ portal, platform }, portal, platform, dispose);
}

interface Part {
  readonly now: () => Service;
  kill(): Promise<void>;
  revive(): Promise<void>;
}

async function createPart(env: Env): Promise<Part> {
  const options: ServiceOptions = { env, port: await freePort() };
  let service = await startService(options);
  return {
    now: () => service,
    kill: () => service.kill(),
    async revive() {
      service = await startService({ ...options, dataDir: service.dataDir });
    },
  };
}

function createDeployment(parts: Readonly<Record<string, Part>>, entryPart: Part, books: Part, dispose: () => Promise<void>): Deployment {
  const partOf = (name: string) => {
    const part = parts[name];
    if (!part) throw new Error(`no part ${name}`);
    return part;
  };
  return {
    url: entryPart.now().url,
    parts: Object.keys(parts),
    kill: (name) => partOf(name).kill(),
    revive: (name) => partOf(name).revive(),
    async audit() {
      const answer = await fetch(`${books.now().adminUrl}/audit`);
      return ((await answer.json()) as { ok: boolean }).ok;
    },
    async close() {
      for (const part of Object.values(parts)) {
        await part.kill();
        rmSync(part.now().dataDir, { recursive: true, force: true });
      }
      await dispose();
    },
  };
}

async function databaseFor(engine: Engine): Promise<{ readonly env: Env; dispose(): Promise<void> }> {
  if (engine === 'embedded') return { env: {}, dispose: () => Promise.resolve() };
  const database = await makeDatabase(process.env.TEST_DATABASE_URL ?? '', 'kills');
  return { env: { DATABASE_URL: database.url, DATA_KEY: secret() }, dispose: database.drop };
}

function secret(): string {
  return randomBytes(32).toString('hex');
}
