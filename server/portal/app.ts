import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import type { Portal } from './contracts.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage } from './edge-stage.ts';

/** The stages of every request, in this order; each is a file of its own. */
export interface EdgeStages {
  readonly locals: EdgeStage;
  readonly measure: EdgeStage;
  readonly clientAddress: EdgeStage;
  readonly securityHeaders: EdgeStage;
  readonly guard: EdgeStage;
  readonly payments: EdgeStage;
  readonly staticFiles: EdgeStage;
  readonly ownCookies: EdgeStage;
  readonly visitor: EdgeStage;
  readonly access: EdgeStage;
  readonly openStreams: EdgeStage;
  readonly hostReports: EdgeStage;
  readonly studio: EdgeStage;
  readonly paysim: EdgeStage;
  readonly calls: EdgeStage;
  readonly pagePolicy: EdgeStage;
  readonly restoreSignIn: EdgeStage;
  readonly readyPages: EdgeStage;
}

/** The stages in Express: forms, pages for one visitor, files, screens, errors. */
export interface PageStages {
  readonly screens: RequestHandler;
  readonly forms: RequestHandler;
  readonly contact: RequestHandler;
  readonly social: RequestHandler;
  readonly contentData: RequestHandler;
  readonly recordFiles: RequestHandler;
  readonly webApp: RequestHandler;
  readonly pages: RequestHandler;
  readonly notFound: RequestHandler;
  readonly errors: ErrorRequestHandler;
}

export function createPageApp(trustProxy: readonly string[]): Express {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('query parser', 'simple');
  app.set('trust proxy', trustProxy.length > 0 && [...trustProxy]);
  return app;
}

export function mountStages(pageApp: Express, edge: EdgeStages, stages: PageStages): Portal['app'] {
  pageApp.use(stages.screens);
  pageApp.use(stages.forms);
  pageApp.use(stages.contact);
  pageApp.use(stages.social);
  pageApp.use(stages.contentData);
  pageApp.use(stages.recordFiles);
  pageApp.use(stages.webApp);
  pageApp.use(stages.pages);
  pageApp.use(stages.notFound);
  pageApp.use(stages.errors);

  return runInOrder(
    [
      edge.locals,
      edge.measure,
      edge.clientAddress,
      edge.securityHeaders,
      edge.guard,
      edge.payments,
      edge.staticFiles,
      edge.ownCookies,
      edge.visitor,
      edge.access,
      edge.openStreams,
      edge.hostReports,
      edge.studio,
      edge.paysim,
      edge.calls,
      edge.pagePolicy,
      edge.restoreSignIn,
      edge.readyPages,
    ],
    pageApp,
  );
}

function runInOrder(stages: readonly EdgeStage[], pageApp: Express): Portal['app'] {
  return (plainRequest, plainResponse) => {
    const request = plainRequest as EdgeRequest;
    const response = plainResponse as EdgeResponse;
    let position = 0;
    const next = (error?: unknown) => {
      const stage = error ? undefined : stages[position++];
      if (!stage) return handOver(error);
      try {
        const result = stage(request, response, next);
        if (result instanceof Promise) result.catch(handOver);
      } catch (thrown) {
        handOver(thrown);
      }
    };
    const handOver = (fault: unknown) => {
      response.locals.fault = fault;
      pageApp(request, response);
    };
    next();
  };
}
