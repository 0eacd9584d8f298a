import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isFinalStatus, watchConnectionLoss } from '../../net/client-request.ts';
import { type Deadlines, watchConnect } from './deadlines.ts';
import { brokenOutcome, UpstreamFault } from './upstream-fault.ts';

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const MAX_ANSWER_BYTES = 8 * 1024 * 1024;

export interface ExchangeDeadlines extends Pick<Deadlines, 'connect' | 'idle' | 'total'> {
  /** Time until the answer begins, including the wait for a free connection. Without it only `idle` applies, from the connection on. */
  readonly begin?: number;
}

/** Sends one request and waits for the whole answer. The deadlines end the wait themselves, independent of the request's events. */
export function exchange(request: ClientRequest, body: string | Buffer | undefined, deadlines: ExchangeDeadlines): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    let hasAnswered = false;
    let expired: UpstreamFault | undefined;
    const expire = (outcome: 'timeout' | 'connect') => {
      expired ??= new UpstreamFault('upstream_timeout', outcome, { hasAnswered });
      request.destroy(expired);
      fail(expired);
    };
    const total = setTimeout(() => expire('timeout'), deadlines.total);
    const begin = deadlines.begin === undefined ? undefined : setTimeout(() => expire('timeout'), deadlines.begin);
    const fail = (error: unknown) => {
      clearTimeout(total);
      clearTimeout(begin);
      const known = expired ?? (error instanceof UpstreamFault ? error : undefined);
      reject(known ?? new UpstreamFault('upstream_unavailable', brokenOutcome(error), { cause: error, hasAnswered }));
    };
    request.setTimeout(deadlines.idle, () => expire('timeout'));
    request.on('socket', () => watchConnect(request, deadlines.connect, () => expire('connect')));
    request.on('error', fail);
    watchConnectionLoss(request, fail);
    request.on('response', (answer: IncomingMessage) => {
      hasAnswered = true;
      clearTimeout(begin);
      const { statusCode: status, headers } = answer;
      if (!isFinalStatus(status)) {
        request.destroy();
        return fail(new UpstreamFault('upstream_unavailable', 'unreadable', { hasAnswered }));
      }
      collect(answer).then((bytes) => {
        clearTimeout(total);
        resolve({ status, headers, body: bytes });
      }, fail);
    });
    request.end(body);
  });
}

/** Reads the whole body of an answer. A body above the limit counts as unreadable. */
export async function collect(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new UpstreamFault('upstream_unavailable', 'unreadable', { hasAnswered: true });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}
