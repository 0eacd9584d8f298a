import { parentPort, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { ConfigError } from './config/config-error.ts';
import { createLogger } from './config/logger.ts';
import type { EmbeddedMessage, EmbeddedRequest, EmbeddedSettings } from './embedded-protocol.ts';
import type { Closer, Ending } from './embedded-services.ts';
import { damageShownBy, embeddedDir, type OpenedDatabase, openDatabase } from './platform/db/index.ts';

const tell = (message: EmbeddedMessage) => parentPort?.postMessage(message);

/**
 * Entry of the worker thread with the embedded platform, the studio and the payment simulator. The portal and these parts reach each other
 * over HTTP, as they would reach remote ones.
 */
async function start(settings: EmbeddedSettings, ending: Ending): Promise<EmbeddedMessage> {
  const log = createLogger(settings.logLevel, 'platform');
  // The embedded database starts in its own thread while this one loads the platform's code and precomputes values for the seed.
  const [{ startServices }, database] = await Promise.all([
    import('./embedded-services.ts').then((code) => {
      code.computeReturns();
      return code;
    }),
    openTold(settings, log, (reason) => tell({ type: 'lost', reason: reason.message })).then((opened) => {
      ending.closers.push(() => opened.close());
      return opened;
    }),
  ]);
  return startServices(settings, database, log, ending);
}

async function openTold(
  { databaseUrl: url, dataDir }: EmbeddedSettings,
  log: Logger,
  onLost: (reason: Error) => void,
): Promise<OpenedDatabase> {
  const dir = embeddedDir(dataDir);
  return openDatabase({ url, dir, thread: 'worker', log, onLost }).catch((error: unknown) => {
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
  const ending: Ending = { closers: [], drainers: [] };
  parentPort?.on('message', (request: EmbeddedRequest) => {
    if (request.type === 'drain') for (const drain of ending.drainers) drain();
    else void closeAll(ending.closers).finally(() => parentPort?.close());
  });
  try {
    tell(await start(settings, ending));
  } catch (error) {
    const damage = settings.databaseUrl === undefined ? damageShownBy(embeddedDir(settings.dataDir), error) : undefined;
    tell({ type: 'failed', reason: textOf(damage ?? error) });
    await closeAll(ending.closers);
    parentPort?.close();
  }
}

await run();
