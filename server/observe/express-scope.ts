import type { RequestHandler } from 'express';
import { inScope, requestIdFrom } from './request-scope.ts';

/** For services that only our own portal calls: log lines get the portal's request id. */
export const requestScope: RequestHandler = (request, _response, next) => {
  inScope({ requestId: requestIdFrom(request.get('X-Request-Id')) }, next);
};
