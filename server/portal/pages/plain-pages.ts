import type { Response } from 'express';
import type { Pages } from './mount.ts';

/** Pages without views, for tests of the pipeline: every address but `/index` is unknown, screens are one line of text. */
export function plainPages(): Pages {
  const sendText = (response: Response, status: number, text: string) => void response.status(status).type('text/plain').send(text);
  return {
    sendReady: () => false,
    ready: (_request, _response, next) => next(),
    handle(request, response, next) {
      const { form } = response.locals;
      if (form) response.json(form);
      else if (request.path === '/index')
        response.json({ visitor: { ...response.locals.visitor, session: response.locals.visitor.session?.account ?? null } });
      else next();
    },
    notFound: (_request, response) => sendText(response, 404, 'not found'),
    screen: (_request, response, screen) => sendText(response, screen.status, screen.kind),
    invalidate: () => undefined,
    close: async () => undefined,
  };
}
