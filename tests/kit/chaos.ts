import { createServer, type IncomingMessage, request as requestHttp, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { callByRoute } from '../../shared/api/call-table.ts';
import { simulationStream } from '../../shared/studio/simulation-stream.ts';
import { type Answer, deliver, type Fault } from './chaos-faults.ts';

export { type Fault, faults } from './chaos-faults.ts';

/** When something goes wrong, and what. The first rule that fits decides. */
export interface ChaosRule {
  /** Id of a call of the table (`wallet.balance`), or a pattern of the path with its query; without it every request. */
  readonly on?: string | RegExp;
  readonly method?: string;
  /** One after the other: `[faults.delay(200), faults.cut()]`. */
  readonly faults: Fault | readonly Fault[];
  /** The share of the fitting requests that it strikes, by the seed; all without it. */
  readonly share?: number;
  /** Strikes that often and no more. */
  readonly times?: number;
}

/** What an upstream is asked to be: `openPortal({ upstream: chaos(...) })`. */
export interface ChaosPlan {
  readonly kind: 'chaos';
  /** The same seed, the same strikes. */
  readonly seed: number;
  readonly rules: readonly ChaosRule[];
  /** Address of what stands behind it; the embedded platform without one. */
  readonly behind?: string;
}

export function chaos({ seed = 1, rules = [], behind }: { seed?: number; rules?: readonly ChaosRule[]; behind?: string } = {}): ChaosPlan {
  return { kind: 'chaos', seed, rules, ...(behind === undefined ? {} : { behind }) };
}

export interface Received {
  readonly method: string;
  readonly path: string;
  /** Id in the call table; empty for anything else. */
  readonly call: string;
  readonly body: string;
  /** What it was struck with. */
  readonly faults: readonly Fault['kind'][];
}

/** Stands between the portal and a platform and does what networks do. */
export interface ChaosUpstream {
  readonly url: string;
  /** Every request that has come in, in order. */
  readonly received: readonly Received[];
  /** How many of them were of this call, or fit this pattern of the path. */
  count(on: string | RegExp): number;
  /** Adds a rule before those that are there; the answer takes it away again. */
  strike(rule: ChaosRule): () => void;
  /** From now on every request passes. */
  calm(): void;
  /** Nobody listens any more: connections are refused. */
  down(): Promise<void>;
  /** Listens again, at the same address. */
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

/** The same request to the platform behind; its answer as a stream, which an event stream needs. */
function forward(url: URL, { method, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = requestHttp(url, { method, headers: { ...headers, host: url.host }, agent: false }, (stream) =>
      resolve({ status: stream.statusCode ?? 502, headers: stream.headers, stream, bytes: () => bytesOf(stream) }),
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
