import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import supertest from 'supertest';
import { createStudio } from '../../server/games/index.ts';
import { TEST_SEALER } from '../../server/games/test-seeds.ts';
import { defined } from '../../server/kit/defined.ts';
import { listenLocally, localUrl } from '../../server/net/test-server.ts';
import { createPaysim } from '../../server/paysim/index.ts';
import type { ServiceSettings } from '../../server/platform/base/service-settings.ts';
import { STUDIO_PROVIDER } from '../../server/platform/index.ts';
import { openTestPlatform, TEST_PAYMENT_SECRET, TEST_SECRET, type TestPlatform } from '../../server/platform/test-platform.ts';
import type { Portal, PortalDeps } from '../../server/portal/contracts.ts';
import { createPortal } from '../../server/portal/index.ts';
import { sessionLogin } from '../../shared/api/sign-in/calls.ts';
import { createAgent, type QaAgent } from './agent.ts';
import { type ChaosPlan, type ChaosUpstream, startChaos } from './chaos.ts';
import type { SentMessage } from './messages.ts';
import { type Credentials, DEMO } from './player.ts';
import { type Recording, type Replay, startReplay } from './recording/replay.ts';

/** A whole portal in this process, for tests. */
export interface QaPortal {
  /** For supertest: `supertest(portal.app).get('/')`. Agents from `as` are more convenient. */
  readonly app: Portal['app'];
  /** The admin application: `/healthz`, `/readyz`, `/metrics`, `/outbox`, `/audit`. */
  readonly admin: Portal['admin'];
  readonly as: {
    visitor(): QaAgent;
    member(): Promise<QaAgent>;
    trial(): Promise<QaAgent>;
    agent(): Promise<QaAgent>;
    account(credentials: Credentials): Promise<QaAgent>;
    /** The same browser at this portal, which shares its sessions with all other portals of the kit. */
    same(agent: QaAgent): QaAgent;
  };
  /** The platform's clock. */
  readonly clock: { now(): Date; advance(milliseconds: number): void };
  /** Sent messages, newest first; optionally only those to one address or number. */
  outbox(to?: string): Promise<readonly SentMessage[]>;
  /** Runs a job of the platform immediately; jobs have no timers in tests. */
  runJob(name: string): Promise<void>;
  /** Log lines of the portal. */
  readonly logged: readonly Record<string, unknown>[];
  /** The embedded platform behind the portal. These three throw if the portal has another upstream. */
  readonly platform: TestPlatform;
  readonly chaos: ChaosUpstream;
  readonly replay: Replay;
  close(): Promise<void>;
}

type Settings = 'deadlines' | 'hostedServices' | 'limits' | 'merchant' | 'publicUrl' | 'redisUrl' | 'region' | 'trustProxy';

export interface PortalOptions extends Partial<Pick<PortalDeps, Settings>> {
  /** `embedded` (a separate seeded platform), a plan of `chaos(…)`, answers of `recorded(…)`, or the address of a platform. */
  readonly upstream?: 'embedded' | ChaosPlan | Recording | (string & {});
  /** Outside services that the test replaces. */
  readonly services?: ServiceSettings;
  /** Also starts the built-in vendor, so that rounds can be played. */
  readonly games?: boolean;
  /** Also starts the payment simulator, so that deposits can be paid. */
  readonly payments?: boolean;
}

/** Tests share the machine, so a slow platform must not count as one that hangs. */
const PATIENT_MS = 5_000;

type Closers = (() => Promise<unknown>)[];

/** Opens a separate portal for a test; several may be open at once. The test must close it. */
export async function openPortal(options: PortalOptions = {}): Promise<QaPortal> {
  const closers: Closers = [];
  try {
    return await open(options, closers);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

async function open(options: PortalOptions, closers: Closers): Promise<QaPortal> {
  const { upstream = 'embedded', services, games = false, payments = false, ...settings } = options;
  const needsPlatform = upstream === 'embedded' || (typeof upstream === 'object' && upstream.kind === 'chaos' && !upstream.behind);
  const platform = needsPlatform ? await openTestPlatform(services) : undefined;
  if (platform) closers.push(() => platform.close());
  const studioUrl = games && platform ? await startGames(platform, closers) : undefined;
  const paysimUrl = payments && platform ? await startPayments(platform, closers) : undefined;
  const front = await startFront(upstream, platform?.url, closers);

  const logged: Record<string, unknown>[] = [];
  const portal = await createPortal({
    upstreams: { wps: front.url, lgw: front.url, lotto: front.url },
    studioUrl,
    ...defined({ paysimUrl }),
    merchant: platform?.merchant ?? 'lagoon',
    publicUrl: undefined,
    // Each agent has its own client address; supertest itself calls from this machine.
    trustProxy: ['loopback'],
    sessionSecret: 'a secret of at least thirty-two characters',
    redisUrl: undefined,
    clientDir: join(tmpdir(), 'lagoon-no-client'),
    geoDir: join(tmpdir(), 'lagoon-no-geo'),
    log: pino({ level: 'debug' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    ...settings,
    deadlines: { read: PATIENT_MS, ...settings.deadlines },
  });
  closers.push(() => portal.close());
  closers.push(async () => portal.drain());

  const clock = platform?.clock ?? { now: () => new Date(), advance: () => missing('clock to move') };
  return {
    app: portal.app,
    admin: portal.admin,
    as: signInAs(portal, settings.publicUrl, clock),
    clock,
    logged,
    async outbox(to) {
      const { body } = await supertest(portal.admin as RequestListener)
        .get('/outbox')
        .set('Accept', 'application/json');
      const messages = (body as { readonly messages: readonly SentMessage[] }).messages;
      return to === undefined ? messages : messages.filter((message) => message.to === to);
    },
    runJob: (name) => (platform ?? missing('platform')).platform.runJob(name),
    get platform() {
      return platform ?? missing('platform');
    },
    get chaos() {
      return front.chaos ?? missing('chaos');
    },
    get replay() {
      return front.replay ?? missing('recording');
    },
    close: () => closeAll(closers),
  };
}

function signInAs({ app }: Portal, publicUrl: string | undefined, clock: QaPortal['clock']): QaPortal['as'] {
  let last = 0;
  // A documentation network: not assigned to a country, and each agent has its own limits per address.
  const newAddress = () => {
    last += 1;
    return `198.51.100.${1 + (last % 254)}`;
  };
  /** Default location of an account's sign-ins; from another location the platform would require a second step. */
  const homes = new Map<string, string>();
  const make = (account?: string, address = newAddress(), has: Iterable<readonly [string, string]> = []) =>
    createAgent({ app, address, ...defined({ account, publicUrl }), now: clock.now, has });
  const account = async ({ username, password }: Credentials): Promise<QaAgent> => {
    const agent = make(username, homes.get(username));
    homes.set(username, agent.address);
    const answer = await agent.call(sessionLogin, { body: { username, password } });
    if (!answer.success) throw new Error(`signing in as ${username}: ${answer.code} ${answer.message}`);
    if ('verification' in answer.value) throw new Error(`signing in as ${username} waits for a second step`);
    return agent;
  };
  return {
    visitor: () => make(),
    member: () => account(DEMO.member),
    trial: () => account(DEMO.trial),
    agent: () => account(DEMO.agent),
    account,
    same: (agent) => make(agent.account, agent.address, agent.cookies),
  };
}

interface Front {
  readonly url: string;
  readonly chaos?: ChaosUpstream;
  readonly replay?: Replay;
}

async function startFront(upstream: PortalOptions['upstream'] & {}, platformUrl: string | undefined, closers: Closers): Promise<Front> {
  if (typeof upstream === 'string') return { url: platformUrl ?? upstream };
  if (upstream.kind === 'recorded') {
    const replay = await startReplay(upstream);
    closers.push(() => replay.close());
    return { url: replay.url, replay };
  }
  const chaos = await startChaos({ ...upstream, behind: upstream.behind ?? platformUrl ?? '' });
  closers.push(() => chaos.close());
  return { url: chaos.url, chaos };
}

async function startGames({ db, clock, url }: TestPlatform, closers: Closers): Promise<string> {
  const clientDir = join(tmpdir(), 'lagoon-no-client');
  const log = pino({ level: 'silent' });
  // No calendar of matches and draws, so that only what the test starts happens.
  const studio = createStudio({
    db,
    platformUrl: url,
    providerCode: STUDIO_PROVIDER,
    secret: TEST_SECRET,
    sealer: TEST_SEALER,
    clock,
    log,
    clientDir,
    series: [],
  });
  closers.push(() => studio.close());
  const at = await listen(studio.app as RequestListener, closers);
  await studio.start();
  return at;
}

async function startPayments({ db, clock, url }: TestPlatform, closers: Closers): Promise<string> {
  const paysim = createPaysim({
    db,
    platformUrl: url,
    clock,
    log: pino({ level: 'silent' }),
    secretOf: () => TEST_PAYMENT_SECRET,
    siteName: async () => 'Lagoon',
    backHref: (orderId) => `/member/depositv2?depositId=${orderId}`,
  });
  closers.push(() => paysim.close());
  const at = await listen(paysim.app as RequestListener, closers);
  await paysim.start();
  return at;
}

async function listen(app: RequestListener, closers: Closers): Promise<string> {
  const server = createServer(app);
  await listenLocally(server);
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return localUrl(server);
}

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.splice(0).reverse()) await close();
}

function missing(what: string): never {
  throw new Error(`this portal has no ${what}: its upstream is another one`);
}
