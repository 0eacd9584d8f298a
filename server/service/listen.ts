import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { ConfigError } from '../config/config-error.ts';
import type { MessageClasses } from '../net/express-messages.ts';

const SWEEP_MS = 1_000;
const LIMITS = { keepAliveTimeout: 65_000, connectionsCheckingInterval: SWEEP_MS };
const REQUEST_SECONDS = 15;
const HEADERS_MS = 10_000;
/** For ten thousand browsers with an event stream and one call each. */
const MAX_CONNECTIONS = 20_000;
const FINISH_DEADLINE_MS = 10_000;
const IDLE_SWEEP_MS = 250;
const NOT_OUR_ADDRESS = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'];

/** Address of a server, and the names of its settings. */
export interface ListenAddress {
  readonly port: number;
  readonly host: string;
  readonly portName: string;
  readonly hostName: string;
}

export interface ListenOptions {
  readonly requestSeconds?: number;
  /** Classes of the requests and responses that `app` takes. */
  readonly messages?: MessageClasses;
}

/** Closes connections whose request is incomplete after `requestSeconds`, or whose headers are after ten. */
export function listen(
  app: RequestListener,
  place: ListenAddress,
  { requestSeconds = REQUEST_SECONDS, messages }: ListenOptions = {},
): Promise<Server> {
  // The next sweep detects a timeout, so the limit is one sweep shorter.
  const requestTimeout = requestSeconds * 1000 - SWEEP_MS;
  const headersTimeout = Math.min(HEADERS_MS, requestTimeout);
  const server = createServer({ ...LIMITS, ...messages, requestTimeout, headersTimeout }, app);
  server.maxConnections = MAX_CONNECTIONS;
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(toConfigError(error, place)));
    server.listen(place.port, place.host, () => resolve(server));
  });
}

function toConfigError(error: NodeJS.ErrnoException, { port, host, portName, hostName }: ListenAddress): Error {
  if (error.code === 'EADDRINUSE') return new ConfigError(portName, String(port), 'a free port; another program uses this one');
  if (NOT_OUR_ADDRESS.includes(error.code ?? '')) return new ConfigError(hostName, host, 'an address of this machine');
  if (error.code === 'EACCES') return new ConfigError(portName, String(port), 'a port that this user may open');
  return error;
}

/** Detects a used port before the start spends seconds on other parts. */
export async function requireFree(place: ListenAddress): Promise<void> {
  const probe = await listen(() => undefined, place);
  await new Promise((resolve) => probe.close(resolve));
}

export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

/** Accepts no new connections and lets running requests finish. */
export function closeServer(server: Server): Promise<void> {
  return waitForClose(server, () => server.close());
}

/**
 * The same, while other processes still serve the port: idle connections stay open, because a request may be on its way. Each closes after
 * its next answer, or at the deadline.
 */
export function drainServer(server: Server): Promise<void> {
  // http.Server.close would close idle connections at once; net.Server.close only stops listening.
  return waitForClose(server, () => void NetServer.prototype.close.call(server), FINISH_DEADLINE_MS);
}

function waitForClose(server: Server, close: () => void, sweepAfterMs = 0): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), sweepAfterMs + FINISH_DEADLINE_MS);
    // A connection that becomes idle later would stay open for its next request.
    let sweep: NodeJS.Timeout | undefined;
    const wait = setTimeout(() => {
      sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    }, sweepAfterMs);
    server.once('close', () => {
      clearTimeout(force);
      clearTimeout(wait);
      clearInterval(sweep);
      resolve();
    });
    close();
  });
}
