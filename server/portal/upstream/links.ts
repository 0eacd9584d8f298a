import http from 'node:http';
import https from 'node:https';
import { UPSTREAM_FAMILIES, type UpstreamFamily } from '../../../shared/api/call-table.ts';
import { PLATFORM_KEY_HEADER } from '../../../shared/api/platform-key.ts';
import type { UpstreamUrls } from '../contracts.ts';
import type { Deadlines } from './deadlines.ts';
import { type ExchangeDeadlines, type ExchangeOptions, exchange, type RawAnswer } from './exchange.ts';

export interface PlainRequest extends ExchangeOptions {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whose address and connections are used; absent: by the path. */
  readonly family?: UpstreamFamily;
  /** The answer has no end: it gets a connection of its own, so that calls never wait for one. */
  readonly isUnbounded?: boolean;
}

/** Addresses of the upstream and their connections. */
export interface UpstreamLinks {
  /** Sends one request and returns the answer unparsed. `within` replaces the usual deadlines. */
  exchange(request: PlainRequest, within?: ExchangeDeadlines): Promise<RawAnswer>;
  /** Requests a path of `/internal`, which only the embedded platform answers, on loopback. */
  sendInternal(path: string, method?: 'GET' | 'POST'): Promise<RawAnswer>;
  close(): void;
}

interface Target {
  readonly transport: typeof http | typeof https;
  readonly hostname: string;
  readonly port: string;
  /** Path prefix without a trailing slash, "" for none. */
  readonly path: string;
  readonly agent: http.Agent;
  readonly streamAgent: http.Agent;
}

/** No headers, no body, no stream, never aborted. */
export const BARE = { headers: {}, body: undefined, signal: undefined, streams: undefined } satisfies Partial<PlainRequest>;

const MAX_SOCKETS = 256;
const MAX_FREE_SOCKETS = 64;

/** `platformKey` goes with every request of these links, and with no other: the platform recognizes its portals by it. */
export function createUpstreamLinks(urls: UpstreamUrls, deadlines: Deadlines, platformKey?: string): UpstreamLinks {
  const targets = new Map<UpstreamFamily, Target>(UPSTREAM_FAMILIES.map((family) => [family, createTarget(urls[family])]));
  const send: UpstreamLinks['exchange'] = (wanted, within = deadlines) => {
    const { method, headers, isUnbounded = false } = wanted;
    const { transport, hostname, port, path, agent, streamAgent } = targets.get(wanted.family ?? familyOf(wanted.path)) as Target;
    const request = transport.request({
      hostname,
      port,
      path: path + wanted.path,
      method,
      headers,
      agent: isUnbounded ? streamAgent : agent,
    });
    if (platformKey !== undefined) request.setHeader(PLATFORM_KEY_HEADER, platformKey);
    return exchange(request, wanted, within);
  };
  return {
    exchange: send,
    sendInternal: (path, method = 'GET') => send({ ...BARE, method, path }),
    close() {
      for (const { agent, streamAgent } of targets.values()) {
        agent.destroy();
        streamAgent.destroy();
      }
    },
  };
}

/** The family of a path; `/internal` belongs to the first one. */
export function familyOf(path: string): UpstreamFamily {
  const name = path.slice(1, path.indexOf('/', 1));
  return UPSTREAM_FAMILIES.find((family) => family === name) ?? 'wps';
}

function createTarget(address: string): Target {
  const { protocol, hostname, port, pathname } = new URL(address);
  const transport = protocol === 'https:' ? https : http;
  return {
    transport,
    hostname: hostname.replace(/^\[|\]$/g, ''),
    port: port || (protocol === 'https:' ? '443' : '80'),
    path: pathname.replace(/\/+$/, ''),
    agent: new transport.Agent({ keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_FREE_SOCKETS, scheduling: 'lifo' }),
    streamAgent: new transport.Agent(),
  };
}
