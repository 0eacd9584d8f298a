import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { isFinalStatus, watchConnectionLoss } from '../../net/client-request.ts';
import { currentSpan } from '../../observe/tracing.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage, Next } from '../edge-stage.ts';
import type { Refuse } from '../refusals.ts';
import { bufferBody } from './buffer-body.ts';
import { RETRY_AFTER_SECONDS } from './circuits.ts';
import { DEADLINES, type Deadlines } from './deadlines.ts';
import { platformAgent } from './keyed-agent.ts';
import { createReadBreaker } from './read-breaker.ts';
import { CLIENT_ADDRESS_HEADER } from './upstream-headers.ts';
import { watchReading } from './watch-reading.ts';

export interface ServiceMount {
  readonly handle: EdgeStage;
  close(): void;
}

export interface MountedService {
  /** Addresses that belong to the service. */
  readonly path: RegExp;
  /** For metrics and logs. */
  readonly route: string;
  /** If undefined the mount handles no request. */
  readonly url: string | undefined;
  /** Set if the service belongs to the platform. */
  readonly platformKey?: string | undefined;
  /** Request headers that are forwarded; all others, cookies above all, are dropped. */
  readonly forwardedHeaders: readonly string[];
  readonly maxBodyBytes: number;
  /** Concurrent connections to the service; a stream holds one while it is open. */
  readonly maxSockets?: number;
  /** Deadlines of a GET: silence and total. Other requests, and every GET if this is undefined, have much longer deadlines. */
  readonly reading?: Pick<Deadlines, 'read' | 'total'>;
  /** Milliseconds of silence for all other requests. */
  readonly timeoutMs?: number;
  /** Milliseconds that a GET may wait for a free connection; other requests may wait much longer. */
  readonly connectionWaitMs?: number;
  /** Lets the request pass or answers it. */
  readonly count?: (request: EdgeRequest, response: EdgeResponse, next: Next) => void;
  /** Changes headers of the answer before they are sent. `host` is the one in the visitor's request. */
  readonly answerHeaders?: (headers: IncomingMessage['headers'], host: string | undefined) => void;
}

const DROPPED_ANSWER_HEADERS = ['set-cookie', 'connection', 'keep-alive', 'transfer-encoding', 'x-powered-by'];
const TIMEOUT_MS = 15_000;
const MAX_SOCKETS = 128;

/** A service behind the portal that is independent of its visitors: it receives and sets no cookies. */
export function mountService(service: MountedService, refuse: Refuse): ServiceMount {
  const { path, route, url, maxBodyBytes } = service;
  if (url === undefined) return { handle: (_request, _response, next) => next(), close: () => undefined };
  const agent = platformAgent(
    new URL(url).protocol,
    { keepAlive: true, maxSockets: service.maxSockets ?? MAX_SOCKETS },
    service.platformKey,
  );
  const breaker = createReadBreaker();
  /** Timers that end the wait for a free connection. */
  const waitTimers = new WeakMap<ServerResponse, NodeJS.Timeout>();
  const proxyWithin = (reading: MountedService['reading'], onResult: (answered: boolean) => void) =>
    createProxyMiddleware<IncomingMessage, ServerResponse>({
      target: url,
      agent,
      proxyTimeout: reading ? undefined : (service.timeoutMs ?? TIMEOUT_MS),
      xfwd: false,
      ejectPlugins: true,
      plugins: [
        (server) => {
          // Emitted once a connection is available.
          server.on('proxyReq', (outgoing: ClientRequest, request, response) => {
            clearTimeout(waitTimers.get(response));
            if (response.writableEnded || response.destroyed) return void outgoing.destroy();
            watchConnectionLoss(outgoing, (error) => server.emit('error', error, request, response));
            if (reading) watchReading(outgoing, response, { ...reading, visitor: TIMEOUT_MS });
            response.once('close', () => {
              if (!response.writableFinished) outgoing.destroy();
            });
          });
          server.on('proxyRes', (answer, request, response) => {
            if (!isFinalStatus(answer.statusCode)) {
              answer.destroy();
              return void server.emit('error', new Error('not a final status'), request, response);
            }
            onResult(true);
            for (const name of DROPPED_ANSWER_HEADERS) delete answer.headers[name];
            service.answerHeaders?.(answer.headers, (response as EdgeResponse).locals.host);
            answer.headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
            answer.once('error', () => response.destroy());
          });
          server.on('error', (error, _request, target) => {
            const response = target as EdgeResponse;
            if (response.destroyed || response.writableEnded) return;
            onResult(false);
            response.locals.log.warn({ err: error, route }, 'mounted service failed');
            refuse(response, 502, 'upstream_unavailable');
          });
          server.on('econnreset', () => undefined);
        },
      ],
    });
  const defaultProxy = proxyWithin(undefined, () => undefined);
  const reading = service.reading && proxyWithin(service.reading, breaker.recordResult);
  return {
    handle(request, response, next) {
      if (!path.test(request.url)) return next();
      response.locals.route = route;
      if (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
        return refuse(response, 413, 'body_too_large', { Connection: 'close' });
      }
      const reads = request.method === 'GET' || request.method === 'HEAD';
      const unavailable = () => refuse(response, 503, 'upstream_unavailable', { 'Retry-After': RETRY_AFTER_SECONDS });
      const pass = (proxy: typeof defaultProxy) => {
        response.locals.host = request.headers.host;
        request.headers = pickHeaders(service.forwardedHeaders, request, response);
        const waitTimer = setTimeout(unavailable, reads ? (service.connectionWaitMs ?? DEADLINES.read) : TIMEOUT_MS);
        waitTimers.set(response, waitTimer);
        response.once('close', () => clearTimeout(waitTimer));
        proxy(request, response, next).catch(next);
      };
      const proceed = () => {
        if (reads) {
          if (!reading) return pass(defaultProxy);
          return breaker.mayRequest() ? pass(reading) : unavailable();
        }
        bufferBody(request, maxBodyBytes).then(
          (isComplete) => (isComplete ? pass(defaultProxy) : refuse(response, 413, 'body_too_large', { Connection: 'close' })),
          () => response.destroy(),
        );
      };
      if (service.count) service.count(request, response, proceed);
      else proceed();
    },
    close: () => agent.destroy(),
  };
}

function pickHeaders(names: readonly string[], request: EdgeRequest, response: EdgeResponse): IncomingMessage['headers'] {
  const headers: IncomingMessage['headers'] = {
    connection: 'keep-alive',
    'x-request-id': response.locals.requestId,
    [CLIENT_ADDRESS_HEADER]: response.locals.address,
  };
  const span = currentSpan();
  if (span) headers.traceparent = span.traceparent;
  for (const name of names) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  return headers;
}
