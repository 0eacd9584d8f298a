import type { Request, RequestHandler, Response } from 'express';
import { rateLimit } from 'express-rate-limit';

interface RateLimit {
  readonly limit: number;
  readonly windowMs: number;
  /** Requests of one key are counted together. */
  readonly keyOf: (request: Request) => string;
  /** Answers a request above the limit, or throws. */
  readonly refuse: (request: Request, response: Response, seconds: number) => void;
}

/** Counts requests in fixed windows. */
export function limitRate({ limit, windowMs, keyOf, refuse }: RateLimit): RequestHandler {
  return rateLimit({
    windowMs,
    limit,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    // The portal passes the client address in a header, which the library's validation does not know.
    validate: false,
    keyGenerator: keyOf,
    handler: (request, response) => refuse(request, response, secondsLeft(request, windowMs)),
  });
}

/** Seconds until the window of a refused request ends. */
function secondsLeft(request: Request, windowMs: number): number {
  const { rateLimit: state } = request as Request & { readonly rateLimit?: { readonly resetTime?: Date } };
  const left = state?.resetTime ? state.resetTime.getTime() - Date.now() : windowMs;
  return Math.max(1, Math.ceil(left / 1_000));
}
