import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';

/** Everything that a request passes, in this order. Each stage is a file of its own. */
export interface Stages {
  readonly locals: RequestHandler;
  readonly measure: RequestHandler;
  readonly guard: RequestHandler;
  readonly clientAddress: RequestHandler;
  readonly securityHeaders: RequestHandler;
  readonly staticFiles: RequestHandler;
  readonly studio: RequestHandler;
  readonly visitor: RequestHandler;
  readonly access: RequestHandler;
  readonly calls: RequestHandler;
  readonly forms: RequestHandler;
  readonly pages: RequestHandler;
  readonly notFound: RequestHandler;
  readonly errors: ErrorRequestHandler;
}

export function buildApp(stages: Stages, trustProxy: readonly string[]): Express {
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('query parser', 'simple')
    .set('trust proxy', trustProxy.length > 0 && [...trustProxy]);

  app.use(
    inOrder([
      stages.locals,
      stages.measure,
      stages.clientAddress,
      stages.securityHeaders,
      stages.guard,
      stages.staticFiles,
      stages.studio,
      stages.visitor,
      stages.access,
      stages.calls,
      stages.forms,
      stages.pages,
      stages.notFound,
    ]),
  );
  app.use(stages.errors);
  return app;
}

/** One layer for all stages: every stage sees every request, so there is no path to match in between. */
function inOrder(stages: readonly RequestHandler[]): RequestHandler {
  return (request, response, done) => {
    let position = 0;
    const next = (error?: unknown) => {
      const stage = error ? undefined : stages[position++];
      if (!stage) return done(error);
      try {
        const result: unknown = stage(request, response, next);
        if (result instanceof Promise) result.catch(done);
      } catch (thrown) {
        done(thrown);
      }
    };
    next();
  };
}
