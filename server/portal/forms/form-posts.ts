import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import { callById } from '../../../shared/api/call-table.ts';
import type { AnyCall } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import type { Upstream } from '../contracts.ts';
import type { EventStreams } from '../events/event-streams.ts';
import { liftToken, signsIn } from '../proxy/token-lift.ts';
import type { Refuse } from '../refusals.ts';
import { isSameSite } from '../session/csrf.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { callBody, type FormValues, formValues, repeatable } from './form-input.ts';
import { preferences } from './preferences.ts';
import { safePath } from './safe-path.ts';

export interface FormPostsDeps {
  readonly upstream: Upstream;
  readonly sessions: SessionStore;
  readonly events: EventStreams;
  readonly throttle: Throttle;
  readonly refuse: Refuse;
  readonly publicOrigin: string | undefined;
  readonly https: boolean;
  /** Answers the page of `request.url` with `response.locals.form`. */
  readonly showPage: RequestHandler;
}

const HOME = '/index';
const BODY_LIMIT = '32kb';
const MAX_FIELDS = 60;

/**
 * Forms of browsers without script: `POST /form/<call id>` makes the call, then shows `back` (303) or, after a refusal,
 * the page of `back` with what was typed and the reasons (422). `POST /preferences` keeps language and theme.
 */
export function formPosts(deps: FormPostsDeps): Router {
  const router = express.Router();
  const parse = express.urlencoded({ extended: false, limit: BODY_LIMIT, parameterLimit: MAX_FIELDS });
  const ownSite: RequestHandler = (request, response, next) => {
    if (isSameSite(request, deps.publicOrigin)) next();
    else deps.refuse(response, 403, 'csrf_failed');
  };
  router.post('/preferences', ownSite, parse, preferences(deps.https));
  router.post('/form/:call', ownSite, parse, (request, response, next) => {
    const call = callById(String(request.params.call));
    if (!call || call.method === 'GET') return next();
    response.locals.route = `form ${call.id}`;
    const values = formValues(request.body);
    deps.throttle.handle(call.throttle, request, response, () => {
      submit(deps, call, values, request, response, next).catch(next);
    });
  });
  return router;
}

async function submit(
  deps: FormPostsDeps,
  call: AnyCall,
  values: FormValues,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  const { visitor } = response.locals;
  const back = safePath(values.back, HOME);
  const answer: Envelope<unknown> = await deps.upstream.call(call, { body: callBody(call, values) }, visitor);
  if (call.id === 'session.logout') endSession(deps, response);
  if (answer.success) {
    if (signsIn(call) && !(await liftToken(answer, response, deps.sessions))) throw new Error(`the answer of ${call.id} names no session`);
    response.setHeader('Cache-Control', 'no-store');
    response.redirect(303, back);
    return;
  }
  if (answer.code === 'unauthorized') deps.sessions.clear(response);
  const errors = Object.fromEntries(Object.entries(answer.errors ?? {}).map(([field, error]) => [field, error.message]));
  response.locals.form = { call: call.id, values: repeatable(values), message: answer.message, errors };
  response.status(422);
  request.method = 'GET';
  request.url = back;
  deps.showPage(request, response, next);
}

/** Who signs out is signed out here, whatever the platform says. */
function endSession(deps: FormPostsDeps, response: Response): void {
  const { session } = response.locals.visitor;
  deps.sessions.clear(response);
  if (!session) return;
  deps.sessions.end(session.token);
  deps.events.end(session.token);
}
