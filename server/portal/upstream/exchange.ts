import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isFinalStatus } from '../../net/client-request.ts';
import { type Deadlines, watchConnect } from './deadlines.ts';
import { brokenOutcome, UpstreamFault } from './upstream-fault.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty if the answer is a stream. */
  readonly body: Buffer;
  /** The answer itself, if it is passed on while it arrives. The deadlines and the signal apply until its end. */
  readonly stream: IncomingMessage | undefined;
}

/** Without `idle` and `total` an answer may take any time. */
export interface ExchangeDeadlines extends Partial<Pick<Deadlines, 'connect' | 'idle' | 'total'>> {
  /**
   * Time until the whole answer is there, including the wait for a free connection; for a stream, until it begins. Without it `idle` and
   * `total` apply, from the connection on.
   */
  readonly complete?: number;
}

export interface ExchangeOptions {
  readonly body: string | Buffer | undefined;
  /** Aborts the request: the outcome is `gone`. */
  readonly signal: AbortSignal | undefined;
  /** True for answers to pass on as a stream; all others are collected. */
  readonly streams: ((answer: IncomingMessage) => boolean) | undefined;
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const EMPTY_BODY = Buffer.alloc(0);

/** Sends one request and waits for the whole answer. The deadlines end the wait themselves, independent of the request's events. */
export function exchange(request: ClientRequest, options: ExchangeOptions, deadlines: ExchangeDeadlines): Promise<RawAnswer> {
  const { body, signal, streams } = options;
  return new Promise((resolve, reject) => {
    let hasAnswered = false;
    const expire = (outcome: 'timeout' | 'connect') => end(new UpstreamFault('upstream_timeout', outcome, { hasAnswered }));
    const abort = () => end(new UpstreamFault('upstream_unavailable', 'gone', { hasAnswered }));
    const total = deadlines.total === undefined ? undefined : setTimeout(expire, deadlines.total, 'timeout');
    const complete = deadlines.complete === undefined ? undefined : setTimeout(expire, deadlines.complete, 'timeout');
    const settle = () => {
      clearTimeout(total);
      clearTimeout(complete);
      signal?.removeEventListener('abort', abort);
    };
    const fail = (error: unknown) => {
      settle();
      const known = error instanceof UpstreamFault ? error : undefined;
      reject(known ?? new UpstreamFault('upstream_unavailable', brokenOutcome(error), { cause: error, hasAnswered }));
    };
    // A request that was already closed emits no event, so the wait is ended here.
    const end = (fault: UpstreamFault) => {
      request.destroy(fault);
      fail(fault);
    };
    signal?.addEventListener('abort', abort);
    if (deadlines.idle !== undefined) request.setTimeout(deadlines.idle, () => expire('timeout'));
    const { connect } = deadlines;
    if (connect !== undefined) request.on('socket', () => watchConnect(request, connect, () => expire('connect')));
    request.on('error', fail);
    // Node reports status 101 without a requested upgrade by this event alone.
    request.on('close', () => hasAnswered || fail(new Error('the connection closed without a response')));
    request.on('response', (answer: IncomingMessage) => {
      hasAnswered = true;
      const { statusCode: status, headers } = answer;
      if (!isFinalStatus(status)) return end(new UpstreamFault('upstream_unavailable', 'unreadable', { hasAnswered }));
      if (streams?.(answer)) {
        clearTimeout(complete);
        answer.once('close', settle);
        return resolve({ status, headers, body: EMPTY_BODY, stream: answer });
      }
      collect(answer, fail, (bytes) => {
        settle();
        resolve({ status, headers, body: bytes, stream: undefined });
      });
    });
    if (signal?.aborted) abort();
    else request.end(body);
  });
}

/** Reads the whole body of an answer. A body above the limit counts as unreadable. By events, because an iterator costs a tenth of a call. */
function collect(answer: IncomingMessage, onError: (error: unknown) => void, onComplete: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  answer.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_ANSWER_BYTES) return void chunks.push(chunk);
    const fault = new UpstreamFault('upstream_unavailable', 'unreadable', { hasAnswered: true });
    answer.destroy(fault);
    onError(fault);
  });
  answer.on('end', () => {
    if (answer.complete) onComplete(Buffer.concat(chunks, size));
  });
  answer.on('error', onError);
  answer.on('close', () => {
    if (!answer.complete) onError(new Error('the connection closed inside a response'));
  });
}
