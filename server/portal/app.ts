import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import { NOTICE_LIST_PATH } from '../../shared/web-paths.ts';
import type { Portal } from './contracts.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage } from './edge/edge-stage.ts';
import { HOST_REPORT_PATH } from './hosts/reports.ts';
import { ROUTES } from './pages/routes.ts';
import { RECORD_FILES } from './record-files/files.ts';

/** Middleware and routers of the portal; each is a file of its own. `mountStages` has their order. */
export interface Stages {
  readonly frontErrors: RequestHandler;
  readonly payments: RequestHandler;
  readonly seamless: RequestHandler;
  readonly visitor: RequestHandler;
  readonly access: RequestHandler;
  readonly openStreams: RequestHandler;
  readonly hostReports: RequestHandler;
  readonly studio: RequestHandler;
  readonly paysim: RequestHandler;
  /** Calls of the phone service that the portal answers itself; absent: the platform answers them. */
  readonly phoneService: RequestHandler | undefined;
  readonly calls: RequestHandler;
  readonly pagePolicy: RequestHandler;
  readonly restoreSignIn: RequestHandler;
  readonly publicPages: RequestHandler;
  readonly forms: RequestHandler;
  readonly invitations: RequestHandler;
  readonly contact: RequestHandler;
  readonly social: RequestHandler;
  readonly contentData: RequestHandler;
  readonly recordFiles: RequestHandler;
  readonly webApp: RequestHandler;
  readonly pages: RequestHandler;
  readonly notFound: RequestHandler;
  readonly errors: ErrorRequestHandler;
}

export function createApp(trustProxy: readonly string[]): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').enable('case sensitive routing').set('query parser', 'simple');
  app.set('trust proxy', trustProxy.length > 0 && [...trustProxy]);
  return app;
}

/** Everything that the portal answers, in the order in which a request passes it. */
export function mountStages(app: Express, stages: Stages): Express {
  app.use(stages.frontErrors);
  // Providers of payments and games are not visitors: no region, no maintenance, no cookies.
  app.all(/^\/payments\//, stages.payments);
  app.all(/^\/seamless\//, stages.seamless);

  app.use(stages.visitor);
  app.use(stages.access);
  app.use(stages.openStreams);

  app.post(HOST_REPORT_PATH, stages.hostReports);
  app.all(/^\/studio(?:\/|$)/, stages.studio);
  app.all(/^\/paysim(?:\/|$)/, stages.paysim);
  if (stages.phoneService) app.use(stages.phoneService);
  app.all(/^\/(?:wps|lgw|lotto)(?:\/|$)/, stages.calls);

  app.use(stages.pagePolicy);
  app.use(stages.restoreSignIn);
  app.get([...ROUTES.keys()], stages.publicPages);
  app.use(stages.forms);
  app.use(stages.invitations);
  app.use(stages.contact);
  app.use(stages.social);
  app.get(NOTICE_LIST_PATH, stages.contentData);
  app.get([...RECORD_FILES.keys()], stages.recordFiles);
  app.use(stages.webApp);
  app.get([...ROUTES.keys()], stages.pages);
  app.use(stages.notFound);
  app.use(stages.errors);
  return app;
}

/**
 * Puts the one stage before Express that answers from memory, with the steps that each of its answers needs. What they do not answer goes to
 * the app; an error goes to its first stage.
 */
export function inFrontOf(app: Express, steps: readonly EdgeStage[]): Portal['app'] {
  return (plainRequest, plainResponse) => {
    const request = plainRequest as EdgeRequest;
    const response = plainResponse as EdgeResponse;
    let position = 0;
    const next = (error?: unknown) => {
      const step = error ? undefined : steps[position++];
      if (!step) return handOver(error);
      try {
        step(request, response, next);
      } catch (thrown) {
        handOver(thrown);
      }
    };
    const handOver = (error: unknown) => {
      response.locals.frontError = error;
      app(request, response);
    };
    next();
  };
}
