import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { banner } from './banner.ts';
import { type Config, toConfig } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { readEnv } from './config/env.ts';
import { createLogger } from './config/logger.ts';
import { keptSecret } from './config/secrets.ts';
import { EmbeddedFailure, type EmbeddedThread, startEmbedded } from './embedded-thread.ts';

/** The built product lies in `dist`: `server`, `client`, `geo` side by side. */
const CLIENT_DIR = fileURLToPath(new URL('../client', import.meta.url));
const GEO_DIR = fileURLToPath(new URL('../geo', import.meta.url));
const SERVER_LIMITS = { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 65_000, connectionsCheckingInterval: 1_000 };
const MAX_CONNECTIONS = 10_000;
const FINISH_DEADLINE_MS = 10_000;
const IDLE_SWEEP_MS = 250;
const PARENT_CHECK_MS = 500;
const NOT_OUR_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'];

type Closer = () => Promise<void> | void;

async function start(config: Config, log: Logger, closers: Closer[], stop: (code: number) => void): Promise<void> {
  // Known before the platform starts, which takes seconds.
  await requireFree(config.port, config.host, 'PORT');
  await requireFree(config.adminPort, '127.0.0.1', 'ADMIN_PORT');
  const sessionSecret = config.sessionSecret ?? keptSecret(config.dataDir, 'session');
  const embedded = config.upstreams === 'embedded' ? await embeddedPlatform(config, log, stop) : undefined;
  if (embedded) closers.push(() => embedded.close());
  // React takes its production build only when the environment says so before it is first imported.
  process.env.NODE_ENV = 'production';
  const { createPortal } = await import('./portal/index.ts');
  const portal = await createPortal({
    upstreams: upstreamsOf(config, embedded),
    studioUrl: embedded?.studioUrl,
    merchant: config.merchant,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    region: config.region,
    hostedServices: [
      ...(config.services.challenge ? [config.services.challenge.provider] : []),
      ...(config.services.phone ? (['recaptcha'] as const) : []),
    ],
    sessionSecret,
    redisUrl: config.redisUrl,
    clientDir: CLIENT_DIR,
    geoDir: GEO_DIR,
    log,
  });
  closers.push(() => portal.close());
  const server = await listen(portal.app as RequestListener, config.port, config.host, 'PORT');
  closers.push(() => finish(server));
  const admin = await listen(portal.admin as RequestListener, config.adminPort, '127.0.0.1', 'ADMIN_PORT');
  closers.push(() => finish(admin));
  closers.push(() => portal.drain());

  const shownHost = ['0.0.0.0', '::', '127.0.0.1'].includes(config.host) ? 'localhost' : config.host;
  const facts = {
    address: config.publicUrl ?? `http://${shownHost}:${portOf(server)}`,
    adminAddress: `http://127.0.0.1:${portOf(admin)}`,
    accounts: embedded?.accounts ?? [],
    dataDir: config.dataDir,
    upstream: config.upstreams === 'embedded' ? undefined : config.upstreams.wps,
  };
  process.stdout.write(banner(facts));
}

function embeddedPlatform(config: Config, log: Logger, stop: (code: number) => void): Promise<EmbeddedThread> {
  const { dataDir, databaseUrl, merchant, logLevel, services } = config;
  const providerSecret = keptSecret(dataDir, 'studio-provider');
  const dataKey = config.dataKey ?? keptSecret(dataDir, 'data-key');
  return startEmbedded({ dataDir, databaseUrl, merchant, providerSecret, dataKey, services, clientDir: CLIENT_DIR, logLevel }, (reason) => {
    log.fatal({ err: reason }, 'the embedded platform is gone');
    stop(1);
  });
}

function upstreamsOf({ upstreams }: Config, embedded: EmbeddedThread | undefined) {
  if (upstreams !== 'embedded') return upstreams;
  const url = embedded?.platformUrl ?? '';
  return { wps: url, lgw: url, lotto: url };
}

function listen(app: RequestListener, port: number, host: string, variable: string): Promise<Server> {
  const server = createServer(SERVER_LIMITS, app);
  server.maxConnections = MAX_CONNECTIONS;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new ConfigError(variable, String(port), 'a free port; another program uses this one'));
      else if (NOT_OUR_ADDRESS.includes(error.code ?? '')) reject(new ConfigError('HOST', host, 'an address of this machine'));
      else if (error.code === 'EACCES') reject(new ConfigError(variable, String(port), 'a port that this user may open'));
      else reject(error);
    });
    server.listen(port, host, () => resolve(server));
  });
}

async function requireFree(port: number, host: string, variable: string): Promise<void> {
  const probe = await listen(() => undefined, port, host, variable);
  await new Promise((resolve) => probe.close(resolve));
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Takes no new connection and lets running requests finish. */
function finish(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), FINISH_DEADLINE_MS);
    // A connection that falls idle only now would stay open for its next request.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    server.close(() => {
      clearTimeout(force);
      clearInterval(sweep);
      resolve();
    });
  });
}

async function run(): Promise<void> {
  const config = toConfig(readEnv());
  const log = createLogger(config.logLevel, 'portal');
  const closers: Closer[] = [];
  let isStopping = false;

  const stop = (code: number) => {
    if (isStopping) return;
    isStopping = true;
    closeAll(closers).then(
      () => process.exit(code),
      (error: unknown) => {
        log.fatal({ err: error }, 'the service did not stop in order');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A second Ctrl+C means now.
      if (isStopping && signal === 'SIGINT') process.exit(130);
      log.info({ signal }, 'stopping');
      stop(0);
    });
  }
  const surprise = (error: unknown) => {
    log.fatal({ err: error }, 'unexpected failure');
    process.exit(1);
  };
  process.on('unhandledRejection', surprise).on('uncaughtException', surprise);
  if (config.startedByNpm) watchParent(() => stop(0));
  await start(config, log, closers, stop);
  // Asked to stop while it was starting: what has been opened since must be closed as well.
  if (isStopping) await closeAll(closers);
}

async function closeAll(closers: Closer[]): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, PARENT_CHECK_MS);
  timer.unref();
}

try {
  await run();
} catch (error) {
  // Expected failures are one clear line; anything else shows where it came from.
  const expected = error instanceof ConfigError || error instanceof EmbeddedFailure;
  process.stderr.write(
    expected ? `Cannot start: ${error.message}\n` : `Cannot start: ${error instanceof Error ? error.stack : String(error)}\n`,
  );
  process.exit(1);
}
