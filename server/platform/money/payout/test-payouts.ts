import { createServer } from 'node:http';
import { pino } from 'pino';
import type { PayoutAnswer, PayoutEvent, PayoutOrder } from '../../../../shared/api/payouts.ts';
import { parseWireAmount, toWire, type Units } from '../../../../shared/money/money.ts';
import { SIGNATURE_HEADER, TIMESTAMP_HEADER } from '../../../../shared/seamless/wallet.ts';
import { listenLocally, localUrl } from '../../../net/test-server.ts';
import type { Database } from '../../base/db/database.ts';
import { inTransaction } from '../../base/db/transaction.ts';
import { verifyRequest } from '../../base/signature.ts';
import { createProviderHealth } from '../provider-health/index.ts';
import { createWithdrawalPayments } from '../withdrawal/index.ts';
import { createTestWithdrawals } from '../withdrawal/test-withdrawals.ts';
import type { PayoutDeps, PayoutRoute } from './contracts.ts';
import { createPayouts } from './payouts.ts';

const SECRET = 'a-secret-of-a-payout-provider-in-tests';

/** A provider in this process that pays what it accepts; each fault applies to the next requests. */
export interface TestProvider {
  readonly code: string;
  readonly url: string;
  /** Orders by id, each paid once. */
  readonly orders: ReadonlyMap<string, PayoutOrder>;
  /** Money that has left the provider. */
  paidOut(): Units;
  /** Requests received, in order: path and payout id. */
  readonly requests: string[];
  /** What happens to requests: `lost` drops the connection after the order was taken, `broken` before it; `silent` takes it and
   * never answers. */
  mode: 'pays' | 'accepts' | 'fails' | 'lost' | 'broken' | 'error' | 'garbage' | 'part' | 'silent';
  /** The report of an order as of now. */
  report(id: string): Omit<PayoutEvent, 'eventId' | 'currency' | 'payoutId'>;
  set(id: string, state: 'accepted' | 'paid' | 'failed', paid: Units, returned?: Units): void;
  close(): Promise<void>;
}

interface Held {
  readonly order: PayoutOrder;
  state: 'accepted' | 'paid' | 'failed';
  paid: Units;
  returned: Units;
}

export async function startTestProvider(code: string, now: () => Date): Promise<TestProvider> {
  const held = new Map<string, Held>();
  const requests: string[] = [];
  let mode: TestProvider['mode'] = 'pays';
  const take = (order: PayoutOrder): void => {
    if (held.has(order.payoutId)) return;
    const amount = parseWireAmount(order.amount) ?? 0n;
    const state = mode === 'fails' ? 'failed' : mode === 'accepts' ? 'accepted' : 'paid';
    held.set(order.payoutId, { order, state, paid: state !== 'paid' ? 0n : mode === 'part' ? amount / 4n : amount, returned: 0n });
  };
  const report = (id: string) => {
    const one = held.get(id);
    if (!one) throw new Error(`no payout ${id}`);
    return {
      state: one.state,
      paid: toWire(one.paid),
      returned: toWire(one.returned),
      ...(one.state === 'failed' && { reason: 'account_closed' as const }),
    };
  };
  const answerTo = (path: string, body: Buffer): PayoutAnswer => {
    const content = JSON.parse(body.toString()) as PayoutOrder;
    requests.push(`${path} ${content.payoutId}`);
    if (path === '/payouts') take(content);
    const known = held.get(content.payoutId);
    if (!known) return { status: 'UNKNOWN_PAYOUT' };
    if (path === '/payouts' && JSON.stringify(known.order) !== JSON.stringify(content)) return { status: 'PAYOUT_MISMATCH' };
    return { status: 'OK', ...report(content.payoutId) };
  };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const [timestamp, signature] = [String(request.headers[TIMESTAMP_HEADER]), String(request.headers[SIGNATURE_HEADER])];
      const path = request.url ?? '';
      const isFresh = Math.abs(Number(timestamp) - now().getTime()) < 300_000;
      if (!isFresh || !verifyRequest(SECRET, { method: 'POST', path, timestamp, body }, signature))
        return void response.writeHead(401).end();
      if (mode === 'broken') return void request.socket.destroy();
      if (mode === 'error') return void response.writeHead(503).end('{"status":"OK"}');
      const answer = answerTo(path, body);
      if (mode === 'silent') return;
      if (mode === 'lost') return void request.socket.destroy();
      response.writeHead(200, { 'content-type': 'application/json' }).end(mode === 'garbage' ? '<html>' : JSON.stringify(answer));
    });
  });
  await listenLocally(server);
  return {
    code,
    url: `${localUrl(server)}/payouts`,
    get orders() {
      return new Map([...held].map(([id, { order }]) => [id, order]));
    },
    paidOut: () => [...held.values()].reduce((sum, { paid, returned }) => sum + paid - returned, 0n),
    requests,
    get mode() {
      return mode;
    },
    set mode(next) {
      mode = next;
    },
    report,
    set(id, state, paid, returned = 0n) {
      const one = held.get(id);
      if (one) Object.assign(one, { state, paid, returned });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Payouts over the withdrawals of the fixture, with providers of their own. */
export function createTestPayouts(db: Database, providers: readonly Pick<TestProvider, 'code' | 'url'>[], routes?: readonly PayoutRoute[]) {
  const under = createTestWithdrawals(db);
  const health = createProviderHealth({ db, clock: under.clock });
  const errors: unknown[] = [];
  const deps: PayoutDeps = {
    db,
    clock: under.clock,
    health,
    payoutAccounts: under.deps.payoutAccounts,
    log: pino({ level: 'error' }, { write: (line: string) => void errors.push(JSON.parse(line)) }),
    withdrawals: createWithdrawalPayments(under.deps),
    settings: {
      providers: providers.map(({ code, url }) => ({ code, url, secret: SECRET })),
      routes: routes ?? providers.map(({ code }) => ({ provider: code })),
    },
  };
  const payouts = createPayouts(deps);
  let events = 0;
  return {
    under,
    health,
    deps,
    payouts,
    errors,
    run: payouts.run,
    /** Runs often enough for every repeated request. */
    async runFor(minutes: number) {
      for (let passed = 0; passed < minutes; passed += 1) {
        under.clock.advance(60_000);
        await payouts.run();
      }
    },
    payoutsOf: (withdrawalId: string) => payouts.desk.of(db, withdrawalId),
    event(provider: string, payoutId: string, report: Omit<PayoutEvent, 'eventId' | 'currency' | 'payoutId'>) {
      events += 1;
      return payouts.applyEvent(provider, { eventId: `e${events}`, payoutId, currency: 'CNY', ...report });
    },
    settle: (payoutId: string, outcome: 'paid' | 'failed') =>
      inTransaction(db, (tx, afterCommit) =>
        payouts.desk.settle(tx, afterCommit, payoutId, { operator: 'operator-1', reason: 'called', outcome }),
      ),
  };
}

export type TestPayouts = ReturnType<typeof createTestPayouts>;
