import { mkdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { STUDIO_PLAY_PATH, STUDIO_VERIFY_PATH } from '../shared/studio/protocol.ts';
import { ConfigError } from './config/config-error.ts';
import { createLogger } from './config/logger.ts';
import type { EmbeddedMessage, EmbeddedRequest, EmbeddedSettings } from './embedded-protocol.ts';
import { startTracing } from './observe/tracing.ts';
import { createPaysim, PAYSIM_PAY_PATH, type PaysimDeps } from './paysim/index.ts';
import { DEMO_GATEWAYS } from './platform/cashier/index.ts';
import { systemClock } from './platform/clock.ts';
import { MIGRATIONS, migrate, openDatabase } from './platform/db/index.ts';
import type { Tables } from './platform/db/schema.ts';
import { createPlatform, STUDIO_PROVIDER } from './platform/index.ts';
import { createSecrets } from './platform/secrets.ts';
import { createGate } from './service/gate.ts';
import { createStudio } from './studio/index.ts';

/**
 * Entry of the worker thread with the embedded platform, the studio and the payment simulator. Each listens on a loopback
 * port of its own; the portal and each other reach them over HTTP exactly as they would reach remote ones.
 */
/** Longer than the portal keeps an unused connection, so that the portal is the side that closes it. */
const KEEP_ALIVE_MS = 120_000;
const CLOSE_DEADLINE_MS = 8_000;
/** A free port that only this machine reaches. */
const OWN_PLACE = { port: 0, host: '127.0.0.1' };

type Closer = () => Promise<void>;

async function start(settings: EmbeddedSettings, closers: Closer[]): Promise<EmbeddedMessage> {
  const log = createLogger(settings.logLevel, 'platform');
  const { merchant, house, dataKey, services, databaseUrl: url, clientDir } = settings;
  const isDemo = house?.demo ?? true;
  const secret = settings.providerSecret ?? createSecrets(dataKey).keyOf('game-provider', STUDIO_PROVIDER);
  const dir = join(settings.dataDir, 'db');
  if (url === undefined) mkdirSync(dir, { recursive: true });
  const database = await openDatabase({ url, dir, thread: 'worker', log }).catch((error: unknown) => {
    if (url === undefined) throw error;
    throw new ConfigError('DATABASE_URL', url, `the address of a database that answers (${textOf(error)})`);
  });
  closers.push(() => database.close());
  const tracing = await startTracing(settings.tracing, 'platform');
  if (tracing) closers.push(() => tracing.close());
  const { db } = database;
  await migrate(db, MIGRATIONS);

  const providers = [{ code: STUDIO_PROVIDER, secret, launchUrl: STUDIO_PLAY_PATH, verifyUrl: STUDIO_VERIFY_PATH }];
  // From the data key, so that all processes of one database sign alike.
  const secretOf = (code: string) => createSecrets(dataKey).keyOf('payment-provider', code);
  const gateways = (isDemo ? Object.values(DEMO_GATEWAYS) : []).map((code) => ({
    ...{ code, secret: secretOf(code), payUrl: PAYSIM_PAY_PATH },
    scan: code === DEMO_GATEWAYS.qr,
  }));
  const platform = createPlatform({
    ...{ db, databaseWatch: database.watch, tracing, clock: systemClock, log, merchant, house, providers, gateways, dataKey, services },
  });
  closers.push(() => platform.close());
  const accounts = await platform.seed();
  const platformServer = await listen(platform.app);
  closers.push(() => stop(platformServer));

  const platformUrl = urlOf(platformServer);
  const studio = createStudio({ db, platformUrl, providerCode: STUDIO_PROVIDER, secret, clock: systemClock, log, clientDir });
  closers.push(() => studio.close());
  const studioServer = await listen(studio.app as RequestListener);
  closers.push(() => stop(studioServer));
  const paysimDeps: PaysimDeps<Tables> = {
    db,
    platformUrl,
    secretOf: (code) => gateways.find((gateway) => gateway.code === code)?.secret,
    backHref: (orderId) => `/member/depositv2?depositId=${orderId}`,
    clock: systemClock,
    log,
  };
  const paysim = isDemo ? await startPaysim(paysimDeps, closers) : undefined;
  platform.start();
  await studio.start();
  if (settings.gate) {
    const { key, ...place } = settings.gate;
    const apps = { platform: platform.app, studio: studio.app as RequestListener, paysim: paysim?.app };
    const gate = await listen(createGate({ key, ...apps }), place);
    // Event streams would keep it open until its deadline.
    closers.push(async () => void (await Promise.all([stop(gate), platform.close()])));
  }
  return {
    type: 'ready',
    platformUrl,
    studioUrl: urlOf(studioServer),
    paysimUrl: paysim?.url,
    accounts: accounts.map((account) => ({ ...account })),
  };
}

async function startPaysim(deps: PaysimDeps<Tables>, closers: Closer[]) {
  const paysim = createPaysim(deps);
  closers.push(() => paysim.close());
  const app = paysim.app as RequestListener;
  const server = await listen(app);
  closers.push(() => stop(server));
  await paysim.start();
  return { app, url: urlOf(server) };
}

function listen(app: RequestListener, { port, host } = OWN_PLACE): Promise<Server> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), CLOSE_DEADLINE_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
  });
}

/** A host with several addresses fails with an error that has a code and no text. */
function textOf(error: unknown): string {
  return error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code || error.name : String(error);
}

async function closeAll(closers: Closer[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

async function run(): Promise<void> {
  const closers: Closer[] = [];
  const tell = (message: EmbeddedMessage) => parentPort?.postMessage(message);
  parentPort?.on('message', (request: EmbeddedRequest) => {
    if (request.type === 'close') void closeAll(closers).finally(() => parentPort?.close());
  });
  try {
    tell(await start(workerData as EmbeddedSettings, closers));
  } catch (error) {
    tell({ type: 'failed', reason: textOf(error) });
    await closeAll(closers);
    parentPort?.close();
  }
}

await run();
