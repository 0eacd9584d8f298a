import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Screen } from '../pages/screen.ts';
import type { Refuse } from './refusals.ts';

const CALL_PATH = /^\/(?:wps|lgw|lotto|studio)(?:\/|\?|$)/;

/** First stage in Express: passes on the error of a step before it. */
export const frontErrors: RequestHandler = (_request, response, next) => next(response.locals.frontError);

/** Last stage: logs unexpected errors and answers without details. */
export function errorStage(refuse: Refuse, screen: (request: Request, response: Response, screen: Screen) => void): ErrorRequestHandler {
  return (error: unknown, request, response, _next) => {
    const status = statusOf(error);
    if (status === 500) response.locals.log.error({ err: error, route: response.locals.route }, 'request failed');
    if (response.headersSent) return void response.destroy();
    const isCall = CALL_PATH.test(request.originalUrl) || !response.locals.visitor;
    if (status === 413) refuse(response, 413, 'body_too_large');
    else if (status === 400) refuse(response, 400, 'bad_request');
    else if (isCall) refuse(response, 500, 'system_error');
    else screen(request, response, { kind: 'error', status: 500 });
  };
}

/** Body parsers and the router mark client errors with a status; all others are server errors. */
function statusOf(error: unknown): 400 | 413 | 500 {
  const status = (error as { status?: unknown } | null)?.status;
  if (status === 413) return 413;
  return typeof status === 'number' && status >= 400 && status < 500 ? 400 : 500;
}
