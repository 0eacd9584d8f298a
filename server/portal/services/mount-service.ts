import http, { type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { Readable } from 'node:stream';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import { CLIENT_ADDRESS_HEADER } from '../../../shared/api/client-address.ts';
import { PLATFORM_KEY_HEADER } from '../../../shared/api/platform-key.ts';
import { isFinalStatus, watchConnectionLoss } from '../../net/client-request.ts';
import { collectBody } from '../../net/collect-body.ts';
import { currentSpan } from '../../observe/tracing.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage, Next } from '../edge/edge-stage.ts';
import type { Refuse } from '../edge/refusals.ts';
import { RETRY_AFTER_SECONDS } from '../upstream/circuits.ts';
import { DEADLINES, type Deadlines } from '../upstream/deadlines.ts';
import { createReadBreaker, type ReadBreaker } from './read-breaker.ts';
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
  /** Set if the service belongs to the platform: its requests carry the key. */
  readonly platformKey?: string;
  /** Request headers that are forwarded; all others, cookies above all, are dropped. */
  readonly forwardedHeaders: readonly string[];
  readonly maxBodyBytes: number;
  /** Concurrent connections to the service; a stream holds one while it is open. */
  readonly maxSockets?: number;
  /** Deadlines of a GET: silence and total. Other requests, and every GET if this is undefined, have much longer deadlines. */
  readonly reading?: Pick<Deadlines, 'read' | 'total'>;
  /** Answers are streams without an end, with a deadline for silence only. */
  readonly streams?: boolean;
  /** Milliseconds of silence for all other requests; in total they may take twice as long. */
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
/** Total time of a request without a reading deadline, in its deadlines of silence: a service may not hold it with single bytes. */
const TOTAL_TIMEOUTS = 2;
const MAX_SOCKETS = 128;

/** A service with its connections. */
interface Link {
  readonly service: MountedService & { readonly url: string };
  readonly agent: http.Agent;
  readonly refuse: Refuse;
  /** Timers that end the wait for a free connection. */
  readonly waitTimers: WeakMap<ServerResponse, NodeJS.Timeout>;
}

type ServiceProxy = RequestHandler<IncomingMessage, ServerResponse>;

/** A service behind the portal that is independent of its visitors: it receives and sets no cookies. */
export function mountService(service: MountedService, refuse: Refuse): ServiceMount {
  const { path, route, url, maxBodyBytes } = service;
  if (url === undefined) return { handle: (_request, _response, next) => next(), close: () => undefined };
  const { Agent } = new URL(url).protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: service.maxSockets ?? MAX_SOCKETS });
  const link: Link = { service: { ...service, url }, agent, refuse, waitTimers: new WeakMap() };
  const breaker = createReadBreaker();
  const proxy = createServiceProxy(link);
  const reading = service.reading && createServiceProxy(link, { ...service.reading, breaker });
  return {
    handle(request, response, next) {
      if (!path.test(request.url)) return next();
      response.locals.route = route;
      if (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > maxBodyBytes) {
        return refuse(response, 413, 'body_too_large', { Connection: 'close' });
      }
      const proceed = () => {
        if (!isReading(request)) return passChange(link, proxy, request, response, next);
        if (reading && !breaker.mayRequest()) return refuseBusy(link, response);
        pass(link, reading ?? proxy, request, request, response, next);
      };
      if (service.count) service.count(request, response, proceed);
      else proceed();
    },
    close: () => agent.destroy(),
  };
}

function isReading({ method }: EdgeRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function refuseBusy({ refuse }: Link, response: EdgeResponse): void {
  refuse(response, 503, 'upstream_unavailable', { 'Retry-After': RETRY_AFTER_SECONDS });
}

function passChange(link: Link, proxy: ServiceProxy, request: EdgeRequest, response: EdgeResponse, next: Next): void {
  collectBody(request, link.service.maxBodyBytes).then(
    (body) => {
      if (body) pass(link, proxy, request, withBody(request, body), response, next);
      else link.refuse(response, 413, 'body_too_large', { Connection: 'close' });
    },
    () => response.destroy(),
  );
}

/** `sent` is the visitor's request, or one with its collected body. */
function pass(link: Link, proxy: ServiceProxy, request: EdgeRequest, sent: IncomingMessage, response: EdgeResponse, next: Next): void {
  const { forwardedHeaders, connectionWaitMs = DEADLINES.read } = link.service;
  response.locals.host = request.headers.host;
  sent.headers = pickHeaders(forwardedHeaders, request, response);
  const waitTimer = setTimeout(() => refuseBusy(link, response), isReading(request) ? connectionWaitMs : TIMEOUT_MS);
  link.waitTimers.set(response, waitTimer);
  response.once('close', () => clearTimeout(waitTimer));
  proxy(sent, response, next).catch(next);
}

/**
 * A request whose body is in memory. The proxy reads a body as a stream and ends the outgoing request with it, also while that waits for
 * a connection; a body written when the connection is there (`fixRequestBody`) would be written after the end.
 */
function withBody({ method, url, headers, httpVersion, socket }: EdgeRequest, body: Buffer): IncomingMessage {
  return Object.assign(Readable.from([body], { objectMode: false }), { method, url, headers, httpVersion, socket }) as IncomingMessage;
}

/** http-proxy-middleware with deadlines for silence and in total. `reading`: those of a GET, whose results the breaker counts. */
function createServiceProxy(link: Link, reading?: Pick<Deadlines, 'read' | 'total'> & { readonly breaker: ReadBreaker }): ServiceProxy {
  const { url, platformKey, timeoutMs = TIMEOUT_MS, answerHeaders, route, streams = false } = link.service;
  const deadlines = reading ?? { read: timeoutMs, total: TOTAL_TIMEOUTS * timeoutMs };
  const onOutgoing = (outgoing: ClientRequest, response: ServerResponse, fail: (error: Error) => void) => {
    clearTimeout(link.waitTimers.get(response));
    if (response.writableEnded || response.destroyed) return void outgoing.destroy();
    watchConnectionLoss(outgoing, fail);
    if (!streams) watchReading(outgoing, response, { read: deadlines.read, total: deadlines.total, visitor: TIMEOUT_MS });
    response.once('close', () => {
      if (!response.writableFinished) outgoing.destroy();
    });
  };
  const onAnswer = (answer: IncomingMessage, response: EdgeResponse, fail: (error: Error) => void) => {
    if (!isFinalStatus(answer.statusCode)) {
      answer.destroy();
      return fail(new Error('not a final status'));
    }
    reading?.breaker.recordResult(true);
    for (const name of DROPPED_ANSWER_HEADERS) delete answer.headers[name];
    answerHeaders?.(answer.headers, response.locals.host);
    answer.headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close';
    answer.once('error', () => response.destroy());
  };
  const onError = (error: Error, response: EdgeResponse) => {
    if (response.destroyed || response.writableEnded) return;
    reading?.breaker.recordResult(false);
    response.locals.log.warn({ err: error, route }, 'mounted service failed');
    if (response.headersSent) response.destroy();
    else link.refuse(response, 502, 'upstream_unavailable');
  };
  return createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: url,
    agent: link.agent,
    headers: platformKey === undefined ? {} : { [PLATFORM_KEY_HEADER]: platformKey },
    proxyTimeout: streams ? timeoutMs : undefined,
    xfwd: false,
    // Errors are answered and logged here, once, with the request id.
    ejectPlugins: true,
    plugins: [
      (server) => {
        // Emitted once a connection is available.
        server.on('proxyReq', (outgoing: ClientRequest, _request, response) =>
          onOutgoing(outgoing, response, (error) => onError(error, response as EdgeResponse)),
        );
        server.on('proxyRes', (answer, _request, response) =>
          onAnswer(answer, response as EdgeResponse, (error) => onError(error, response as EdgeResponse)),
        );
        server.on('error', (error, _request, response) => onError(error, response as EdgeResponse));
        server.on('econnreset', () => undefined);
      },
    ],
  });
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
