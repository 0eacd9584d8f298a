import type { Request, Response } from 'express';
import { rateLimit } from 'express-rate-limit';
import type { Logger } from 'pino';
import { THROTTLE_CLASSES, type ThrottleClass } from '../../../shared/api/define-call.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage, Next } from '../edge/edge-stage.ts';
import type { Refuse } from '../edge/refusals.ts';
import type { CounterStores, Precision } from './counter-store.ts';
import { KEYS, type KeyOf } from './keys.ts';
import { LIMITS, type Limit, type LimitKey } from './limits.ts';
import { openCounterStores } from './open-counter-stores.ts';

export interface ThrottleDeps {
  readonly merchant: string;
  readonly redisUrl: string | undefined;
  /** Replaces the counters of this process if there is no Redis. */
  readonly counters: CounterStores | undefined;
  /** Overrides the limits of a class per address and per member. */
  readonly limits: Readonly<Partial<Record<ThrottleClass, number>>>;
  readonly refuse: Refuse;
  readonly log: Logger;
  readonly onDecision?: (throttleClass: ThrottleClass, decision: 'passed' | 'refused' | 'uncounted') => void;
}

export interface Throttle {
  /** Middleware of a route whose requests are all of this class: they pass or get 429 (503 if they must be counted and cannot be). */
  of(throttleClass: ThrottleClass): EdgeStage;
  /** The same where the class depends on the request, or where only some requests are counted: those that are not in a cache. */
  handle(throttleClass: ThrottleClass, request: EdgeRequest, response: EdgeResponse, next: Next): void;
  /** False while the shared counters are unavailable; undefined without them. */
  readonly countersUp: boolean | undefined;
  close(): Promise<void>;
}

type LimitedRequest = Request & { readonly rateLimit?: { readonly resetTime: Date | undefined } };

/** The library's middleware; it reads no property of the request that Express adds. */
type Limiter = (request: EdgeRequest, response: EdgeResponse, next: Next) => unknown;

const RETRY_SECONDS = '5';
/**
 * The frequent classes have no `RateLimit` headers: the library hashes the key for each, which costs 16 µs for each rule, as much as a tenth
 * of a call to the platform (docs/decisions/101-express-in-the-middle.md). Refused requests get `Retry-After` in all classes.
 */
const WITHOUT_HEADERS: readonly ThrottleClass[] = ['read', 'page', 'own-page', 'stream'];

export async function createThrottle(deps: ThrottleDeps): Promise<Throttle> {
  const { redisUrl, counters, merchant, log } = deps;
  const stores = redisUrl === undefined && counters ? counters : await openCounterStores(redisUrl, merchant, log);
  const chains = new Map<ThrottleClass, readonly LimitCounter[]>(
    THROTTLE_CLASSES.map((name) => [name, countersOf(name, LIMITS[name], stores.create, deps)]),
  );
  const handle: Throttle['handle'] = (throttleClass, request, response, next) => {
    const chain = chains.get(throttleClass) ?? [];
    const count = (position: number): void => {
      const counter = chain[position];
      if (!counter) {
        deps.onDecision?.(throttleClass, 'passed');
        next();
      } else if (counter.keyOf(request, response) === undefined) count(position + 1);
      else
        counter.limiter(request, response, (error?: unknown) =>
          error ? refuseUncounted(deps, throttleClass, response, error) : count(position + 1),
        );
    };
    count(0);
  };
  return {
    of: (throttleClass) => (request, response, next) => handle(throttleClass, request, response, next),
    handle,
    get countersUp() {
      return stores.isUp;
    },
    close: stores.close,
  };
}

interface LimitCounter {
  readonly keyOf: KeyOf;
  readonly limiter: Limiter;
}

function countersOf(name: ThrottleClass, limit: Limit, createStore: CounterStores['create'], deps: ThrottleDeps): LimitCounter[] {
  const own = deps.limits[name];
  const precision: Precision = limit.onBrokenStore === 'closed' ? 'exact' : 'near';
  const replaced: readonly LimitKey[] = limit.rules.some(({ by }) => by === 'provider') ? ['provider'] : ['address', 'member'];
  return limit.rules.map(({ by, windowSeconds, max }) => {
    const keyOf = KEYS[by];
    const limiter = rateLimit({
      windowMs: windowSeconds * 1000,
      limit: (replaced.includes(by) ? own : undefined) ?? max,
      identifier: `${name}-${by}`,
      standardHeaders: WITHOUT_HEADERS.includes(name) ? false : 'draft-8',
      legacyHeaders: false,
      store: createStore(`${name}:${by}`, precision),
      passOnStoreError: limit.onBrokenStore === 'open',
      keyGenerator: (request, response) => keyOf(request as unknown as EdgeRequest, response as Response) ?? '',
      // The store logs its own failures, once instead of per request.
      logger: { error: () => undefined, warn: () => undefined },
      // The key comes from the one client address, which the library cannot validate.
      validate: false,
      handler: (request, response) => {
        const seconds = secondsUntil((request as LimitedRequest).rateLimit?.resetTime, windowSeconds);
        deps.onDecision?.(name, 'refused');
        deps.refuse(response as Response, 429, limit.code, { 'Retry-After': String(seconds) });
      },
    });
    return { keyOf, limiter: limiter as unknown as Limiter };
  });
}

function secondsUntil(reset: Date | undefined, otherwise: number): number {
  return reset ? Math.max(1, Math.ceil((reset.getTime() - Date.now()) / 1000)) : otherwise;
}

function refuseUncounted(deps: ThrottleDeps, throttleClass: ThrottleClass, response: EdgeResponse, error: unknown): void {
  deps.onDecision?.(throttleClass, 'uncounted');
  response.locals.log.error({ err: error }, 'request count failed');
  deps.refuse(response, 503, 'server_busy', { 'Retry-After': RETRY_SECONDS });
}
