import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenLocally } from '../../server/net/test-server.ts';
import { requestStatus } from './constant-load.ts';

export interface Front {
  readonly port: number;
  close(): Promise<void>;
}

interface PendingRequest {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

const TRY_MS = 5_000;
const PAUSE_MS = 50;
/** `health_interval`. */
const HEALTH_MS = 2_000;
/** `fail_duration`: a portal that refused a connection is skipped for this time, unless all of them are skipped. */
const PASSED_OVER_MS = 2_000;

/**
 * Simulates the load balancer of `deploy/Caddyfile`, without TLS. It alternates between portals, tries the next one when a
 * portal refuses a connection, and retries a GET when the connection ended before any answer: a closing listener resets its
 * queued connections. `patient: false` disables both. `healthStatus`: health checks as with `health_uri` of
 * `deploy/platforms.Caddyfile`; a portal with another status is skipped.
 */
export async function startFront(
  ports: readonly number[],
  { patient = true, healthStatus }: { readonly patient?: boolean; readonly healthStatus?: number } = {},
): Promise<Front> {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const failedAt = new Map<number, number>();
  const unwell = new Set<number>();
  const healthTimer = healthStatus === undefined ? undefined : setInterval(() => void checkHealth(healthStatus), HEALTH_MS);
  let turn = 0;
  const server: Server = createServer((incoming, response) => {
    void bodyOf(incoming).then((body) => pass({ request: incoming, body }, response, Date.now() + TRY_MS));
  });

  async function checkHealth(expected: number): Promise<void> {
    for (const port of ports) {
      const status = await requestStatus({ url: `http://127.0.0.1:${port}/` });
      if (status === expected) unwell.delete(port);
      else unwell.add(port);
    }
  }

  function next(): number {
    const fresh = ports.filter((port) => !unwell.has(port) && Date.now() - (failedAt.get(port) ?? 0) > PASSED_OVER_MS);
    const able = patient && fresh.length > 0 ? fresh : ports;
    return able[turn++ % able.length] ?? 0;
  }

  function pass(pending: PendingRequest, response: ServerResponse, until: number): void {
    const { method, url, headers, socket } = pending.request;
    const forwarded = { 'x-forwarded-for': socket.remoteAddress ?? '', 'x-forwarded-proto': 'https' };
    const port = next();
    const outgoing = request({ host: '127.0.0.1', port, method, path: url, agent, headers: { ...headers, ...forwarded } });
    outgoing.once('response', (answer) => {
      const { connection: _own, ...rest } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => {
      if (response.headersSent) return void response.destroy();
      const again = error.code === 'ECONNREFUSED' || method === 'GET';
      failedAt.set(port, Date.now());
      if (patient && again && Date.now() < until) setTimeout(() => pass(pending, response, until), PAUSE_MS);
      else response.writeHead(502).end();
    });
    outgoing.end(pending.body);
  }
  await listenLocally(server);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        clearInterval(healthTimer);
        agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
