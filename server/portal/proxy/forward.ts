import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { UPSTREAM_FAMILIES } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { isFinalStatus, watchConnectionLoss } from '../../net/client-request.ts';
import type { EdgeRequest, EdgeResponse, Next } from '../edge-stage.ts';
import type { Refuse } from '../refusals.ts';
import { bufferBody } from './buffer-body.ts';
import { type Circuits, RETRY_AFTER_SECONDS, type UpstreamOutcome } from './circuits.ts';
import { type Deadlines, watchConnect } from './deadlines.ts';
import { collect } from './exchange.ts';
import { createProxy } from './family-proxy.ts';
import { isPicture, passPicture, sendReadAnswer } from './pass-answer.ts';
import type { ReadCall } from './read-answer.ts';
import { familyOf, outcomeOf, type UpstreamClient } from './upstream-client.ts';
import { brokenOutcome, faultText } from './upstream-fault.ts';

/** Limit of a JSON or form body. */
export const MAX_BODY_BYTES = 32 * 1024;

const EMPTY_BODY = Buffer.alloc(0);

/** One forwarded call. */
export interface ForwardedCall {
  readonly call: AnyCall;
  /** Wire code of the language for texts that the upstream omits. */
  readonly language: string;
  /** Inspects the answer before it is sent; returns true if it sends the answer itself. */
  readonly intercept?: (answer: { readonly status: number; readonly envelope: Envelope<unknown> }) => boolean;
}

/** Sends the request, whose headers are already the upstream's, and sends the whole answer once it is complete. */
export type Forward = (request: EdgeRequest, response: EdgeResponse, passage: ForwardedCall, next: Next) => void;

interface ForwardState extends ForwardedCall {
  readonly timer: NodeJS.Timeout;
  /** Runs until the answer to a reading call begins. */
  readonly readTimer: NodeJS.Timeout | undefined;
  readonly fail: Next;
  /** Reports the outcome of the attempt to the circuit. */
  end: (outcome: UpstreamOutcome) => void;
  /** Ends the attempt without an answer; only the first call counts. */
  abandon: (error: Error) => void;
  outgoing: ClientRequest | undefined;
  expiredBy: 'timeout' | 'connect' | undefined;
  hasAnswered: boolean;
  attempt: number;
}

export interface ForwardDeps {
  readonly client: UpstreamClient;
  readonly deadlines: Deadlines;
  readonly circuits: Circuits;
  readonly readCall: ReadCall;
  readonly refuse: Refuse;
  /** While the service stops, answers close their connection, including requests that started earlier. */
  readonly isDraining: () => boolean;
}

/** http-proxy-middleware for each upstream family, with the deadlines and the circuit breaker that it lacks. */
export function createForward(deps: ForwardDeps): Forward {
  const onOutgoing = (outgoing: ClientRequest, _request: IncomingMessage, response: ServerResponse) => {
    const state = stateOf(response);
    if (!state) return;
    state.outgoing = outgoing;
    if (state.expiredBy) return expire(state, state.expiredBy);
    // The proxy aborts an idle request itself; this records the reason.
    outgoing.once('timeout', () => {
      state.expiredBy ??= 'timeout';
    });
    watchConnect(outgoing, deps.deadlines.connect, () => expire(state, 'connect'));
    watchConnectionLoss(outgoing, state.abandon);
  };
  const onAnswer = (answer: IncomingMessage, request: IncomingMessage, plain: ServerResponse) => {
    const response = plain as EdgeResponse;
    const state = stateOf(response);
    if (!state) return answer.destroy();
    state.hasAnswered = true;
    clearTimeout(state.readTimer);
    if (!isFinalStatus(answer.statusCode)) {
      state.outgoing?.destroy();
      return finish(deps, state, answer, EMPTY_BODY, response);
    }
    if (state.call.answer === 'picture' && isPicture(answer)) {
      state.end('ok');
      return passPicture(answer, response, {
        keepAlive: response.shouldKeepAlive && !deps.isDraining(),
        isPublic: state.call.token === 'none',
      });
    }
    if (request.method === 'GET') answer.setTimeout(deps.deadlines.read);
    collect(answer).then(
      (body) => finish(deps, state, answer, body, response),
      (error: NodeJS.ErrnoException) => onError(error, request, response),
    );
  };
  const onError = (error: NodeJS.ErrnoException, request: IncomingMessage, plain: ServerResponse) => {
    const response = plain as EdgeResponse;
    const state = stateOf(response);
    if (!state) return;
    const outcome = state.expiredBy ?? brokenOutcome(error);
    state.end(response.destroyed ? 'gone' : outcome);
    if (response.destroyed || response.writableEnded) return;
    if (response.headersSent) return void response.destroy();
    if (!state.expiredBy && !state.hasAnswered && state.attempt === 1 && request.method === 'GET') {
      state.attempt = 2;
      run(request as EdgeRequest, response, state);
      return;
    }
    response.locals.log.warn({ err: error, call: state.call.id, outcome }, 'call failed');
    const [status, code] = state.expiredBy ? ([504, 'upstream_timeout'] as const) : ([502, 'upstream_unavailable'] as const);
    deps.refuse(response, status, code, {}, faultText(state.call, code, outcome));
  };
  const settings = { idle: deps.deadlines.idle, onOutgoing, onAnswer, onError };
  const proxies = new Map(UPSTREAM_FAMILIES.map((family) => [family, createProxy(deps.client.target(`/${family}/`), settings)]));

  function run(request: EdgeRequest, response: EdgeResponse, state: ForwardState): void {
    const family = familyOf(request.url);
    const reads = request.method === 'GET';
    const end = deps.circuits.begin({ call: state.call.id, family, reads, attempt: state.attempt });
    if (!end) {
      const text = faultText(state.call, 'upstream_unavailable', 'breaker');
      return void deps.refuse(response, 503, 'upstream_unavailable', { 'Retry-After': RETRY_AFTER_SECONDS }, text);
    }
    state.end = end;
    proxies.get(family)?.(request, response, state.fail).catch(state.fail);
  }
  const start: Forward = (request, response, passage, next) => {
    const state = createState(deps, request, response, passage, next);
    state.abandon = (error) => onError(error, request, response);
    response.locals.forward = state;
    response.once('close', () => {
      clearTimeout(state.timer);
      clearTimeout(state.readTimer);
      if (response.writableFinished) return;
      // The visitor disconnected.
      state.end('gone');
      state.outgoing?.destroy();
    });
    run(request, response, state);
  };
  return (request, response, passage, next) => {
    if (request.method === 'GET') return start(request, response, passage, next);
    bufferBody(request, MAX_BODY_BYTES).then(
      (isComplete) => {
        if (isComplete) start(request, response, passage, next);
        else deps.refuse(response, 413, 'body_too_large', { Connection: 'close' });
      },
      // The visitor disconnected before the body was complete.
      () => response.destroy(),
    );
  };
}

function createState(
  { deadlines, refuse }: ForwardDeps,
  { method }: EdgeRequest,
  response: EdgeResponse,
  passage: ForwardedCall,
  fail: Next,
): ForwardState {
  const onDeadline = () => {
    if (state.outgoing) return expire(state, 'timeout');
    // The deadline passed before a connection was free.
    state.expiredBy = 'timeout';
    state.end('timeout');
    refuse(response, 504, 'upstream_timeout', {}, faultText(state.call, 'upstream_timeout', 'timeout'));
  };
  const state: ForwardState = {
    ...passage,
    timer: setTimeout(onDeadline, deadlines.total),
    readTimer: method === 'GET' ? setTimeout(onDeadline, deadlines.read) : undefined,
    fail,
    end: () => undefined,
    abandon: () => undefined,
    outgoing: undefined,
    expiredBy: undefined,
    hasAnswered: false,
    attempt: 1,
  };
  return state;
}

function finish(deps: ForwardDeps, state: ForwardState, answer: IncomingMessage, body: Buffer, response: EdgeResponse): void {
  const status = answer.statusCode ?? 502;
  const read = isFinalStatus(status)
    ? deps.readCall(state.call, status, body, { requestId: response.locals.requestId, language: state.language })
    : undefined;
  state.end(outcomeOf(status, read, body));
  if (response.destroyed || response.headersSent) return;
  if (!read)
    return void deps.refuse(response, 502, 'upstream_unavailable', {}, faultText(state.call, 'upstream_unavailable', 'unreadable'));
  const keepAlive = response.shouldKeepAlive && !deps.isDraining();
  sendReadAnswer(response, { status, retryAfter: answer.headers['retry-after'], keepAlive, read }, state.intercept);
}

/** Stored with the request: a WeakMap of responses costs a third of a call in garbage collection. */
function stateOf(response: ServerResponse): ForwardState | undefined {
  return (response as EdgeResponse).locals.forward as ForwardState | undefined;
}

function expire(state: ForwardState, outcome: 'timeout' | 'connect'): void {
  state.expiredBy ??= outcome;
  const error = new Error('deadline');
  state.outgoing?.destroy(error);
  // A request that was already closed emits no event, so the attempt is ended here.
  state.abandon(error);
}
