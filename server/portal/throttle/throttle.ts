import type { Request, Response } from 'express';
import { ipKeyGenerator, rateLimit, type Store } from 'express-rate-limit';
import type { Logger } from 'pino';
import { THROTTLE_CLASSES, type ThrottleClass } from '../../../shared/api/define-call.ts';
import type { EdgeRequest, EdgeResponse, Next } from '../contracts.ts';
import type { Refuse } from '../refusals.ts';
import { createCounterStores } from './counter-store.ts';
import { LIMITS, type Limit } from './limits.ts';

export interface ThrottleDeps {
  readonly redisUrl: string | undefined;
  /** Replaces the limit of a class, for one address and for one member alike. */
  readonly limits: Readonly<Partial<Record<ThrottleClass, number>>>;
  readonly refuse: Refuse;
  readonly log: Logger;
}

export interface Throttle {
  /** Lets a request of this class pass or answers 429 (503 when it cannot be counted and must be). */
  handle(throttleClass: ThrottleClass, request: EdgeRequest, response: EdgeResponse, next: Next): void;
  close(): Promise<void>;
}

type LimitedRequest = Request & { readonly rateLimit?: { readonly resetTime: Date | undefined } };

/** The library's middleware; of a request it reads nothing that Express adds. */
type Limiter = (request: EdgeRequest, response: EdgeResponse, next: Next) => unknown;

const RETRY_SECONDS = '5';
const IPV6_SUBNET_BITS = 56;

export function createThrottle(deps: ThrottleDeps): Throttle {
  const stores = createCounterStores(deps.redisUrl, deps.log);
  const chains = new Map<ThrottleClass, readonly Limiter[]>(
    THROTTLE_CLASSES.map((name) => [name, limitersOf(name, LIMITS[name], stores.create, deps)]),
  );
  return {
    handle(throttleClass, request, response, next) {
      const [byAddress, byMember] = chains.get(throttleClass) ?? [];
      const guarded = (error?: unknown) => {
        if (error) uncounted(deps, response, error);
        else next();
      };
      const second = byMember && response.locals.visitor.session ? byMember : undefined;
      byAddress?.(
        request,
        response,
        second ? (error?: unknown) => (error ? guarded(error) : void second(request, response, guarded)) : guarded,
      );
    },
    close: stores.close,
  };
}

function limitersOf(name: ThrottleClass, limit: Limit, createStore: (name: string) => Store, deps: ThrottleDeps): Limiter[] {
  const own = deps.limits[name];
  const limiter = (kind: string, max: number, keyOf: (response: Response) => string) =>
    rateLimit({
      windowMs: limit.windowSeconds * 1000,
      limit: max,
      // Only who has to wait is told for how long; the library would hash the key for a header on every answer.
      standardHeaders: false,
      legacyHeaders: false,
      store: createStore(`${name}:${kind}`),
      passOnStoreError: limit.onBrokenStore === 'open',
      keyGenerator: (_request, response) => keyOf(response as Response),
      // The store reports its own failures, once and not per request.
      logger: { error: () => undefined, warn: () => undefined },
      // The key is made from the one client address, which the library cannot know.
      validate: false,
      handler: (request, response) => {
        const seconds = secondsUntil((request as LimitedRequest).rateLimit?.resetTime, limit.windowSeconds);
        deps.refuse(response as Response, 429, 'too_many_requests', { 'Retry-After': String(seconds) });
      },
    }) as unknown as Limiter;
  const byAddress = limiter('address', own ?? limit.perAddress, (response) => ipKeyGenerator(response.locals.address, IPV6_SUBNET_BITS));
  if (limit.perMember === undefined) return [byAddress];
  return [byAddress, limiter('member', own ?? limit.perMember, (response) => response.locals.visitor.session?.memberId ?? '')];
}

function secondsUntil(reset: Date | undefined, otherwise: number): number {
  return reset ? Math.max(1, Math.ceil((reset.getTime() - Date.now()) / 1000)) : otherwise;
}

function uncounted(deps: ThrottleDeps, response: EdgeResponse, error: unknown): void {
  response.locals.log.error({ err: error }, 'a request could not be counted');
  deps.refuse(response, 503, 'server_busy', { 'Retry-After': RETRY_SECONDS });
}
