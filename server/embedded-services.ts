import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Kysely, sql } from 'kysely';
import type { Logger } from 'pino';
import { PAYMENTS_PREFIX } from '../shared/api/payments.ts';
import { STUDIO_DESK_PATH, STUDIO_DETAILS_PATH, STUDIO_GAMES, STUDIO_PLAY_PATH, STUDIO_VERIFY_PATH } from '../shared/games/contract.ts';
import { SEAMLESS_PREFIX } from '../shared/seamless/wallet.ts';
import { type EmbeddedMessage, type EmbeddedSettings, isDemo } from './embedded-protocol.ts';
import { createDemoTickets, createStudio, type DrawSettings, migrateStudio, type Studio, type StudioDeps } from './games/index.ts';
import { defined } from './kit/defined.ts';
import { type MessageClasses, messageClassesOf } from './net/express-messages.ts';
import { startTracing } from './observe/start-tracing.ts';
import { createPaysim, PAYSIM_DESK_PATH, PAYSIM_PAY_PATH, PAYSIM_PAYOUT_PATH, type Paysim, type PaysimDeps } from './paysim/index.ts';
import { type Clock, type MovableClock, movableClock, systemClock } from './platform/base/clock.ts';
import type { DataKeys } from './platform/base/data-key/index.ts';
import type { Database, Tables } from './platform/base/db/index.ts';
import { listenForBackups, migrate, type OpenedDatabase, prepareInTurn } from './platform/base/db/open.ts';
import { createSharedHub } from './platform/base/events/index.ts';
import { createPlatform, type DemoTickets, type Platform, STUDIO_PROVIDER } from './platform/index.ts';
import { readMerchant } from './platform/merchant/index.ts';
import { MIGRATIONS } from './platform/migrations.ts';
import { DEMO_GATEWAYS, type PaymentGateway } from './platform/money/deposit/index.ts';
import type { PayoutSettings } from './platform/money/payout/index.ts';
import { hasOperators } from './platform/operators/index.ts';
import { DEMO_CLOCK_JOB } from './platform/ops/demo-clock/index.ts';
import { gameIdsOf } from './platform/play/games/index.ts';
import type { ProviderSettings } from './platform/play/vendors/index.ts';
import { findDataKeys } from './service/data-keys.ts';
import { createGate, type GateDeps } from './service/gate.ts';
import { withKey } from './service/platform-key.ts';

export { computeReturns } from '../shared/games/contract.ts';

/** Longer than the portal keeps an idle connection, so that the portal closes it first. */
const KEEP_ALIVE_MS = 120_000;
/** Studio and payment simulator call without a key, like any vendor and provider: the platform verifies their signatures. */
const SIGNED_PATHS = new RegExp(`^(?:${SEAMLESS_PREFIX}|${PAYMENTS_PREFIX})/`);
/** The platform orders payouts like a merchant: signed, without a key. */
const PAYOUT_ORDERS = new RegExp(`^${PAYSIM_PAYOUT_PATH}/`);
/** The platform calls the desk and the descriptions of the studio like those of any vendor: signed, without a key. */
const DESK_CALLS = new RegExp(`^${STUDIO_DESK_PATH}/|^${STUDIO_DETAILS_PATH}$`);
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
  hooks: ShutdownHooks,
): Promise<EmbeddedMessage> {
  const { merchant, loopbackKey, merchantConfig, vendorKeys } = settings;
  const { closers } = hooks;
  const [{ db }, clock] = [database, movableClock()];
  const tracing = await startTracing(settings.tracing, 'platform');
  if (tracing) closers.push(() => tracing.close());
  const endPreparation = await prepareDatabase(db, settings.databaseUrl, log, closers);
  const dataKey = await findDataKeys(db, settings);
  const secret = settings.providerSecret ?? dataKey.secrets.keyOf('game-provider', STUDIO_PROVIDER);
  const gateways = gatewaysOf(settings, dataKey);
  const hub = settings.databaseUrl === undefined ? undefined : createSharedHub({ url: settings.databaseUrl, log });
  if (hub) closers.push(hub.close);
  let platformUrl = '';
  let studioUrl = '';
  const paysim = isDemo(settings)
    ? await openPaysim(
        paysimDeps({ db, clock, merchant, log }, () => platformUrl, gateways),
        loopbackKey,
        closers,
      )
    : undefined;
  const platform = createPlatform({
    db,
    ...defined({ hub, tracing, merchantConfig, vendorKeys, demoClock: isDemo(settings) ? clock : undefined }),
    databaseWatch: database.watch,
    clock,
    realTime: systemClock,
    log,
    merchant,
    region: settings.region,
    providers: [studioProvider(secret, () => studioUrl)],
    gateways,
    payouts: paysim ? demoPayouts(paysim.url, gateways) : settings.payouts,
    checkedProviders: settings.healthUrls,
    dataKey,
    services: settings.services,
  });
  closers.push(() => platform.close());
  // The history of a new demo has tickets of the studio.
  if (isDemo(settings)) await migrateStudio(db as unknown as Kysely<unknown>);
  const accounts = await firstData(db, settings, platform, clock, createDemoTickets(dataKey.secrets));
  database.endSeed();
  const messages = messageClassesOf(platform.app);
  platformUrl = await listenOnLoopback(withKey(loopbackKey, platform.app, SIGNED_PATHS), messages, closers);
  const { clientDir } = settings;
  const sealer = dataKey.secrets;
  const drawSettings = () => readDrawSettings(db, merchant);
  const games = await studioGames(db);
  const studioDeps = { db, platformUrl, secret, sealer, clock, log, clientDir, games, mayAct: platform.mayAct, drawSettings };
  const studio = await openStudio({ ...studioDeps, providerCode: STUDIO_PROVIDER }, loopbackKey, closers);
  studioUrl = studio.url;
  await paysim?.start();
  await platform.start();
  if (database.backup) closers.push(await listenForBackups(settings.dataDir, database.backup, log));
  await studio.start();
  await endPreparation?.();
  const apps = { platform: platform.app, studio: studio.app, paysim: paysim?.app };
  // Most requests are calls to the platform.
  if (settings.gate) await openGate(settings.gate, apps, messages, platform, hooks);
  return {
    type: 'ready',
    platformUrl,
    studioUrl,
    paysimUrl: paysim?.url,
    accounts: accounts.map((account) => ({ ...account })),
    hasOperators: await hasOperators(db, merchant),
  };
}

/** The built-in vendor, as the platform calls it. Its address is known only after it listens. */
function studioProvider(secret: string, studioUrl: () => string): ProviderSettings {
  return {
    code: STUDIO_PROVIDER,
    secret,
    launchUrl: STUDIO_PLAY_PATH,
    verifyUrl: STUDIO_VERIFY_PATH,
    deskUrl: () => `${studioUrl()}${STUDIO_DESK_PATH}`,
    detailsUrl: () => `${studioUrl()}${STUDIO_DETAILS_PATH}`,
  };
}

/** What the merchant has set for the draws of the built-in lotteries. */
async function readDrawSettings(db: Database, merchant: string): Promise<DrawSettings> {
  const { closedDays, beacon } = (await readMerchant(db, merchant)).settings.lottery;
  return { closedDays, ...(beacon && { beacon }) };
}

/** Games that the merchant offers or has offered: rounds of the others never existed. */
async function studioGames(db: Database): Promise<typeof STUDIO_GAMES> {
  const known = await gameIdsOf(db, STUDIO_PROVIDER);
  return STUDIO_GAMES.filter(({ gameId }) => known.has(gameId));
}

/** Migrates the database. With several nodes they do so one after the other; the returned function lets the next one start. */
async function prepareDatabase(db: Database, url: string | undefined, log: Logger, closers: Closer[]): Promise<Closer | undefined> {
  const preparation = url === undefined ? undefined : await prepareInTurn(url, log);
  if (preparation) closers.push(preparation.end);
  await migrate(preparation?.db ?? db, MIGRATIONS);
  return preparation?.end;
}

/** Seeds the database, and moves the clock of a demo to the stored time. */
async function firstData(
  db: Database,
  settings: EmbeddedSettings,
  platform: Platform,
  clock: MovableClock,
  tickets: DemoTickets,
): Promise<Awaited<ReturnType<Platform['seed']>>> {
  const accounts = await seedDatabase(db, settings.databaseUrl, () => platform.seed({ team: true, history: clock, tickets }));
  if (isDemo(settings)) await platform.runJob(DEMO_CLOCK_JOB);
  return accounts;
}

/**
 * The history of a new demo has hundreds of transactions. The embedded database has one session and is used by nothing else yet, so it
 * flushes them together: after an interruption the last ones may be missing, never one in the middle.
 */
async function seedDatabase<T>(db: Database, url: string | undefined, seed: () => Promise<T>): Promise<T> {
  if (url !== undefined) return seed();
  await sql`set synchronous_commit = off`.execute(db);
  try {
    return await seed();
  } finally {
    await sql`set synchronous_commit = on`.execute(db);
    // Its commit flushes all earlier ones.
    await sql`select pg_current_xact_id(), pg_logical_emit_message(true, 'seed', '')`.execute(db);
  }
}

/** The demo's gateways have secrets that are derived from the data key, so that all processes of one database use the same ones. */
function gatewaysOf(settings: EmbeddedSettings, { secrets }: DataKeys): readonly PaymentGateway[] {
  if (!isDemo(settings)) return settings.gateways;
  return Object.values(DEMO_GATEWAYS).map((code) => ({
    code,
    secret: secrets.keyOf('payment-provider', code),
    payUrl: PAYSIM_PAY_PATH,
    scan: code === DEMO_GATEWAYS.qr,
  }));
}

/** In the demo the simulator pays to e-wallets, and operators to banks, so that both ways can be tried. */
function demoPayouts(paysimUrl: string, gateways: readonly PaymentGateway[]): PayoutSettings {
  const code = DEMO_GATEWAYS.eWallet;
  const url = `${paysimUrl}${PAYSIM_PAYOUT_PATH}/${code}`;
  const providers = gateways
    .filter((gateway) => gateway.code === code)
    .map(({ secret }) => ({ code, secret, url, desk: PAYSIM_DESK_PATH }));
  return { providers, routes: [{ provider: code, kinds: ['EWALLET'] }] };
}

function paysimDeps(
  { db, clock, merchant, log }: { readonly db: Database; readonly clock: Clock; readonly merchant: string; readonly log: Logger },
  platformUrl: () => string,
  gateways: readonly PaymentGateway[],
): PaysimDeps<Tables> {
  return {
    db,
    platformUrl,
    secretOf: (code) => gateways.find((gateway) => gateway.code === code)?.secret,
    siteName: async () => (await readMerchant(db, merchant)).settings.brandName,
    backHref: (orderId) => `/member/depositv2?depositId=${orderId}`,
    clock,
    log,
  };
}

/** Listens for the portals of other processes. */
async function openGate(
  { key, ...place }: NonNullable<EmbeddedSettings['gate']>,
  apps: Omit<GateDeps, 'key'>,
  messages: MessageClasses,
  platform: Pick<Platform, 'close'>,
  { closers, drainers }: ShutdownHooks,
): Promise<void> {
  const { answer, drain } = createGate({ key, ...apps });
  const gate = await listen(answer, messages, place);
  drainers.push(drain);
  // Open event streams would delay the end until the deadline.
  closers.push(async () => void (await Promise.all([stop(gate), platform.close()])));
}

async function openPaysim(
  deps: PaysimDeps<Tables>,
  key: string,
  closers: Closer[],
): Promise<{ app: RequestListener; url: string; start: Paysim['start'] }> {
  const paysim = createPaysim(deps);
  closers.push(() => paysim.close());
  const app = paysim.app as RequestListener;
  const url = await listenOnLoopback(withKey(key, app, PAYOUT_ORDERS), messageClassesOf(paysim.app), closers);
  return { app, url, start: paysim.start };
}

async function openStudio(
  deps: StudioDeps<Tables>,
  key: string,
  closers: Closer[],
): Promise<{ app: RequestListener; url: string; start: Studio['start'] }> {
  const studio = createStudio(deps);
  closers.push(() => studio.close());
  const app = studio.app as RequestListener;
  const url = await listenOnLoopback(withKey(key, app, DESK_CALLS), messageClassesOf(studio.app), closers);
  return { app, url, start: studio.start };
}

/** Resolves with the address. */
async function listenOnLoopback(app: RequestListener, messages: MessageClasses, closers: Closer[]): Promise<string> {
  const server = await listen(app, messages);
  closers.push(() => stop(server));
  return urlOf(server);
}

function listen(app: RequestListener, messages: MessageClasses, { port, host } = LOOPBACK_ADDRESS): Promise<Server> {
  const server = createServer({ ...messages, keepAliveTimeout: KEEP_ALIVE_MS }, app);
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
