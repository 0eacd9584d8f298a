import http, { type ClientRequest, type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { UPSTREAM_FAMILIES, type UpstreamFamily } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { UpstreamUrls } from '../contracts.ts';
import type { Circuits, UpstreamOutcome } from './circuits.ts';
import type { Deadlines } from './deadlines.ts';
import { type ExchangeDeadlines, exchange, type RawAnswer } from './exchange.ts';
import { platformAgent } from './keyed-agent.ts';
import { isEnvelope, type ReadAnswer, type ReadCall } from './read-answer.ts';
import { UpstreamFault } from './upstream-fault.ts';

export interface UpstreamTarget {
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly port: string;
  /** Path prefix without a trailing slash, "" for none. */
  readonly path: string;
  readonly agent: http.Agent;
  /** For answers without an end: each occupies a connection, and calls must not wait for those. */
  readonly streamAgent: http.Agent;
}

export interface PlainRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface CallRequest {
  readonly call: AnyCall;
  /** Query with its question mark, "" for none. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  /** Milliseconds that the caller has already lost to timeouts; they shorten the silence deadline of a reading call. */
  readonly waitedMs?: number | undefined;
}

export interface UpstreamAnswer extends ReadAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
}

export interface UpstreamClient extends UpstreamLinks {
  /**
   * Sends one call with all deadlines and reads the answer by the call table. A GET is retried once if nothing was answered and time is
   * left; other methods are never retried. An unreadable answer is a fault.
   */
  send(request: CallRequest): Promise<UpstreamAnswer>;
}

export interface UpstreamClientDeps {
  readonly links: UpstreamLinks;
  readonly deadlines: Deadlines;
  readonly circuits: Circuits;
  readonly readCall: ReadCall;
}

/** Addresses of the upstream and their connections. */
export interface UpstreamLinks {
  target(path: string): UpstreamTarget;
  /** A request whose answer has no end; the caller owns the stream. */
  open(request: PlainRequest): ClientRequest;
  /** The same for `/internal`, which only the embedded platform answers, on loopback. */
  openInternal(request: PlainRequest): ClientRequest;
  /** Sends one request and returns the answer unparsed. */
  exchange(request: PlainRequest, body?: string | Buffer, within?: Partial<ExchangeDeadlines>): Promise<RawAnswer>;
  sendInternal(path: string): Promise<RawAnswer>;
  close(): void;
}

const MAX_SOCKETS = 256;
const MAX_FREE_SOCKETS = 64;
const NO_ANSWER: readonly UpstreamOutcome[] = ['connect', 'broken'];

export function createUpstreamLinks(urls: UpstreamUrls, deadlines: Deadlines, platformKey?: string): UpstreamLinks {
  const targets = new Map<string, UpstreamTarget>(Object.entries(urls).map(([family, url]) => [family, createTarget(url, platformKey)]));
  const target = (path: string): UpstreamTarget => {
    const found = targets.get(familyOf(path));
    if (!found) throw new Error(`no upstream for ${path}`);
    return found;
  };
  return {
    target,
    open(request) {
      const found = target(request.path);
      return openAt({ ...found, agent: found.streamAgent }, request);
    },
    openInternal: (request) => openAt(target('/wps/'), request),
    exchange: (request, body, within) => exchange(openAt(target(request.path), request), body, { ...deadlines, ...within }),
    sendInternal: (path) => exchange(openAt(target('/wps/'), { method: 'GET', path, headers: {} }), undefined, deadlines),
    close() {
      for (const { agent, streamAgent } of targets.values()) {
        agent.destroy();
        streamAgent.destroy();
      }
    },
  };
}

export function createUpstreamClient({ links, deadlines, circuits, readCall }: UpstreamClientDeps): UpstreamClient {
  async function attempt(request: CallRequest, count: number, within: Partial<ExchangeDeadlines>): Promise<UpstreamAnswer> {
    const { call, search, headers, body } = request;
    const reads = call.method === 'GET';
    const end = circuits.begin({ call: call.id, family: familyOf(call.path), reads, attempt: count });
    if (!end) throw new UpstreamFault('upstream_unavailable', 'breaker');
    try {
      const plain = { method: call.method, path: call.path + search, headers };
      const answer = await links.exchange(plain, body, within);
      const asker = { requestId: headers['x-request-id'] ?? '', language: headers.language ?? '' };
      const read = readCall(call, answer.status, answer.body, asker);
      end(outcomeOf(answer.status, read, answer.body));
      if (!read) throw new UpstreamFault('upstream_unavailable', 'unreadable', { hasAnswered: true });
      return { ...answer, ...read };
    } catch (fault) {
      const outcome = fault instanceof UpstreamFault ? fault.outcome : 'broken';
      // A timeout under a shortened deadline says nothing about the upstream.
      end(outcome === 'timeout' && request.waitedMs ? 'gone' : outcome);
      throw fault;
    }
  }
  return {
    ...links,
    async send(request) {
      if (request.call.method !== 'GET') return attempt(request, 1, {});
      const start = performance.now();
      const silence = deadlines.read - (request.waitedMs ?? 0);
      if (silence <= 0) throw new UpstreamFault('upstream_timeout', 'timeout');
      try {
        return await attempt(request, 1, { begin: silence, idle: silence });
      } catch (fault) {
        const took = performance.now() - start;
        if (took >= silence || !mayRetry(fault)) throw fault;
        return attempt(request, 2, { begin: silence - took, idle: silence, total: deadlines.total - took });
      }
    },
  };
}

export function familyOf(path: string): UpstreamFamily {
  const name = path.slice(1, path.indexOf('/', 1));
  return UPSTREAM_FAMILIES.find((family) => family === name) ?? 'wps';
}

/**
 * Classifies an answer. A busy, closed or refusing platform has answered. A 500 comes from a running program that failed on this request,
 * perhaps for one member only; 502 to 504 come from a server in front of it. An unreadable answer is `odd` where one visitor's request or
 * one member's data may be the cause.
 */
export function outcomeOf(status: number, read: ReadAnswer | undefined, body: Buffer): UpstreamOutcome {
  if (!read) {
    if (status === 500) return 'failed';
    return (status >= 400 && status < 500) || (status < 300 && isEnvelope(body)) ? 'odd' : 'unreadable';
  }
  if (read.envelope.success) return 'ok';
  return status >= 500 && read.envelope.code === 'system_error' ? 'failed' : 'refused';
}

function mayRetry(fault: unknown): boolean {
  return fault instanceof UpstreamFault && fault.code === 'upstream_unavailable' && NO_ANSWER.includes(fault.outcome) && !fault.hasAnswered;
}

function openAt({ protocol, hostname, port, path, agent }: UpstreamTarget, { method, path: wanted, headers }: PlainRequest): ClientRequest {
  const transport = protocol === 'https:' ? https : http;
  return transport.request({ hostname, port, path: path + wanted, method, headers, agent });
}

function createTarget(address: string, platformKey: string | undefined): UpstreamTarget {
  const { protocol, hostname, host, port, pathname } = new URL(address);
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_FREE_SOCKETS, scheduling: 'lifo' as const };
  const agent = platformAgent(protocol, options, platformKey);
  const streamAgent = platformAgent(protocol, {}, platformKey);
  const bare = hostname.replace(/^\[|\]$/g, '');
  return {
    protocol,
    hostname: bare,
    host,
    port: port || (protocol === 'https:' ? '443' : '80'),
    path: pathname.replace(/\/+$/, ''),
    agent,
    streamAgent,
  };
}
