import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import type { RefusalCode } from '../../../shared/codes.ts';
import type { UpstreamUrls } from '../contracts.ts';
import { type Deadlines, watchConnect } from './deadlines.ts';

export interface UpstreamTarget {
  readonly protocol: string;
  readonly hostname: string;
  readonly host: string;
  readonly port: string;
  /** Path prefix without a trailing slash, "" for none. */
  readonly path: string;
  readonly agent: http.Agent;
}

export interface UpstreamRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface UpstreamAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The upstream gave no usable answer. */
export class UpstreamFault extends Error {
  override readonly name = 'UpstreamFault';
  readonly code: Extract<RefusalCode, 'upstream_unavailable' | 'upstream_timeout'>;

  constructor(code: UpstreamFault['code'], cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

export interface UpstreamClient {
  target(path: string): UpstreamTarget;
  /** One request with all deadlines; a GET is tried once more when the connection failed, anything else never. */
  send(request: UpstreamRequest): Promise<UpstreamAnswer>;
  /** A request to `/internal`, which only the embedded platform answers and only on loopback. */
  sendInternal(path: string, method?: 'GET' | 'POST'): Promise<UpstreamAnswer>;
  /** A request whose answer has no end; the caller owns the stream. */
  open(request: UpstreamRequest): ClientRequest;
  close(): void;
}

const MAX_SOCKETS = 256;
const MAX_FREE_SOCKETS = 64;
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export function createUpstreamClient(urls: UpstreamUrls, deadlines: Deadlines): UpstreamClient {
  const targets = new Map<string, UpstreamTarget>(Object.entries(urls).map(([family, url]) => [family, createTarget(url)]));

  function target(path: string): UpstreamTarget {
    const found = targets.get(path.slice(1, path.indexOf('/', 1)));
    if (!found) throw new Error(`no upstream for ${path}`);
    return found;
  }
  const open = (request: UpstreamRequest) => openAt(target(request.path), request);
  return {
    target,
    open,
    async send(request) {
      try {
        return await exchange(open(request), request.body, deadlines);
      } catch (fault) {
        const again = request.method === 'GET' && fault instanceof UpstreamFault && fault.code === 'upstream_unavailable';
        if (!again) throw fault;
        return exchange(open(request), request.body, deadlines);
      }
    },
    sendInternal: (path, method = 'GET') => exchange(openAt(target('/wps/'), { method, path, headers: {} }), undefined, deadlines),
    close() {
      for (const { agent } of targets.values()) agent.destroy();
    },
  };
}

function openAt(
  { protocol, hostname, port, path, agent }: UpstreamTarget,
  { method, path: wanted, headers }: UpstreamRequest,
): ClientRequest {
  const transport = protocol === 'https:' ? https : http;
  return transport.request({ hostname, port, path: path + wanted, method, headers, agent });
}

function createTarget(address: string): UpstreamTarget {
  const { protocol, hostname, host, port, pathname } = new URL(address);
  const options = { keepAlive: true, maxSockets: MAX_SOCKETS, maxFreeSockets: MAX_FREE_SOCKETS, scheduling: 'lifo' as const };
  const agent = protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
  const bare = hostname.replace(/^\[|\]$/g, '');
  return {
    protocol,
    hostname: bare,
    host,
    port: port || (protocol === 'https:' ? '443' : '80'),
    path: pathname.replace(/\/+$/, ''),
    agent,
  };
}

function exchange(request: ClientRequest, body: string | undefined, deadlines: Deadlines): Promise<UpstreamAnswer> {
  return new Promise((resolve, reject) => {
    const expire = () => request.destroy(new UpstreamFault('upstream_timeout'));
    const total = setTimeout(expire, deadlines.total);
    const fail = (error: unknown) => {
      clearTimeout(total);
      reject(error instanceof UpstreamFault ? error : new UpstreamFault('upstream_unavailable', error));
    };
    request.setTimeout(deadlines.idle, expire);
    request.on('socket', () => watchConnect(request, deadlines.connect, expire));
    request.on('error', fail);
    request.on('response', (answer: IncomingMessage) => {
      collect(answer).then((bytes) => {
        clearTimeout(total);
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body: bytes });
      }, fail);
    });
    request.end(body);
  });
}

async function collect(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new UpstreamFault('upstream_unavailable');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
