import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callByRoute } from '../../shared/api/call-table.ts';
import { simulationStream } from '../../shared/games/simulation-stream.ts';
import { type Answer, deliver, type Fault } from './chaos-faults.ts';

export { type Fault, faults } from './chaos-faults.ts';

/** Condition and faults. The first matching rule applies. */
export interface ChaosRule {
  /** Id of a call of the table (`wallet.balance`), or a pattern of the path with its query; every request if absent. */
  readonly on?: string | RegExp;
  readonly method?: string;
  /** Applied in sequence: `[faults.delay(200), faults.cut()]`. */
  readonly faults: Fault | readonly Fault[];
  /** Fraction of matching requests that get the faults, chosen by the seed; all if absent. */
  readonly share?: number;
  /** Maximum number of applications. */
  readonly times?: number;
}

/** Describes an upstream: `openPortal({ upstream: chaos(...) })`. */
export interface ChaosPlan {
  readonly kind: 'chaos';
  /** The same seed affects the same requests. */
  readonly seed: number;
  readonly rules: readonly ChaosRule[];
  /** Address of the platform behind the proxy; the embedded platform if absent. */
  readonly behind?: string;
}

export function chaos({ seed = 1, rules = [], behind }: { seed?: number; rules?: readonly ChaosRule[]; behind?: string } = {}): ChaosPlan {
  return { kind: 'chaos', seed, rules, ...(behind === undefined ? {} : { behind }) };
}

export interface Received {
  readonly method: string;
  readonly path: string;
  /** Id in the call table; empty for other requests. */
  readonly call: string;
  readonly body: string;
  /** The faults that were applied. */
  readonly faults: readonly Fault['kind'][];
}

/** A proxy between the portal and a platform that simulates network faults. */
export interface ChaosUpstream {
  readonly url: string;
  /** All received requests in order. */
  readonly received: readonly Received[];
  /** Number of requests of this call, or that match this pattern of the path. */
  count(on: string | RegExp): number;
  /** Adds a rule before the existing ones; the returned function removes it. */
  strike(rule: ChaosRule): () => void;
  /** Removes all rules, so that every request passes. */
  calm(): void;
  /** Stops listening: connections are refused. */
  down(): Promise<void>;
  /** Listens again at the same address. */
  up(): Promise<void>;
  close(): Promise<void>;
}

export async function startChaos(plan: ChaosPlan & { readonly behind: string }): Promise<ChaosUpstream> {
  const random = simulationStream(plan.seed);
  const received: Received[] = [];
  const strikes = new Map<ChaosRule, number>();
  const ended = new AbortController();
  let rules: ChaosRule[] = [...plan.rules];

  function strikeOf(seen: Omit<Received, 'faults'>): readonly Fault[] {
    for (const rule of rules) {
      if (!fits(rule, seen)) continue;
      const struck = strikes.get(rule) ?? 0;
      if (struck >= (rule.times ?? Number.POSITIVE_INFINITY) || !(random.below(10_000) < (rule.share ?? 1) * 10_000)) continue;
      strikes.set(rule, struck + 1);
      return [rule.faults].flat() as readonly Fault[];
    }
    return [];
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bytesOf(request);
    const { method = '', url: path = '' } = request;
    const seen = { method, path, call: callByRoute(method, path.split('?')[0] ?? '')?.id ?? '', body: body.toString('utf8') };
    const faults = strikeOf(seen);
    received.push({ ...seen, faults: faults.map(({ kind }) => kind) });
    const passOn = () => forward(new URL(path, plan.behind), request, body);
    await deliver(response, faults, passOn, ended.signal);
  }

  const server = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  let port = 0;
  const up = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port;
        server.off('error', reject);
        resolve();
      });
    });
  const down = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await up();

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    count: (on) => received.filter((seen) => fits({ on }, seen)).length,
    strike(rule) {
      rules.unshift(rule);
      return () => {
        rules = rules.filter((other) => other !== rule);
      };
    },
    calm() {
      rules = [];
    },
    down,
    up,
    async close() {
      ended.abort();
      await down();
    },
  };
}

function fits({ on, method }: Pick<ChaosRule, 'on' | 'method'>, seen: Omit<Received, 'faults'>): boolean {
  if (method !== undefined && method !== seen.method) return false;
  if (on === undefined) return true;
  return typeof on === 'string' ? on === seen.call : on.test(seen.path);
}

async function bytesOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Forwards the request to the platform and returns its answer as a stream, which event streams need. */
function forward(url: URL, { method, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = requestHttp(url, { method, headers: { ...headers, host: url.host }, agent: false }, (stream) =>
      resolve({ status: stream.statusCode ?? 502, headers: stream.headers, stream, bytes: () => bytesOf(stream) }),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
