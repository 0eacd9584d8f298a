import { timingSafeEqual } from 'node:crypto';
import express, { type ErrorRequestHandler, type NextFunction, type Request, type Response, type Router } from 'express';
import type { Logger } from 'pino';
import type { ReactElement } from 'react';
import * as v from 'valibot';
import { DEFAULT_LANGUAGE } from '../../../shared/constants.ts';
import { holdsNul } from '../http/read-input.ts';
import type { Say } from '../http/texts.ts';
import { Refusal } from '../refusal.ts';
import { signInRoutes } from './entry-routes.tsx';
import { consoleDocument } from './layout.tsx';
import type { Operators } from './operators.ts';
import { type ConsoleArea, type ConsoleFile, type ConsoleForm, type ConsoleInput, type ConsolePage, Stop } from './page.ts';
import { NUL_IN_ADDRESS, pageAt } from './page-at.ts';
import { pictureBody } from './picture-body.ts';
import { type Action, mayDo } from './roles.ts';
import type { OperatorSession, OperatorSessions } from './sessions.ts';
import { isTextKey, tx } from './texts.ts';
import { errorsOf, type Typed } from './typed.tsx';

export interface RouterDeps {
  readonly areas: readonly ConsoleArea[];
  readonly operators: Operators;
  readonly sessions: OperatorSessions;
  /** Site name for authenticator apps. */
  readonly issuer: () => Promise<string>;
  readonly say: Say;
  readonly log: Logger;
}

const BODY_LIMIT = '256kb';
export const COOKIE = 'console';
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The console below `/console`: HTML pages and forms without scripts. The style sheet comes from the admin port, which forwards everything
 * else. Without a session only the sign-in is served.
 */
export function consoleRouter(deps: RouterDeps): Router {
  const router = express.Router();
  router.use((_request, response, next) => {
    response.set({ 'Content-Security-Policy': POLICY, 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'same-origin' });
    next();
  });
  router.use(express.urlencoded({ extended: false, limit: BODY_LIMIT, parameterLimit: 100 }));
  router.use((request, response, next) => {
    identify(deps, request, response).then(() => next(), next);
  });
  // Bodies of up to five megabytes are read only for signed-in operators.
  for (const read of pictureBody()) router.use((request, response, next) => (isIn(response) ? read(request, response, next) : next()));
  router.use(refuseNul);
  router.use(requireKey);
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

async function identify({ sessions }: RouterDeps, request: Request, response: Response): Promise<void> {
  const token = /(?:^|;\s*)console=([\w-]{20,64})(?:;|$)/.exec(request.get('Cookie') ?? '')?.[1];
  response.locals.session = token === undefined ? undefined : await sessions.resolve(token);
}

function refuseNul(request: Request, _response: Response, next: NextFunction): void {
  next(NUL_IN_ADDRESS.test(request.originalUrl) || holdsNul(request.body) ? new BadText() : undefined);
}

/** Requires the form key of this session, which only its own pages contain (CSRF). */
function requireKey(request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'GET') return void next();
  const session = sessionOf(response);
  const typed = String((request.body as { formKey?: unknown } | undefined)?.formKey ?? '');
  // The sign-in form has no session yet, and submitting it for another person gains nothing.
  if (session && !sameText(typed, session.formKey)) throw new BadKey();
  next();
}

function inside(request: Request, response: Response, next: NextFunction): void {
  if (isIn(response)) next();
  else response.redirect(303, `/console/sign-in${request.method === 'GET' ? '' : '?ended=1'}`);
}

function isIn(response: Response): boolean {
  return sessionOf(response)?.stage === 'in';
}

class BadText extends Error {
  readonly status = 400;
}
class BadKey extends Error {}
class Forbidden extends Error {}

function guard(action: Action) {
  return (_request: Request, response: Response, next: NextFunction): void => {
    const session = sessionOf(response);
    if (session && mayDo(session.role, action)) next();
    else next(new Forbidden());
  };
}

async function show(page: ConsolePage, request: Request, response: Response): Promise<void> {
  const body = await page.load(inputOf(request, response));
  if (!body) return void response.status(404).send(messagePage(request, response, tx('notFound'), tx('notFoundText')));
  const said = queryOf(request).get('done') ?? '';
  const note = said.startsWith('done_') && isTextKey(said) ? { tone: 'pos' as const, text: tx(said) } : undefined;
  response.send(documentOf(request, response, tx(page.title), body, { note, at: addressOfPage(request) }));
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
    showAgain(deps, request, response, { formPage, text, typed: { to: form.path, fields, errors } });
  const body = v.safeParse(form.body, fields);
  if (!body.success) {
    const errors = errorsOf(body.issues);
    return refuse(errors, tx('badInput', { fields: Object.keys(errors).join(', ') }));
  }
  const input = inputOf(request, response);
  try {
    const done = await form.run(input, body.output);
    if ('page' in done) {
      const again = done.again ? await pageAt(deps.areas, input, formPage) : undefined;
      const shown = (
        <>
          {done.page}
          {again?.body}
        </>
      );
      const typed = { to: form.path, fields, errors: {} };
      return void response.send(documentOf(request, response, tx(done.title), shown, { typed, at: again?.at }));
    }
    const { to, said } = done;
    response.redirect(303, `/console${to}${to.includes('?') ? '&' : '?'}done=${said}`);
  } catch (error) {
    if (!(error instanceof Stop || error instanceof Refusal)) throw error;
    const { text } = wordsOf(error, response, deps.say);
    await refuse({ [error instanceof Stop ? error.field : '']: text }, text);
  }
}

/** Shows the page of the form again with the entered values and errors, or a plain message if the form was on no page. */
async function showAgain(
  deps: RouterDeps,
  request: Request,
  response: Response,
  { formPage, text, typed }: { readonly formPage: string | undefined; readonly text: string; readonly typed: Typed },
): Promise<void> {
  const found = await pageAt(deps.areas, inputOf(request, response), formPage);
  response.status(422);
  if (!found) return void response.send(messagePage(request, response, tx('refused'), text, 'neg'));
  const note = { tone: 'neg' as const, text: tx('refusedText', { text }) };
  response.send(documentOf(request, response, tx(found.page.title), found.body, { note, typed, here: found.here, at: found.at }));
}

function inputOf(request: Request, response: Response): ConsoleInput {
  const session = sessionOf(response);
  if (!session) throw new Error('console page rendered without a session');
  const params = request.params as Record<string, string>;
  return { session, params, query: queryOf(request), address: addressOf(request), picture: response.locals.picture as Buffer | undefined };
}

function answerError({ say, log }: RouterDeps): ErrorRequestHandler {
  return (error: unknown, request: Request, response: Response, _next) => {
    const { status, title, text } = wordsOf(error, response, say);
    if (status === 500) log.error({ err: error, path: request.path }, 'console page failed');
    response.status(status).send(messagePage(request, response, title, text, 'neg'));
  };
}

function wordsOf(error: unknown, response: Response, say: Say): { status: number; title: string; text: string } {
  if (error instanceof BadKey) return { status: 403, title: tx('refused'), text: tx('badKey') };
  if (error instanceof Forbidden)
    return { status: 403, title: tx('forbidden'), text: tx('forbiddenText', { role: sessionOf(response)?.role ?? '' }) };
  if (error instanceof Stop) return { status: 422, title: tx('refused'), text: tx(error.key, error.parameters) };
  if (error instanceof Refusal)
    return { status: 422, title: tx('refused'), text: say(DEFAULT_LANGUAGE, `errors.${error.code}`, error.params) };
  const { status } = (error ?? {}) as { status?: unknown };
  if (typeof status === 'number' && status >= 400 && status < 500)
    return { status, title: tx('refused'), text: say(DEFAULT_LANGUAGE, 'errors.bad_request') };
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

interface Around {
  readonly note?: { readonly tone: 'pos' | 'neg'; readonly text: string } | undefined;
  readonly here?: string;
  readonly at?: string | undefined;
  readonly typed?: Typed;
}

function documentOf(request: Request, response: Response, title: string, body: ReactElement, around: Around = {}): string {
  const { note, typed, at = '', here = request.path === '/' ? '' : request.path } = around;
  return consoleDocument({ title, session: sessionOf(response) ?? null, here, at, typed, children: body, ...(note && { note }) });
}

/** Without the result message, which is shown once. */
function addressOfPage(request: Request): string {
  const query = queryOf(request);
  query.delete('done');
  const path = request.path === '/' ? '' : request.path;
  return query.size > 0 ? `${path}?${query}` : path;
}

export function sessionOf(response: Response): OperatorSession | undefined {
  return response.locals.session as OperatorSession | undefined;
}

export function queryOf(request: Request): URLSearchParams {
  return new URL(request.originalUrl, 'http://console').searchParams;
}

export function addressOf(request: Request): string {
  return (request.get('X-Client-Address') ?? request.socket.remoteAddress ?? '').slice(0, 64);
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
