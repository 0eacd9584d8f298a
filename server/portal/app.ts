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

  app.use(stages.locals);
  app.use(stages.measure);
  app.use(stages.clientAddress);
  app.use(stages.securityHeaders);
  app.use(stages.guard);
  app.use(stages.staticFiles);
  app.use(stages.studio);
  app.use(stages.visitor);
  app.use(stages.access);
  app.use(stages.calls);
  app.use(stages.forms);
  app.use(stages.pages);
  app.use(stages.notFound);
  app.use(stages.errors);
  return app;
}
