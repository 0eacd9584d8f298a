import { timingSafeEqual } from 'node:crypto';
import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import helmet, { type HelmetOptions } from 'helmet';
import type { Logger } from 'pino';
import type { ReactElement } from 'react';
import * as v from 'valibot';
import { DEFAULT_LANGUAGE } from '../../../shared/constants.ts';
import { MINUTE_MS } from '../../../shared/time.ts';
import { limitRate } from '../../kit/limit-rate.ts';
import { holdsNul, type Translate } from '../base/http/index.ts';
import { Refusal } from '../base/refusal.ts';
import {
  type Action,
  type ConsoleArea,
  type ConsoleFile,
  type ConsoleForm,
  type ConsoleInput,
  type ConsolePage,
  errorsOf,
  isActionAllowed,
  isTextKey,
  OperatorError,
  type SubmittedForm,
  tx,
} from '../operators/index.ts';
import { type EntryDeps, signInRoutes } from './entry-routes.tsx';
import { consoleDocument } from './layout.tsx';
import { pictureBody } from './multipart-picture.ts';
import { NUL_IN_ADDRESS, pageAt } from './page-at.ts';
import { addressOf, brandOf, menuOf, queryOf, sessionOf, zoneOf } from './request.ts';

export interface RouterDeps extends EntryDeps {
  readonly areas: readonly ConsoleArea[];
  readonly translate: Translate;
  readonly log: Logger;
}

const BODY_LIMIT = '256kb';
/** Each checks a password or a code: the hash of a password takes a tenth of a second of the processor. */
const SIGN_IN_STEPS = ['/sign-in', '/password', '/code'];
/** For all operators behind one address. An account is locked after three failures of its own (`operator-failures.ts`). */
const SIGN_IN_LIMIT = { limit: 100, windowMs: 5 * MINUTE_MS };

const HEADERS: HelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  referrerPolicy: { policy: 'same-origin' },
  // The admin port sets it where TLS is used.
  strictTransportSecurity: false,
};

/**
 * The console below `/console`: HTML pages and forms without scripts. The style sheet comes from the admin port, which forwards everything
 * else. Without a session only the sign-in is served.
 */
export function consoleRouter(deps: RouterDeps): Router {
  const router = express.Router();
  const menu = menuPages(deps.areas);
  router.use(helmet(HEADERS));
  router.use(express.urlencoded({ extended: false, limit: BODY_LIMIT, parameterLimit: 100 }));
  router.use((request, response, next) => {
    response.locals.menu = menu;
    identify(deps, request, response).then(() => next(), next);
  });
  // Bodies of up to five megabytes are read only for signed-in operators.
  for (const read of pictureBody()) router.use((request, response, next) => (isIn(response) ? read(request, response, next) : next()));
  router.use(refuseNul);
  router.use(requireKey);
  router.post(SIGN_IN_STEPS, limitSignIn());
  router.use(signInRoutes(deps));
  router.use(inside);
  for (const { pages, forms, files = [] } of deps.areas) {
    // Before the pages: a page parameter could match a file's name.
    for (const file of files)
      router.get(file.path, guard(file.action), (request, response, next) => send(file, request, response).catch(next));
    for (const page of pages)
      router.get(page.path || '/', guard(page.action), (request, response, next) => show(page, request, response).catch(next));
    for (const form of forms)
      router.post(form.path, guard(form.action), (request, response, next) => submit(deps, form, request, response).catch(next));
  }
  router.use((request, response) => {
    response.status(404).send(messagePage(request, response, tx('notFound'), tx('notFoundText')));
  });
  router.use(answerError(deps));
  return router;
}

function menuPages(areas: readonly ConsoleArea[]): readonly ConsolePage[] {
  const placeOf = ({ inMenu }: ConsolePage) => inMenu?.place ?? 0;
  return areas
    .flatMap(({ pages }) => pages)
    .filter(({ inMenu }) => inMenu)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

function limitSignIn(): RequestHandler {
  return limitRate({
    ...SIGN_IN_LIMIT,
    keyOf: (request) => ipKeyGenerator(addressOf(request)),
    refuse: (request, response, seconds) =>
      void response
        .status(429)
        .set('Retry-After', String(seconds))
        .send(messagePage(request, response, tx('refused'), tx('signInTooMany', { minutes: Math.ceil(seconds / 60) }), 'neg')),
  });
}

async function identify({ sessions, cookie, site }: RouterDeps, request: Request, response: Response): Promise<void> {
  const token = new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{20,64})(?:;|$)`).exec(request.get('Cookie') ?? '')?.[1];
  const { brandName, timeZone } = await site();
  Object.assign(response.locals, { brand: brandName, timeZone });
  response.locals.session = token === undefined ? undefined : await sessions.resolve(token);
}

function refuseNul(request: Request, _response: Response, next: NextFunction): void {
  next(NUL_IN_ADDRESS.test(request.originalUrl) || holdsNul(request.body) ? new InvalidFieldsError() : undefined);
}

/** Requires the form key of this session, which only its own pages contain (CSRF). */
function requireKey(request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'GET') return void next();
  const session = sessionOf(response);
  const submitted = String((request.body as { formKey?: unknown } | undefined)?.formKey ?? '');
  // The sign-in form has no session yet, and submitting it for another person gains nothing.
  if (session && !sameText(submitted, session.formKey)) throw new InvalidFormKeyError();
  next();
}

function inside(request: Request, response: Response, next: NextFunction): void {
  if (isIn(response)) next();
  else response.redirect(303, `/console/sign-in${request.method === 'GET' ? '' : '?ended=1'}`);
}

function isIn(response: Response): boolean {
  return sessionOf(response)?.stage === 'in';
}

class InvalidFieldsError extends Error {
  readonly status = 400;
}
class InvalidFormKeyError extends Error {}
class ForbiddenError extends Error {}

function guard(action: Action) {
  return (_request: Request, response: Response, next: NextFunction): void => {
    const session = sessionOf(response);
    if (session && isActionAllowed(session.role, action)) next();
    else next(new ForbiddenError());
  };
}

async function show(page: ConsolePage, request: Request, response: Response): Promise<void> {
  const body = await page.load(inputOf(request, response));
  if (!body) return void response.status(404).send(messagePage(request, response, tx('notFound'), tx('notFoundText')));
  const message = queryOf(request).get('done') ?? '';
  const isDone = message.startsWith('done_') && isTextKey(message);
  const at = addressOfPage(request);
  const options = isDone ? { at, note: { tone: 'pos' as const, text: tx(message) } } : { at };
  response.send(documentOf(request, response, tx(page.title), body, options));
}

async function send(file: ConsoleFile, request: Request, response: Response): Promise<void> {
  const found = await file.load(inputOf(request, response));
  if (!found) return void response.status(404).send(messagePage(request, response, tx('notFound'), tx('notFoundText')));
  if (found.name !== undefined) response.attachment(found.name);
  response.type(found.type).send(found.bytes);
}

async function submit(deps: RouterDeps, form: ConsoleForm, request: Request, response: Response): Promise<void> {
  const { formKey: _key, formPage, ...fields } = (request.body ?? {}) as Record<string, string>;
  const refuse = (errors: Record<string, string>, text: string) =>
    showFormAgain(deps, request, response, { formPage, text, submitted: { to: form.path, fields, errors } });
  const body = v.safeParse(form.body, fields);
  if (!body.success) {
    const errors = errorsOf(body.issues);
    return refuse(errors, tx('badInput', { fields: Object.keys(errors).join(', ') }));
  }
  const input = inputOf(request, response);
  try {
    const outcome = await form.run(input, body.output);
    if ('page' in outcome) {
      const formPageFound = outcome.repeatsForm ? await pageAt(deps.areas, input, formPage) : undefined;
      const content = (
        <>
          {outcome.page}
          {formPageFound?.body}
        </>
      );
      const submitted = { to: form.path, fields, errors: {} };
      return void response.send(documentOf(request, response, tx(outcome.title), content, { submitted, at: formPageFound?.at ?? '' }));
    }
    const { to, message } = outcome;
    response.redirect(303, `/console${to}${to.includes('?') ? '&' : '?'}done=${message}`);
  } catch (error) {
    if (!(error instanceof OperatorError || error instanceof Refusal)) throw error;
    const { text } = errorText(error, response, deps.translate);
    const field = error instanceof OperatorError ? error.field : (form.refusalFields?.[error.code] ?? '');
    await refuse({ [field]: text }, text);
  }
}

/** Shows the page of the form again with the entered values and errors, or a plain message if the form was on no page. */
async function showFormAgain(
  deps: RouterDeps,
  request: Request,
  response: Response,
  { formPage, text, submitted }: { readonly formPage: string | undefined; readonly text: string; readonly submitted: SubmittedForm },
): Promise<void> {
  const found = await pageAt(deps.areas, inputOf(request, response), formPage);
  response.status(422);
  if (!found) return void response.send(messagePage(request, response, tx('refused'), text, 'neg'));
  const note = { tone: 'neg' as const, text: tx('refusedText', { text }) };
  response.send(
    documentOf(request, response, tx(found.page.title), found.body, { note, submitted, currentPath: found.currentPath, at: found.at }),
  );
}

function inputOf(request: Request, response: Response): ConsoleInput {
  const session = sessionOf(response);
  if (!session) throw new Error('console page rendered without a session');
  const params = request.params as Record<string, string>;
  return {
    session,
    params,
    query: queryOf(request),
    timeZone: zoneOf(response),
    address: addressOf(request),
    picture: response.locals.picture as Buffer | undefined,
  };
}

function answerError({ translate, log }: RouterDeps): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, _next) => {
    const { status, title, text } = errorText(error, response, translate);
    if (status === 500) log.error({ err: error, path: request.path }, 'console page failed');
    response.status(status).send(messagePage(request, response, title, text, 'neg'));
  };
}

function roleOf(response: Response): string {
  const role = sessionOf(response)?.role;
  return role === undefined ? '' : tx(`role_${role}`);
}

function errorText(error: unknown, response: Response, translate: Translate): { status: number; title: string; text: string } {
  if (error instanceof InvalidFormKeyError) return { status: 403, title: tx('refused'), text: tx('badKey') };
  if (error instanceof ForbiddenError)
    return { status: 403, title: tx('forbidden'), text: tx('forbiddenText', { role: roleOf(response) }) };
  if (error instanceof OperatorError) return { status: 422, title: tx('refused'), text: tx(error.key, error.parameters) };
  if (error instanceof Refusal)
    return { status: 422, title: tx('refused'), text: translate(DEFAULT_LANGUAGE, `errors.${error.code}`, error.params) };
  const { status } = (error ?? {}) as { status?: unknown };
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { status, title: tx('refused'), text: translate(DEFAULT_LANGUAGE, 'errors.bad_request') };
  return { status: 500, title: tx('refused'), text: tx('fault', { id: String(response.locals.requestId) }) };
}

function messagePage(request: Request, response: Response, title: string, text: string, tone?: 'neg'): string {
  const body = <p>{tone ? <a href={safeReferrer(request)}>{tx('back')}</a> : text}</p>;
  return documentOf(request, response, title, body, tone && { note: { tone, text } });
}

/** The referring page, if it belongs to this console. */
function safeReferrer(request: Request): string {
  const referrer = request.get('Referer') ?? '';
  const path = URL.canParse(referrer) ? new URL(referrer).pathname : '';
  return /^\/console(?:\/[\w./:-]*)?$/.test(path) ? path : '/console';
}

interface DocumentOptions {
  readonly note?: { readonly tone: 'pos' | 'neg'; readonly text: string };
  readonly currentPath?: string;
  readonly at?: string;
  readonly submitted?: SubmittedForm;
}

function documentOf(request: Request, response: Response, title: string, body: ReactElement, options: DocumentOptions = {}): string {
  const { note, submitted, at = '', currentPath = request.path === '/' ? '' : request.path } = options;
  return consoleDocument({
    title,
    brand: brandOf(response),
    timeZone: zoneOf(response),
    session: sessionOf(response) ?? null,
    menu: menuOf(response),
    currentPath,
    at,
    submitted,
    children: body,
    ...(note && { note }),
  });
}

/** Without the result message, which is shown once. */
function addressOfPage(request: Request): string {
  const query = queryOf(request);
  query.delete('done');
  const path = request.path === '/' ? '' : request.path;
  return query.size > 0 ? `${path}?${query}` : path;
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
