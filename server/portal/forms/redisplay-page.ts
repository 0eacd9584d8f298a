import type { RequestHandler } from 'express';
import type { EdgeStage } from '../edge/edge-stage.ts';
import type { Throttle } from '../throttle/throttle.ts';

export interface RedisplayPageDeps {
  readonly access: EdgeStage;
  readonly throttle: Throttle;
  /** Handlers of the page of `request.url`, in this order. */
  readonly pages: readonly RequestHandler[];
}

/**
 * Answers a form with the page of another address, `request.url`. Access rules and limits apply to that address as on a direct request: the
 * address of the form may be open where the page is not, and a page with a form in it is never cached.
 */
export function redisplayPage({ access, throttle, pages }: RedisplayPageDeps): RequestHandler {
  return (request, response, next) => {
    const show = (position: number) => (error?: unknown) => {
      const page = pages[position];
      if (error || !page) next(error);
      else page(request, response, show(position + 1));
    };
    access(request, response, (error?: unknown) => {
      if (error) return next(error);
      throttle.handle(response.locals.visitor.session ? 'own-page' : 'page', request, response, show(0));
    });
  };
}
