import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { PAYMENTS_PREFIX } from '../shared/api/payments.ts';
import { SEAMLESS_PREFIX } from '../shared/api/seamless.ts';
import { STUDIO_PLAY_PATH, STUDIO_VERIFY_PATH } from '../shared/studio/protocol.ts';
import type { EmbeddedMessage, EmbeddedSettings } from './embedded-protocol.ts';
import { startTracing } from './observe/start-tracing.ts';
import { createPaysim, PAYSIM_PAY_PATH, type PaysimDeps } from './paysim/index.ts';
import { systemClock } from './platform/base/clock.ts';
import type { Tables } from './platform/base/db/index.ts';
import { listenForBackups, MIGRATIONS, migrate, type OpenedDatabase, prepareInTurn } from './platform/base/db/open.ts';
import { createSharedHub } from './platform/base/events/index.ts';
import { hasOperators } from './platform/console/index.ts';
import { createPlatform, STUDIO_PROVIDER } from './platform/index.ts';
import { readMerchant } from './platform/merchant/index.ts';
import { DEMO_GATEWAYS } from './platform/money/deposit/index.ts';
import { findDataKeys } from './service/data-keys.ts';
import { createGate } from './service/gate.ts';
import { withKey } from './service/platform-key.ts';
import { createStudio } from './studio/index.ts';

export { computeReturns } from './platform/ops/seed/index.ts';

/** Longer than the portal keeps an idle connection, so that the portal closes it first. */
const KEEP_ALIVE_MS = 120_000;
/** Studio and payment simulator call without a key, like any vendor and provider: the platform verifies their signatures. */
const SIGNED_PATHS = new RegExp(`^(?:${SEAMLESS_PREFIX}|${PAYMENTS_PREFIX})/`);
const CLOSE_DEADLINE_MS = 8_000;
/** A free loopback port. */
const LOOPBACK_ADDRESS = { port: 0, host: '127.0.0.1' };

export type Closer = () => Promise<void>;

/** Cleanup of the started parts. */
export interface ShutdownHooks {
  /** Run in reverse order. */
  readonly closers: Closer[];
  /** Run before the closers. */
  readonly drainers: (() => void)[];
}

/** Starts the parts of an embedded platform over an open database. Each part listens on its own loopback port. */
export async function startServices(
  settings: EmbeddedSettings,
  database: OpenedDatabase,
  log: Logger,
  { closers, drainers }: ShutdownHooks,
): Promise<EmbeddedMessage> {
  const { merchant, merchantConfig, services, clientDir } = settings;
  const isDemo = merchantConfig?.demo ?? true;
  const tracing = await startTracing(settings.tracing, 'platform');
  if (tracing) closers.push(() => tracing.close());
  const { db } = database;
  const { databaseUrl: url } = settings;
  const preparation = url === undefined ? undefined : await prepareInTurn(url, log);
  if (preparation) closers.push(preparation.end);
  await migrate(preparation?.db ?? db, MIGRATIONS);
  const dataKeys = await findDataKeys(db, settings);
  const secret = settings.providerSecret ?? dataKeys.secrets.keyOf('game-provider', STUDIO_PROVIDER);

  const providers = [{ code: STUDIO_PROVIDER, secret, launchUrl: STUDIO_PLAY_PATH, verifyUrl: STUDIO_VERIFY_PATH }];
  // Derived from the data key, so that all processes of one database use the same secrets.
  const secretOf = (code: string) => dataKeys.secrets.keyOf('payment-provider', code);
  const demoGateways = Object.values(DEMO_GATEWAYS).map((code) => ({
    ...{ code, secret: secretOf(code), payUrl: PAYSIM_PAY_PATH },
    scan: code === DEMO_GATEWAYS.qr,
  }));
  const gateways = isDemo ? demoGateways : settings.gateways;
  const hub = url === undefined ? undefined : createSharedHub({ url, log });
  if (hub) closers.push(hub.close);
  const platform = createPlatform({
    ...{
      db,
      hub,
      databaseWatch: database.watch,
      tracing,
      clock: systemClock,
      log,
      merchant,
      merchantConfig,
      providers,
      gateways,
      dataKey: dataKeys,
      services,
    },
  });
  closers.push(() => platform.close());
  const accounts = await platform.seed();
  const platformServer = await listen(withKey(settings.loopbackKey, platform.app, SIGNED_PATHS));
  closers.push(() => stop(platformServer));

  const platformUrl = urlOf(platformServer);
  const studio = createStudio({
    db,
    platformUrl,
    providerCode: STUDIO_PROVIDER,
    secret,
    clock: systemClock,
    log,
    clientDir,
    mayAct: platform.mayAct,
  });
  closers.push(() => studio.close());
  const studioServer = await listen(withKey(settings.loopbackKey, studio.app as RequestListener));
  closers.push(() => stop(studioServer));
  const paysimDeps: PaysimDeps<Tables> = {
    db,
    platformUrl,
    secretOf: (code) => gateways.find((gateway) => gateway.code === code)?.secret,
    siteName: async () => (await readMerchant(db, merchant)).settings.brandName,
    backHref: (orderId) => `/member/depositv2?depositId=${orderId}`,
    clock: systemClock,
    log,
  };
  const paysim = isDemo ? await startPaysim(paysimDeps, settings.loopbackKey, closers) : undefined;
  await platform.start();
  if (database.backup) closers.push(await listenForBackups(settings.dataDir, database.backup, log));
  await studio.start();
  await preparation?.end();
  if (settings.gate) {
    const { key, ...place } = settings.gate;
    const apps = { platform: platform.app, studio: studio.app as RequestListener, paysim: paysim?.app };
    const { answer, drain } = createGate({ key, ...apps });
    const gate = await listen(answer, place);
    drainers.push(drain);
    // Open event streams would delay the end until the deadline.
    closers.push(async () => void (await Promise.all([stop(gate), platform.close()])));
  }
  return {
    type: 'ready',
    platformUrl,
    studioUrl: urlOf(studioServer),
    paysimUrl: paysim?.url,
    accounts: accounts.map((account) => ({ ...account })),
    hasOperators: await hasOperators(db, merchant),
  };
}

async function startPaysim(deps: PaysimDeps<Tables>, key: string, closers: Closer[]) {
  const paysim = createPaysim(deps);
  closers.push(() => paysim.close());
  const app = paysim.app as RequestListener;
  const server = await listen(withKey(key, app));
  closers.push(() => stop(server));
  await paysim.start();
  return { app, url: urlOf(server) };
}

function listen(app: RequestListener, { port, host } = LOOPBACK_ADDRESS): Promise<Server> {
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
