import type { Logger } from 'pino';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { EdgeResponse, EdgeStage } from './contracts.ts';

export interface Metrics {
  readonly registry: Registry;
  /** Measures each request and logs it when it has ended. */
  readonly handle: EdgeStage;
  /** Event streams that are open right now. */
  watchStreams(count: () => number): void;
}

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Requests by pattern or call id, never by address. At `info` the log has what changes something, is refused or fails;
 * reading that went well is counted here and logged at `debug`.
 */
export function createMetrics(log: Logger): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'portal_request_seconds',
    help: 'Time from a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const gauge = (name: string, help: string, count: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(count());
      },
    });
  let running = 0;
  gauge('portal_requests_running', 'Requests whose answer has not ended, event streams included.', () => running);
  return {
    registry,
    watchStreams: (count) => void gauge('portal_event_streams', 'Browsers that listen to events.', count),
    handle(request, response, next) {
      const start = performance.now();
      const { method, url } = request;
      running++;
      response.once('close', () => {
        running--;
        const seconds = (performance.now() - start) / 1000;
        const status = response.writableFinished ? response.statusCode : 499;
        durations.observe({ route: response.locals.route, method, status }, seconds);
        logRequest(log, response, method, url, status, seconds);
      });
      next();
    },
  };
}

function logRequest(rootLog: Logger, response: EdgeResponse, method: string, url: string, status: number, seconds: number): void {
  const reads = method === 'GET' || method === 'HEAD';
  const level = status >= 500 ? 'error' : status >= 400 || !reads ? 'info' : 'debug';
  // The request's own log is made on first use; most requests need none.
  if (!rootLog.isLevelEnabled(level)) return;
  const { log, route, address } = response.locals;
  // Values in a query may be private (names, codes); the path says enough.
  const path = url.split('?', 1)[0];
  log[level]({ method, path, route, status, milliseconds: Math.round(seconds * 1000), address }, 'request');
}
