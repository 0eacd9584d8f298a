import type { Access } from '../access/access.ts';
import type { Calls } from '../calls/calls.ts';
import type { Pages } from '../pages/mount.ts';
import type { SealedCookies } from '../session/sealed-cookies.ts';
import type { EdgeStage } from './edge-stage.ts';
import type { VisitorStage } from './visitor.ts';

export interface ReadyAnswersDeps {
  readonly visitor: VisitorStage;
  readonly access: Access;
  readonly calls: Calls;
  readonly pages: Pages;
  readonly sealed: SealedCookies;
}

/**
 * The stage before Express: answers public calls and public pages that are ready in memory. Nothing here waits, counts or renders; a request
 * that needs any of this is answered by the routes of `app.ts`.
 */
export function readyAnswers({ visitor, access, calls, pages, sealed }: ReadyAnswersDeps): EdgeStage {
  return (request, response, next) => {
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    if (!isReading || !visitor.resolveNow(request, response) || !access.isOpen(response)) return next();
    if (calls.sendReady(request, response)) return;
    // A remembered visitor is signed in first.
    if (!sealed.has('loginRemember', response.locals.visitor.cookies) && pages.sendReady(request, response)) return;
    next();
  };
}
