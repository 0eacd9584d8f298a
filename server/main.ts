import cluster from 'node:cluster';
import module from 'node:module';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { createLogger } from './config/logger.ts';
import { protectSecrets } from './config/secrets.ts';
import { readConfig, StartProblems } from './config/start-config.ts';
import { EmbeddedFailure } from './embedded-thread.ts';
import { createLifecycle, type Lifecycle } from './service/lifecycle.ts';
import { StartFailure } from './service/start-failure.ts';

const PARENT_CHECK_MS = 500;

async function run(): Promise<void> {
  // React uses its production build only if NODE_ENV is set before its first import, in threads too.
  process.env.NODE_ENV = 'production';
  // Files of the service (database, secrets, compiled code) are for its own user only.
  process.umask(0o077);
  const config = await readConfig();
  const log = createLogger(config.logLevel, config.deploy.role === 'platform' ? 'platform' : 'portal');
  const onUnexpectedFailure = (error: unknown) => {
    log.fatal({ err: error }, 'unexpected failure');
    process.exit(1);
  };
  process.on('unhandledRejection', onUnexpectedFailure).on('uncaughtException', onUnexpectedFailure);
  if (cluster.isWorker) return (await import('./service/worker.ts')).runWorker(config, log);

  const lifecycle = createLifecycle({ drainSeconds: config.deploy.drainSeconds, log, exit: (code) => process.exit(code) });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second Ctrl+C ends the process at once.
      if (lifecycle.isStopping && signal === 'SIGINT') process.exit(130);
      log.info({ signal }, 'stopping');
      lifecycle.stop(0);
    });
  }
  // A file that was written by hand, as in a change of the data key, may have the modes of its author's shell.
  const exposed = protectSecrets(config.dataDir);
  if (exposed.length > 0)
    log.error(
      { paths: exposed.length, first: exposed[0] },
      'OTHER USERS OF THIS MACHINE CAN READ THE SECRETS: their modes could not be changed',
    );
  if (config.startedByNpm) watchParent(() => lifecycle.stop(0));
  await start(config, log, lifecycle);
  // If the service was stopped during its start, the parts opened since are closed here.
  await lifecycle.settle();
}

/** Each role loads only what it needs. */
async function start(config: Config, log: Logger, lifecycle: Lifecycle): Promise<void> {
  // Newer versions of Node cache compiled code for the next start; an unwritable folder is ignored.
  if ('enableCompileCache' in module) (module.enableCompileCache as (folder: string) => unknown)(join(config.dataDir, 'code'));
  const { role, workers } = config.deploy;
  if (role === 'platform') return (await import('./service/platform-process.ts')).runPlatform(config, log, lifecycle);
  if (workers > 1) return (await import('./service/first-process.ts')).runFirstProcess(config, log, lifecycle);
  return (await import('./service/one-process.ts')).runOneProcess(config, log, lifecycle);
}

function watchParent(onParentExit: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onParentExit();
  }, PARENT_CHECK_MS);
  timer.unref();
}

try {
  await run();
} catch (error) {
  // Expected failures print one line, others their stack.
  const expected = [ConfigError, StartProblems, EmbeddedFailure, StartFailure].some((kind) => error instanceof kind);
  process.stderr.write(
    expected ? `Cannot start: ${(error as Error).message}\n` : `Cannot start: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}
