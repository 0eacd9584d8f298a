import type { RequestHandler } from 'express';
import { inScope, requestIdFrom } from './request-scope.ts';

/** For services that only our own portal reaches: its request id is that of every line they log for the request. */
export const requestScope: RequestHandler = (request, _response, next) => {
  inScope({ requestId: requestIdFrom(request.get('X-Request-Id')) }, next);
};
