import { parentPort, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { ConfigError } from './config/config-error.ts';
import { createLogger } from './config/logger.ts';
import { type EmbeddedMessage, type EmbeddedRequest, type EmbeddedSettings, isDemo } from './embedded-protocol.ts';
import type { Closer, ShutdownHooks } from './embedded-services.ts';
import { defined } from './kit/defined.ts';
import { damageFromError, embeddedDir, type OpenedDatabase, openDatabase, refuseRemovedDatabase } from './platform/base/db/open.ts';
import { dataKeyFile } from './service/data-keys.ts';

const notifyParent = (message: EmbeddedMessage) => parentPort?.postMessage(message);

/**
 * Entry of the worker thread with the embedded platform, the studio and the payment simulator. The portal and these parts reach each other
 * over HTTP, as they would reach remote ones.
 */
async function start(settings: EmbeddedSettings, shutdownHooks: ShutdownHooks): Promise<EmbeddedMessage> {
  const log = createLogger(settings.logLevel, 'platform');
  // The embedded database starts in its own thread while this one loads the platform's code and precomputes values for the seed.
  const [{ startServices }, database] = await Promise.all([
    import('./embedded-services.ts').then((code) => {
      code.computeReturns();
      return code;
    }),
    openConfiguredDatabase(settings, log, (reason) => notifyParent({ type: 'lost', reason: reason.message })).then((opened) => {
      shutdownHooks.closers.push(() => opened.close());
      return opened;
    }),
  ]);
  return startServices(settings, database, log, shutdownHooks);
}

async function openConfiguredDatabase(settings: EmbeddedSettings, log: Logger, onLost: (reason: Error) => void): Promise<OpenedDatabase> {
  const { databaseUrl: url, dataDir } = settings;
  const dir = embeddedDir(dataDir);
  if (url === undefined) refuseRemovedDatabase(dir, dataKeyFile(dataDir));
  return openDatabase({ ...defined({ url }), dir, seeds: isDemo(settings), thread: 'worker', log, onLost }).catch((error: unknown) => {
    if (url === undefined) throw error;
    throw new ConfigError('DATABASE_URL', url, `the address of a database that answers (${textOf(error)})`);
  });
}

/** The error of a host with several addresses has a code and no text. */
function textOf(error: unknown): string {
  return error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code || error.name : String(error);
}

async function closeAll(closers: Closer[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

async function run(): Promise<void> {
  const settings = workerData as EmbeddedSettings;
  const shutdownHooks: ShutdownHooks = { closers: [], drainers: [] };
  parentPort?.on('message', (request: EmbeddedRequest) => {
    if (request.type === 'drain') for (const drain of shutdownHooks.drainers) drain();
    else void closeAll(shutdownHooks.closers).finally(() => parentPort?.close());
  });
  try {
    notifyParent(await start(settings, shutdownHooks));
  } catch (error) {
    const damage = settings.databaseUrl === undefined ? damageFromError(embeddedDir(settings.dataDir), error) : undefined;
    notifyParent({ type: 'failed', reason: textOf(damage ?? error) });
    await closeAll(shutdownHooks.closers);
    parentPort?.close();
  }
}

await run();
