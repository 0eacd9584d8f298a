import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { collectBody } from '../../net/collect-body.ts';
import type { EdgeRequest, EdgeResponse, Next } from '../edge/edge-stage.ts';
import type { Refuse } from '../edge/refusals.ts';
import type { UpstreamClient } from '../upstream/client.ts';
import { refuseFault, UpstreamFault } from '../upstream/upstream-fault.ts';
import { isPicture, passPicture, sendReadAnswer } from './pass-answer.ts';

/** Limit of a JSON or form body. */
export const MAX_BODY_BYTES = 32 * 1024;

/** A call of a browser, with the upstream's headers apart from the length of the body. */
export interface PassedCall {
  readonly call: AnyCall;
  /** Query with its question mark, "" for none. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Account of the member. */
  readonly account: string | undefined;
  /** Inspects the answer before it is sent; returns true if it sends the answer itself. */
  readonly intercept?: (answer: { readonly status: number; readonly envelope: Envelope<unknown> }) => boolean;
}

/** Sends a call upstream, and its answer to the browser once it is complete; pictures are passed on while they arrive. */
export type PassCall = (request: EdgeRequest, response: EdgeResponse, passed: PassedCall, next: Next) => void;

export interface PassCallDeps {
  readonly client: Pick<UpstreamClient, 'send' | 'sendStreamed'>;
  readonly refuse: Refuse;
  /** While the service stops, answers close their connection, including requests that started earlier. */
  readonly isDraining: () => boolean;
}

export function createPassCall(deps: PassCallDeps): PassCall {
  return (request, response, passed, next) => {
    if (request.method === 'GET') return void pass(deps, response, passed, undefined).catch(next);
    collectBody(request, MAX_BODY_BYTES).then(
      (body) => {
        if (body) pass(deps, response, passed, body).catch(next);
        else deps.refuse(response, 413, 'body_too_large', { Connection: 'close' });
      },
      // The visitor disconnected before the body was complete.
      () => response.destroy(),
    );
  };
}

async function pass(deps: PassCallDeps, response: EdgeResponse, passed: PassedCall, body: Buffer | undefined): Promise<void> {
  const { call, search, account, intercept } = passed;
  const headers = body ? { ...passed.headers, 'content-length': String(body.length) } : passed.headers;
  const { times } = response.locals;
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  times.beginCall();
  try {
    const request = { call, search, headers, body, account, signal: gone.signal };
    const answer = call.answer === 'picture' ? await deps.client.sendStreamed(request, isPicture) : await deps.client.send(request);
    if (response.destroyed || response.headersSent) return;
    const keepAlive = response.shouldKeepAlive && !deps.isDraining();
    if ('stream' in answer) return passPicture(answer.stream, response, { keepAlive, isPublic: call.token === 'none' });
    sendReadAnswer(response, { status: answer.status, retryAfter: answer.headers['retry-after'], keepAlive, read: answer }, intercept);
  } catch (fault) {
    if (!(fault instanceof UpstreamFault)) throw fault;
    if (response.destroyed || response.writableEnded) return;
    // An open circuit and an unreadable answer are logged where they are found.
    if (fault.outcome !== 'breaker' && fault.outcome !== 'unreadable')
      response.locals.log.warn({ err: fault.cause ?? fault, call: call.id, outcome: fault.outcome }, 'call failed');
    refuseFault(deps.refuse, response, fault, call);
  } finally {
    times.endCall();
  }
}
