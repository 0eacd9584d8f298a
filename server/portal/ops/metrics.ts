import type { Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ThrottleClass } from '../../../shared/api/define-call.ts';
import type { EdgeStage } from '../edge/edge-stage.ts';
import { createRequestLog } from '../edge/request-log.ts';
import type { Lookups } from '../edge/request-times.ts';

/** One attempt at the platform, as the proxy reports it. */
export interface UpstreamObservation {
  /** `Call.id`. */
  readonly call: string;
  readonly family: string;
  readonly outcome: string;
  readonly milliseconds: number;
}
export type ThrottleDecision = 'passed' | 'refused' | 'uncounted';
/** `build`: a cacheable page; `own`: a page for one visitor. */
export type RenderKind = 'build' | 'own';

export interface Metrics {
  readonly registry: Registry;
  /** Measures each request and logs it at its end. */
  readonly handle: EdgeStage;
  readonly onUpstream: (seen: UpstreamObservation) => void;
  readonly onThrottle: (throttleClass: ThrottleClass, decision: ThrottleDecision) => void;
  readonly onRender: (kind: RenderKind, milliseconds: number) => void;
  /** Registers a gauge whose value is read when the metrics are collected. */
  watch(name: string, help: string, read: () => number | Promise<number>, aggregation?: Aggregation): void;
  /** The same with one label, whose values are all known here. */
  watchEach(name: string, help: string, label: string, read: () => Readonly<Record<string, number>>, aggregation?: Aggregation): void;
  watchCache(cache: string, lookups: Lookups, entries: () => number): void;
}

/** How the values of several workers are aggregated. */
export type Aggregation = 'sum' | 'min' | 'max';

export interface MetricsOptions {
  readonly log: Logger;
  readonly slowRequestMs?: number;
}

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const UPSTREAM_BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 5, 10];
const RENDER_BUCKETS = [0.005, 0.02, 0.05, 0.1, 0.25, 1];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];
const DEFAULT_SLOW_MS = 1_000;

/**
 * Metrics of this process. Labels are patterns, call ids and closed lists, never requested addresses, accounts or ids. Counters of caches
 * are read on collection, so that a cached page costs nothing here.
 */
export function createMetrics({ log, slowRequestMs = DEFAULT_SLOW_MS }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const logRequest = createRequestLog(log, slowRequestMs);
  const durations = new Histogram({
    name: 'portal_request_seconds',
    help: 'Duration of requests until the end of the answer.',
    labelNames: ['route', 'method', 'status', 'refusal'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const caches: [name: string, lookups: Lookups, entries: () => number][] = [];
  watchCaches(registry, caches);
  const watch: Metrics['watch'] = (name, help, read, aggregation = 'sum') => {
    new Gauge({
      name,
      help,
      registers,
      aggregator: aggregation,
      async collect() {
        this.set(await read());
      },
    });
  };
  const seconds = timers(registry);
  const decisions = new Counter({
    name: 'portal_throttle_decisions_total',
    help: 'Requests by throttle class: passed, refused, or not countable.',
    labelNames: ['class', 'decision'],
    registers,
  });
  let running = 0;
  watch('portal_requests_running', 'Requests in progress, including event streams.', () => running);
  return {
    registry,
    watch,
    watchEach(name, help, label, read, aggregation = 'sum') {
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers,
        aggregator: aggregation,
        collect() {
          for (const [value, figure] of Object.entries(read())) this.set({ [label]: value }, figure);
        },
      });
    },
    watchCache: (...cache) => void caches.push(cache),
    ...seconds,
    onThrottle: (throttleClass, decision) => decisions.inc({ class: throttleClass, decision }),
    handle(request, response, next) {
      const start = performance.now();
      const { method, url } = request;
      running++;
      response.once('close', () => {
        running--;
        const milliseconds = performance.now() - start;
        const status = response.writableFinished ? response.statusCode : 499;
        const { route, refusal = 'none' } = response.locals;
        durations.observe({ route, method: METHODS.includes(method) ? method : 'other', status, refusal }, milliseconds / 1000);
        logRequest(response, { method, url, status, milliseconds });
      });
      next();
    },
  };
}

function timers(registry: Registry): Pick<Metrics, 'onUpstream' | 'onRender'> {
  const upstream = new Histogram({
    name: 'portal_upstream_seconds',
    help: 'Duration of attempts at the platform by call, upstream family and outcome.',
    labelNames: ['call', 'family', 'outcome'],
    buckets: UPSTREAM_BUCKETS,
    registers: [registry],
  });
  const renders = new Histogram({
    name: 'portal_render_seconds',
    help: 'Duration of rendering a page.',
    labelNames: ['kind'],
    buckets: RENDER_BUCKETS,
    registers: [registry],
  });
  return {
    onUpstream: ({ call, family, outcome, milliseconds }) => upstream.observe({ call, family, outcome }, milliseconds / 1000),
    onRender: (kind, milliseconds) => renders.observe({ kind }, milliseconds / 1000),
  };
}

function watchCaches(registry: Registry, caches: readonly (readonly [string, Lookups, () => number])[]): void {
  const lookups = new Counter({
    name: 'portal_cache_lookups_total',
    help: 'Cache lookups: hit, stale hit, miss.',
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cache, counts] of caches)
        for (const result of ['hit', 'stale', 'miss'] as const) this.inc({ cache, result }, counts[result]);
    },
  });
  lookups.reset();
  new Gauge({
    name: 'portal_cache_entries',
    help: 'Entries in the caches.',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const [cache, , entries] of caches) this.set({ cache }, entries());
    },
  });
}
