import type { Tracing } from '../../observe/tracing.ts';
import { normaliseAddress, type Trusts } from '../access/client-address.ts';
import type { EdgeStage } from './edge-stage.ts';

/**
 * Opens a span for each request. Only a trusted proxy may name the parent trace: other clients could forge traces or join those of others.
 */
export function traceRequests(tracing: Tracing | undefined, trusts: Trusts | undefined, measure: EdgeStage): EdgeStage {
  if (!tracing) return measure;
  return (request, response, next) => {
    const isTrusted = trusts?.(normaliseAddress(request.socket.remoteAddress ?? ''), 0) ?? false;
    const parent = isTrusted ? request.headers.traceparent : undefined;
    const { method } = request;
    const facts = { 'http.request.method': method, 'lagoon.request_id': response.locals.requestId };
    const span = tracing.root(method, 'server', facts, typeof parent === 'string' ? parent : undefined);
    response.once('close', () => {
      const { route } = response.locals;
      const status = response.writableFinished ? response.statusCode : 499;
      span.rename(`${method} ${route}`);
      span.set({ 'http.route': route, 'http.response.status_code': status });
      span.end(status >= 500);
    });
    return span.run(() => measure(request, response, next));
  };
}
