import { createServer, type Server } from 'node:http';
import { pino } from 'pino';
import supertest from 'supertest';
import type { ClientCall } from '../../shared/api/client-call.ts';
import { type PayloadKey, sealPayload } from '../../shared/api/seal.ts';
import { messageClassesOf } from '../net/express-messages.ts';
import { listenLocally, localUrl } from '../net/test-server.ts';
import { type MovableClock, movableClock } from './base/clock.ts';
import type { Database } from './base/db/database.ts';
import { openTestDatabase } from './base/db/test-database.ts';
import { createEventHub, type EventHub } from './base/events/hub.ts';
import type { ServiceSettings } from './base/service-settings.ts';
import type { PlatformDeps } from './contracts.ts';
import { TEST_PASSWORD_COST } from './identity/members/test-passwords.ts';
import { createPlatform, type DemoAccount, type Platform, STUDIO_PROVIDER } from './index.ts';
import { DEMO_GATEWAYS } from './money/deposit/index.ts';

/** A seeded platform on a free loopback port, with the database of the running project. */
export interface TestPlatform {
  readonly platform: Platform;
  readonly db: Database;
  readonly clock: MovableClock;
  /** Publishes to members' streams. */
  readonly hub: EventHub;
  readonly url: string;
  readonly merchant: string;
  readonly demo: Readonly<Record<Exclude<DemoAccount['role'], 'player'>, DemoAccount>>;
  /** Log lines of level error and above: a test must expect them. */
  readonly faults: readonly unknown[];
  request(method: string, path: string): supertest.Test;
  /** A call of the table; input of encrypted calls is sealed. */
  call(call: ClientCall, input?: CallOptions): supertest.Test | Promise<supertest.Response>;
  login(account: string, password?: string): Promise<string>;
  close(): Promise<void>;
}

export interface CallOptions {
  readonly query?: Record<string, string>;
  readonly body?: unknown;
  /** A body sent without encoding. */
  readonly raw?: Buffer;
  readonly token?: string;
  readonly language?: string;
  /** Headers of the portal: `X-Client-Address`, `X-Device-Token`, `User-Agent` and the like. */
  readonly headers?: Readonly<Record<string, string>>;
}

export const TEST_DATA_KEY = 'a-data-key-for-tests-of-32-characters';
/** Signs callbacks of payment providers. */
export const TEST_PAYMENT_SECRET = 'a-secret-of-the-payers-for-tests-0001';
export const TEST_SECRET = 'a-secret-of-the-studio-for-tests-0001';

/** `services`: external services replaced by the test. `more`: payment providers. `deskUrl`: desk for draws of the built-in vendor. */
export async function openTestPlatform(
  services: ServiceSettings = {},
  { deskUrl, ...more }: Pick<PlatformDeps, 'payouts' | 'gateways'> & { readonly deskUrl?: () => string } = {},
): Promise<TestPlatform> {
  const { db, watch, close: closeDatabase } = await openTestDatabase();
  const clock = movableClock();
  const hub = createEventHub();
  const faults: unknown[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void faults.push(JSON.parse(line)) });
  const studio = { code: STUDIO_PROVIDER, secret: TEST_SECRET, launchUrl: '/studio/play', verifyUrl: '/studio/verify' };
  const providers = [{ ...studio, ...(deskUrl && { deskUrl }) }];
  const platform = createPlatform({
    db,
    databaseWatch: watch,
    clock,
    hub,
    log,
    merchant: 'lagoon',
    providers,
    gateways: Object.values(DEMO_GATEWAYS).map((code) => ({
      code,
      secret: TEST_PAYMENT_SECRET,
      payUrl: '/paysim/pay',
      scan: code === 'qr',
    })),
    dataKey: TEST_DATA_KEY,
    passwordCost: TEST_PASSWORD_COST,
    services: { challengeCost: 1, ...services },
    ...more,
  });
  const accounts = await platform.seed();
  const server = await listen(platform);
  const url = localUrl(server);

  const request = (method: string, path: string) =>
    (supertest(url) as unknown as Record<string, (path: string) => supertest.Test>)[method.toLowerCase()]?.(path) as supertest.Test;
  const keys = async () => (await request('GET', '/wps/session/keys')).body.value.keys as PayloadKey[];
  const call = async (
    definition: ClientCall,
    { query, body, raw, token, language, headers }: CallOptions = {},
  ): Promise<supertest.Response> => {
    const sent = request(definition.method, definition.path).query(query ?? {});
    if (token !== undefined) sent.set('Authorization', `Bearer ${token}`);
    if (language !== undefined) sent.set('Language', language);
    if (headers) sent.set(headers);
    if (raw !== undefined) return sent.set('Content-Type', 'image/png').send(raw);
    if (body === undefined) return sent;
    if (!definition.encrypted) return sent.send(body as object);
    const [key] = await keys();
    return sent.send({ payload: await sealPayload(key as PayloadKey, definition.id, body, clock.now().getTime()) });
  };

  return {
    platform,
    db,
    clock,
    hub,
    url,
    merchant: 'lagoon',
    demo: Object.fromEntries(accounts.map((account) => [account.role, account])) as TestPlatform['demo'],
    faults,
    request,
    call,
    async login(account, password = accounts[0]?.password ?? '') {
      const { sessionLogin } = await import('../../shared/api/sign-in/calls.ts');
      const answer = await call(sessionLogin, { body: { username: account, password } });
      if (!answer.body.success) throw new Error(`login of ${account}: ${answer.body.code}`);
      return answer.body.value.token as string;
    },
    async close() {
      await platform.close();
      await new Promise((resolve) => server.close(resolve));
      await closeDatabase();
    },
  };
}

async function listen(platform: Platform): Promise<Server> {
  const server = createServer(messageClassesOf(platform.app), platform.app);
  await listenLocally(server);
  return server;
}
