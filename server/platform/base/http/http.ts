import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { CALLS } from '../../../../shared/api/call-table.ts';
import { SEAMLESS_PREFIX } from '../../../../shared/seamless/wallet.ts';
import { inScope, requestIdFrom } from '../../../observe/request-scope.ts';
import { currentSpan, type Tracing } from '../../../observe/tracing.ts';
import { Refusal } from '../refusal.ts';
import type { BoundCall } from './binding.ts';
import { type CallHandlerDeps, handleCall, languageCodeOf } from './call-handler.ts';
import { createEventStreams, type EventStreams } from './event-stream.ts';
import { refuseForbiddenNames } from './read-input.ts';
import { translateRefusal } from './translate.ts';
import type { Translate } from './translate-text.ts';

export interface HttpDeps extends Omit<CallHandlerDeps, 'streams'> {
  /** Every call of the table, exactly once. */
  readonly calls: readonly BoundCall[];
  readonly translate: Translate;
  /** The seamless wallet; reads the raw body itself. */
  readonly seamless: RequestHandler;
  /** Callbacks of payment providers; reads the raw body itself. */
  readonly payments: RequestHandler;
  /** Called with the outcome of each call, for metrics; absent in tests. */
  readonly onCall?: (call: string, outcome: 'ok' | 'refused' | 'failed', milliseconds: number, refusal?: string) => void;
  readonly tracing?: Tracing;
  /** `/internal`: health and audit. */
  readonly internal: RequestHandler;
}

export interface Http {
  readonly app: Express;
  /** Closes all event streams, so that the server can close. */
  endStreams(): void;
}

const BODY_LIMIT = '32kb';

export function createHttp(deps: HttpDeps): Http {
  const streams = createEventStreams();
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', false);
  app.use(prepare(deps));
  app.use(deps.seamless);
  app.use(deps.payments);
  app.use('/internal', deps.internal);
  app.use(dispatch(deps, streams));
  app.use(answerError(deps.translate));
  return { app, endStreams: streams.endAll };
}

/** Uses the portal's request id. Vendors are external, so their calls get new ids. */
function prepare({ log, tracing }: Pick<HttpDeps, 'log' | 'tracing'>): RequestHandler {
  return (request, response, next) => {
    const fromVendor = request.path.startsWith(`${SEAMLESS_PREFIX}/`);
    const requestId = requestIdFrom(fromVendor ? undefined : request.get('X-Request-Id'));
    Object.assign(response.locals, { requestId, log });
    response.set('Cache-Control', 'no-store');
    const span = tracing?.root(
      'platform',
      'server',
      { 'lagoon.request_id': requestId },
      fromVendor ? undefined : request.get('traceparent'),
    );
    if (!span) return inScope({ requestId }, next);
    response.once('close', () => {
      span.set({ 'http.response.status_code': response.statusCode });
      span.end(response.statusCode >= 500);
    });
    span.run(() => inScope({ requestId }, next));
  };
}

function dispatch(deps: HttpDeps, streams: EventStreams): RequestHandler {
  const byPath = routesOf(deps.calls);
  const json = express.json({ limit: BODY_LIMIT, reviver: refuseForbiddenNames });
  const form = express.urlencoded({ limit: BODY_LIMIT, extended: false });
  return (request, response, next) => {
    const methods = byPath.get(request.path);
    if (!methods) throw new Refusal('not_found');
    const bound = methods.get(request.method);
    if (!bound) {
      response.set('Allow', [...methods.keys()].join(', '));
      throw new Refusal('method_not_allowed');
    }
    const handle = () => void watched(deps, bound.call.id, handleCall(bound, { ...deps, streams }, request, response)).catch(next);
    // Read after authorisation.
    if (bound.call.rawBody > 0) return handle();
    const read = bound.call.formEncoded && request.is('application/x-www-form-urlencoded') ? form : json;
    read(request, response, (error?: unknown) => {
      if (error) next(error);
      else handle();
    });
  };
}

/** Reports the outcome of the call; a stream has succeeded once it has started. */
async function watched({ onCall, log }: HttpDeps, call: string, work: Promise<void>): Promise<void> {
  currentSpan()?.rename(`platform ${call}`);
  const start = performance.now();
  const end = (outcome: 'ok' | 'refused' | 'failed', code?: string) => {
    const milliseconds = performance.now() - start;
    onCall?.(call, outcome, milliseconds, code);
    log.debug({ call, outcome, ...(code !== undefined && { code }), milliseconds: Math.round(milliseconds) }, 'call');
  };
  try {
    await work;
    end('ok');
  } catch (error) {
    const { code } = refusalOf(error);
    end(code === 'system_error' ? 'failed' : 'refused', code);
    throw error;
  }
}

/** Maps path and method to a call. Throws at start if a call of the table is bound twice or not at all. */
function routesOf(calls: readonly BoundCall[]): ReadonlyMap<string, ReadonlyMap<string, BoundCall>> {
  const byPath = new Map<string, Map<string, BoundCall>>();
  for (const bound of calls) {
    const { id, path, method } = bound.call;
    const methods = byPath.get(path) ?? new Map<string, BoundCall>();
    if (methods.has(method)) throw new Error(`The call ${id} is bound twice.`);
    byPath.set(path, methods.set(method, bound));
  }
  const missing = CALLS.filter((call) => byPath.get(call.path)?.get(call.method)?.call !== call);
  if (missing.length > 0) throw new Error(`Calls without a handler: ${missing.map((call) => call.id).join(', ')}.`);
  return byPath;
}

function answerError(translate: Translate): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, _next) => {
    const refusal = refusalOf(error);
    if (refusal.code === 'system_error') (response.locals.log as Logger).error({ err: error, path: request.path }, 'a call failed');
    if (response.headersSent) return void response.destroy();
    const { status, headers, envelope } = translateRefusal(refusal, languageCodeOf(request), translate);
    response.status(status).set(headers).json(envelope);
  };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const { type, status } = (error ?? {}) as { type?: unknown; status?: unknown };
  if (type === 'entity.too.large') return new Refusal('body_too_large');
  // Errors of the body parser and the router: broken JSON, encodings, addresses.
  return new Refusal(typeof status === 'number' && status >= 400 && status < 500 ? 'bad_request' : 'system_error');
}
