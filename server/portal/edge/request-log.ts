import type { Logger } from 'pino';
import type { EdgeResponse } from './edge-stage.ts';

export interface EndedRequest {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly milliseconds: number;
}

const EVENT_STREAM = /^text\/event-stream/;

/**
 * Logs one line per request. At `error`: failures. At `warn`: refusals for lack of capacity, and slow requests with the time spent by part.
 * At `info`: other refusals, and requests that change something. At `debug`: successful reads.
 */
export function createRequestLog(rootLog: Logger, slowRequestMs: number): (response: EdgeResponse, ended: EndedRequest) => void {
  return (response, { method, url, status, milliseconds }) => {
    const slow = milliseconds >= slowRequestMs && isSlow(response);
    const { refusal } = response.locals;
    const isFailure = status >= 500 && refusal === undefined;
    const level = isFailure ? 'error' : slow || refusal === 'server_busy' ? 'warn' : levelOf(method, status);
    // The request's log is created on first use; most requests need none.
    if (!rootLog.isLevelEnabled(level)) return;
    const { log, route, address, times } = response.locals;
    // Values in a query may be private (names, codes), so only the path is logged.
    const path = url.split('?', 1)[0];
    const spent = slow
      ? { slow, upstreamMs: Math.round(times.upstreamMs), upstreamCalls: times.calls, renderMs: Math.round(times.renderMs) }
      : {};
    log[level](
      { method, path, route, status, milliseconds: Math.round(milliseconds), ...(refusal && { refusal }), ...spent, address },
      'request',
    );
  };
}

/** An event stream is meant to stay open. */
function isSlow(response: EdgeResponse): boolean {
  const type = response.getHeader('content-type');
  return !(typeof type === 'string' && EVENT_STREAM.test(type));
}

function levelOf(method: string, status: number): 'info' | 'debug' {
  return status >= 400 || (method !== 'GET' && method !== 'HEAD') ? 'info' : 'debug';
}
