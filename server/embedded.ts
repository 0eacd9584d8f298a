import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { Logger } from 'pino';
import { ConfigError } from './config/config-error.ts';
import { createLogger } from './config/logger.ts';
import type { EmbeddedMessage, EmbeddedRequest, EmbeddedSettings } from './embedded-protocol.ts';
import type { Closer } from './embedded-services.ts';
import { type OpenedDatabase, openDatabase } from './platform/db/index.ts';

/**
 * Entry of the worker thread with the embedded platform, the studio and the payment simulator. The portal and each other
 * reach them over HTTP exactly as they would reach remote ones.
 */
async function start(settings: EmbeddedSettings, closers: Closer[]): Promise<EmbeddedMessage> {
  const log = createLogger(settings.logLevel, 'platform');
  // The embedded database starts in a thread of its own while this one reads the platform's code.
  const code = import('./embedded-services.ts');
  const database = await openTold(settings, log);
  closers.push(() => database.close());
  const { startServices } = await code;
  return startServices(settings, database, log, closers);
}

async function openTold({ databaseUrl: url, dataDir }: EmbeddedSettings, log: Logger): Promise<OpenedDatabase> {
  const dir = join(dataDir, 'db');
  if (url === undefined) mkdirSync(dir, { recursive: true });
  return openDatabase({ url, dir, thread: 'worker', log }).catch((error: unknown) => {
    if (url === undefined) throw error;
    throw new ConfigError('DATABASE_URL', url, `the address of a database that answers (${textOf(error)})`);
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
