import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { createProxyMiddleware, type RequestHandler } from 'http-proxy-middleware';
import { UPSTREAM_FAMILIES } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { EdgeRequest, EdgeResponse, Next } from '../contracts.ts';
import type { Refuse } from '../refusals.ts';
import { type Deadlines, watchConnect } from './deadlines.ts';
import type { UpstreamClient, UpstreamTarget } from './upstream-client.ts';

/** One call on its way. */
export interface Passage {
  readonly call: AnyCall;
  /** Looks at the answer before its head is sent, with the headers that will be sent; true when it has taken it over. */
  readonly take?: (answer: IncomingMessage) => boolean;
}

/** Sends the request, whose headers are already those for the upstream, and passes the answer on as it comes. */
export type Forward = (request: EdgeRequest, response: EdgeResponse, passage: Passage, next: Next) => void;

interface State extends Passage {
  readonly timer: NodeJS.Timeout;
  readonly fail: Next;
  outgoing: ClientRequest | undefined;
  isLate: boolean;
  isRepeated: boolean;
}

/** What an answer may say besides its body. Cookies and policies are the portal's own business. */
const ANSWER_HEADERS = [
  'content-type',
  'content-length',
  'content-encoding',
  'cache-control',
  'etag',
  'last-modified',
  'retry-after',
  'vary',
];
const BROKEN_CONNECTION = ['ECONNRESET', 'ECONNREFUSED', 'EPIPE'];

export interface ForwardDeps {
  readonly client: UpstreamClient;
  readonly deadlines: Deadlines;
  readonly refuse: Refuse;
  /** While the service stops, answers close their connection, also those that began before. */
  readonly isDraining: () => boolean;
}

/** http-proxy-middleware towards each upstream family, with the deadlines that it lacks. */
export function createForward({ client, deadlines, refuse, isDraining }: ForwardDeps): Forward {
  const onOutgoing = (outgoing: ClientRequest, _request: IncomingMessage, response: ServerResponse) => {
    const state = stateOf(response);
    if (!state) return;
    state.outgoing = outgoing;
    const expire = () => expireNow(state);
    if (state.isLate) return expire();
    // The proxy aborts an idle request by itself; this notes why.
    outgoing.once('timeout', () => {
      state.isLate = true;
    });
    watchConnect(outgoing, deadlines.connect, expire);
  };
  const onAnswer = (answer: IncomingMessage, _request: IncomingMessage, response: ServerResponse) => {
    if (!isJson(answer)) {
      answer.destroy();
      (response as EdgeResponse).locals.log.warn({ status: answer.statusCode }, 'a call was answered with something else than JSON');
      return refuse(response as EdgeResponse, 502, 'upstream_unavailable');
    }
    answer.headers = keptHeaders(answer, response.shouldKeepAlive && !isDraining());
    const state = stateOf(response);
    if (state?.take?.(answer)) return;
    // Half an answer must not look like a whole one.
    answer.once('error', () => response.destroy());
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  };
  const onError = (error: NodeJS.ErrnoException, request: IncomingMessage, response: ServerResponse) => {
    const state = stateOf(response);
    if (!state || response.destroyed || response.writableEnded) return;
    if (response.headersSent) return void response.destroy();
    const broken = BROKEN_CONNECTION.includes(error.code ?? '');
    if (broken && !state.isLate && !state.isRepeated && request.method === 'GET') {
      state.isRepeated = true;
      run(request as EdgeRequest, response as EdgeResponse, state);
      return;
    }
    (response as EdgeResponse).locals.log.warn({ err: error, call: state.call.id, late: state.isLate }, 'a call was not answered');
    if (state.isLate) refuse(response as EdgeResponse, 504, 'upstream_timeout');
    else refuse(response as EdgeResponse, 502, 'upstream_unavailable');
  };
  const settings = { deadlines, onOutgoing, onAnswer, onError };
  const proxies = new Map(UPSTREAM_FAMILIES.map((family) => [family as string, createProxy(client.target(`/${family}/`), settings)]));

  function run(request: EdgeRequest, response: EdgeResponse, state: State): void {
    const proxy = proxies.get(request.url.slice(1, request.url.indexOf('/', 1)));
    proxy?.(request, response, state.fail).catch(state.fail);
  }
  return (request, response, passage, next) => {
    const state: State = {
      ...passage,
      timer: setTimeout(() => (state.outgoing ? expireNow(state) : giveUp(state, response, refuse)), deadlines.total),
      fail: next,
      outgoing: undefined,
      isLate: false,
      isRepeated: false,
    };
    response.locals.forward = state;
    response.once('close', () => {
      clearTimeout(state.timer);
      // The visitor has gone, or the answer was given without the upstream's.
      if (!response.writableFinished) state.outgoing?.destroy();
    });
    run(request, response, state);
  };
}

/** Kept with the request: a weak map of responses costs a third of a call in garbage collection. */
function stateOf(response: ServerResponse): State | undefined {
  return (response as EdgeResponse).locals.forward as State | undefined;
}

function expireNow(state: State): void {
  state.isLate = true;
  state.outgoing?.destroy(new Error('deadline'));
}

/** The deadline passed before a connection was free. */
function giveUp(state: State, response: EdgeResponse, refuse: Refuse): void {
  state.isLate = true;
  refuse(response, 504, 'upstream_timeout');
}

interface ProxySettings {
  readonly deadlines: Deadlines;
  readonly onOutgoing: (outgoing: ClientRequest, request: IncomingMessage, response: ServerResponse) => void;
  readonly onAnswer: (answer: IncomingMessage, request: IncomingMessage, response: ServerResponse) => void;
  readonly onError: (error: NodeJS.ErrnoException, request: IncomingMessage, response: ServerResponse) => void;
}

function createProxy(target: UpstreamTarget, settings: ProxySettings): RequestHandler {
  return createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: {
      protocol: target.protocol,
      host: target.hostname,
      hostname: target.hostname,
      port: target.port,
      path: target.path,
    } as never,
    agent: target.agent,
    xfwd: false,
    followRedirects: false,
    proxyTimeout: settings.deadlines.idle,
    // Whether an answer may be passed on can depend on what is in it.
    selfHandleResponse: true,
    // Errors are answered and logged here, once, with the request's id.
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('proxyReq', settings.onOutgoing);
        server.on('proxyRes', settings.onAnswer);
        server.on('error', (error, request, response) => settings.onError(error, request, response as ServerResponse));
        server.on('econnreset', () => undefined);
      },
    ],
  });
}

/** The page of a gateway between here and the platform is no answer, least of all one shown under this site's name. */
function isJson(answer: IncomingMessage): boolean {
  return /^application\/json(?:;|$)/i.test(answer.headers['content-type'] ?? '');
}

function keptHeaders(answer: IncomingMessage, keepAlive: boolean): IncomingMessage['headers'] {
  const kept: IncomingMessage['headers'] = { connection: keepAlive ? 'keep-alive' : 'close' };
  for (const name of ANSWER_HEADERS) {
    const value = answer.headers[name];
    if (value !== undefined) kept[name] = value;
  }
  // Personal answers must not be kept anywhere on the way.
  kept['cache-control'] ??= 'no-store';
  return kept;
}
