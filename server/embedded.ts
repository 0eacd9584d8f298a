import { mkdirSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { STUDIO_PLAY_PATH, STUDIO_VERIFY_PATH } from '../shared/studio/protocol.ts';
import { ConfigError } from './config/config-error.ts';
import { createLogger } from './config/logger.ts';
import type { EmbeddedMessage, EmbeddedRequest, EmbeddedSettings } from './embedded-protocol.ts';
import { systemClock } from './platform/clock.ts';
import { MIGRATIONS, migrate, openDatabase } from './platform/db/index.ts';
import { createPlatform, STUDIO_PROVIDER } from './platform/index.ts';
import { createStudio } from './studio/index.ts';

/**
 * Entry of the worker thread with the embedded platform and the studio. Both listen on loopback ports of their own; the
 * portal and the studio reach them over HTTP exactly as they would reach remote ones.
 */
/** Longer than the portal keeps an unused connection, so that the portal is the side that closes it. */
const KEEP_ALIVE_MS = 120_000;
const CLOSE_DEADLINE_MS = 8_000;

type Closer = () => Promise<void>;

async function start(settings: EmbeddedSettings, closers: Closer[]): Promise<EmbeddedMessage> {
  const log = createLogger(settings.logLevel, 'platform');
  const { merchant, providerSecret: secret, dataKey, services, databaseUrl: url, clientDir } = settings;
  const dir = join(settings.dataDir, 'db');
  if (url === undefined) mkdirSync(dir, { recursive: true });
  const database = await openDatabase({ url, dir, thread: 'worker', log }).catch((error: unknown) => {
    if (url === undefined) throw error;
    throw new ConfigError('DATABASE_URL', url, `the address of a database that answers (${textOf(error)})`);
  });
  closers.push(() => database.close());
  const { db } = database;
  await migrate(db, MIGRATIONS);

  const providers = [{ code: STUDIO_PROVIDER, secret, launchUrl: STUDIO_PLAY_PATH, verifyUrl: STUDIO_VERIFY_PATH }];
  const platform = createPlatform({ db, clock: systemClock, log, merchant, providers, dataKey, services });
  closers.push(() => platform.close());
  const accounts = await platform.seed();
  const platformServer = await listen(platform.app);
  closers.push(() => stop(platformServer));

  const platformUrl = urlOf(platformServer);
  const studio = createStudio({ db, platformUrl, providerCode: STUDIO_PROVIDER, secret, clock: systemClock, log, clientDir });
  closers.push(() => studio.close());
  const studioServer = await listen(studio.app as RequestListener);
  closers.push(() => stop(studioServer));
  platform.start();
  await studio.start();
  return { type: 'ready', platformUrl, studioUrl: urlOf(studioServer), accounts: accounts.map((account) => ({ ...account })) };
}

function listen(app: RequestListener): Promise<Server> {
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, app);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve(server));
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
