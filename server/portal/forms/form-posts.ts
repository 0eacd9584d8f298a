import express, { type NextFunction, type Request, type RequestHandler, type Response, type Router } from 'express';
import * as v from 'valibot';
import { ANOTHER_PICTURE } from '../../../client/islands/customer-service/another-picture.ts';
import { sentHref } from '../../../client/islands/customer-service/sent-href.ts';
import { PLAIN_CAPTCHA_PATH } from '../../../client/islands/sign-in/plain-captcha.ts';
import type { EntryView } from '../../../client/islands/sign-in/props.ts';
import { passwordReset } from '../../../shared/api/accounts/calls.ts';
import { callById } from '../../../shared/api/call-table.ts';
import type { AnyCall, FormOutcome } from '../../../shared/api/define-call.ts';
import type { Envelope } from '../../../shared/api/envelope.ts';
import { ticketOpen } from '../../../shared/api/inbox/contract.ts';
import { betVerified } from '../../../shared/api/records/contract.ts';
import { firstLogin } from '../../../shared/api/session/contract.ts';
import { sessionLogin } from '../../../shared/api/sign-in/calls.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { CaptureSignIn } from '../calls/sign-in-capture.ts';
import type { FormState, Refused, Upstream } from '../contracts.ts';
import type { Refuse } from '../edge/refusals.ts';
import type { EventStreams } from '../events/event-streams.ts';
import { isSameSite } from '../session/csrf.ts';
import type { ReadableCookies } from '../session/readable-cookies.ts';
import type { SealedCookies } from '../session/sealed-cookies.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Throttle } from '../throttle/throttle.ts';
import { carriesSession } from '../upstream/upstream-headers.ts';
import { withDefaultFields } from './default-fields.ts';
import { callBody, type FormValues, formValues, plainAmounts, refusedAmount, withoutSecrets } from './form-input.ts';
import { createPictureForms, isMultipart, uploadPictures } from './form-pictures.ts';
import type { MultipartDeadlines, MultipartForm } from './multipart.ts';
import { afterSignIn, entryHref } from './next-step.ts';
import { plainCaptcha, plainCaptchaKey } from './plain-captcha.ts';
import { preferences } from './preferences.ts';
import { safePath } from './safe-path.ts';

export interface FormPostsDeps {
  readonly upstream: Upstream;
  readonly sessions: SessionStore;
  readonly sealed: SealedCookies;
  readonly readable: ReadableCookies;
  readonly captureSignIn: CaptureSignIn;
  readonly events: EventStreams;
  readonly throttle: Throttle;
  readonly refuse: Refuse;
  readonly publicOrigin: string | undefined;
  readonly https: boolean;
  readonly cookiePrefix: string;
  /** Offered languages. */
  readonly languages: () => readonly Language[];
  /** Deadlines of forms with files; for tests. */
  readonly uploadDeadlines?: MultipartDeadlines;
  /** Answers the page of `request.url` with `response.locals.form`. */
  readonly showPage: RequestHandler;
}

const HOME = '/index';
const BODY_LIMIT = '32kb';
const MAX_FIELDS = 60;
/** Redirect targets of the outcomes that lead to a fixed page. */
const REDIRECTS: Readonly<Partial<Record<FormOutcome, string>>> = {
  'reset-mail-sent': entryHref('forgot', undefined, { tab: 'email', sent: '1' }),
  'password-reset': entryHref('login', undefined, { done: 'reset' }),
  'password-changed': '/',
};

/** Refusals that open a dialog first; the page is shown after it. */
const REFUSAL_DIALOGS: Readonly<Partial<Record<RefusalCode, EntryView>>> = {
  session_idle: 'confirm',
  confirmation_required: 'confirm',
  password_change_required: 'change-password',
};

/** One posted form. */
interface Post {
  readonly call: AnyCall;
  readonly values: FormValues;
  readonly pictures: readonly Buffer[];
  /** Path of the page to show afterwards. */
  readonly back: string;
  readonly request: Request;
  readonly response: Response;
  readonly next: NextFunction;
}

/**
 * Forms without script: `POST /form/<call id>` makes the call, then redirects to the next step or to `back` (303); after a refusal it
 * renders the page of `back` with the entered values and the errors (422). `POST /preferences` stores language and theme.
 */
export function formPosts(deps: FormPostsDeps): Router {
  const router = express.Router();
  const parse = express.urlencoded({ extended: false, limit: BODY_LIMIT, parameterLimit: MAX_FIELDS });
  const ownSite: RequestHandler = (request, response, next) => {
    if (isSameSite(request, deps.publicOrigin)) next();
    else deps.refuse(response, 403, 'csrf_failed');
  };
  router.get(PLAIN_CAPTCHA_PATH, plainCaptcha(deps));
  router.post('/preferences', ownSite, parse, preferences(deps));
  const forms = createPictureForms(deps.uploadDeadlines);
  const sent = new WeakMap<Request, MultipartForm>();
  const parseFiles: RequestHandler = (request, response, next) => {
    const call = callById(String(request.params.call));
    if (!call || !isMultipart(request)) return next();
    const read = async () => {
      const form = await forms.read(request, response, call);
      sent.set(request, form);
      // The rest of a form that could not be read is not read, and perhaps the page that it names neither.
      if (form.fault) response.setHeader('Connection', 'close');
      request.body = form.fault ? { back: ownReferer(request, response), ...form.body } : form.body;
      next();
    };
    // The visitor disconnected while the body was read.
    deps.throttle.handle('upload', request, response, () => void read().catch(() => response.destroy()));
  };
  router.post('/form/:call', ownSite, parse, parseFiles, (request, response, next) => {
    const call = callById(String(request.params.call));
    if (!call || call.method === 'GET') return next();
    response.locals.route = `form ${call.id}`;
    const values = formValues(request.body);
    const back = safePath(values.back, HOME);
    const { pictures = [], fault } = sent.get(request) ?? {};
    const post = { call, values, pictures, back: back === '/' ? HOME : back, request, response, next };
    response.locals.showRefusal = (status, answer) => {
      response.locals.showRefusal = undefined;
      handleRefusal(deps, post, answer, status);
    };
    if (fault) return deps.refuse(response, fault === 'server_busy' ? 503 : 422, fault);
    if (values[ANOTHER_PICTURE]) {
      const again = { call: call.id, message: '', errors: {}, code: '' } as const;
      return deps.throttle.handle('captcha', request, response, () => redisplayForm(deps, post, again));
    }
    const refused = refusedAmount(call, values, response.locals.visitor.session?.currency);
    if (refused) return deps.refuse(response, 422, refused);
    deps.throttle.handle(call.throttle, request, response, () => {
      response.locals.showRefusal = undefined;
      submit(deps, post).catch(next);
    });
  });
  return router;
}

async function submit(deps: FormPostsDeps, post: Post): Promise<void> {
  const { call, response, pictures } = post;
  const uploaded = await uploadPictures(deps.upstream, response, call, pictures);
  if ('success' in uploaded) return handleRefusal(deps, post, uploaded);
  const { ids } = uploaded;
  const body = {
    ...bodyOf(post),
    ...plainCaptchaKey(post.values, deps.sealed, response.locals.visitor),
    ...(call.pictures && ids.length > 0 && { [call.pictures.field]: ids }),
  };
  const answer: Envelope<unknown> = await deps.upstream.call(call, { body }, response.locals.visitor);
  if (call.endsSession) endSession(deps, response);
  if (!answer.success) return handleRefusal(deps, post, answer);
  if (call.signsIn) return signedIn(deps, post, answer.value);
  const done = { call: call.id, message: '', errors: {}, code: '' } as const;
  if (call.formOutcome === 'code-sent') return redisplayForm(deps, post, done);
  if (call.formOutcome === 'shown-once') return redisplayForm(deps, post, { ...done, value: answer.value });
  if (call.formOutcome === 'ticket-opened') return redirect(response, ticketHref(answer.value, post.back));
  if (call.formOutcome === 'proof') return redirect(response, proofHref(answer.value, post.back));
  redirect(response, REDIRECTS[call.formOutcome] ?? post.back);
}

async function signedIn(deps: FormPostsDeps, post: Post, value: unknown): Promise<void> {
  const { call, back, response } = post;
  const { visitor, log } = response.locals;
  const captured = await deps.captureSignIn(value, response);
  if (!captured) throw new Error(`the answer of ${call.id} is not that of a sign-in`);
  if (captured.session && 'firstTimeLogin' in captured.value && captured.value.firstTimeLogin)
    deps.upstream.call(firstLogin, {}, { ...visitor, session: captured.session }).catch((error: unknown) => {
      log.warn({ err: error }, 'first sign-in report failed');
    });
  const { type, remember, username, countryDialingCode } = bodyOf(post);
  if (type === 'sms' && remember === true && typeof username === 'string' && typeof countryDialingCode === 'string')
    deps.readable.setLoginTypeSms(response, { mobileNum: username, countryDialingCode });
  redirect(response, afterSignIn(captured.value, back));
}

function handleRefusal(deps: FormPostsDeps, post: Post, answer: Refused, status = 422): void {
  const { call, back, response } = post;
  const { code, message } = answer;
  const dialog = REFUSAL_DIALOGS[code];
  if (dialog) return void redirect(response, entryHref(dialog, withoutDone(back)));
  if (code === 'unauthorized' && carriesSession(call)) deps.sessions.clear(response);
  if (code === 'unauthorized' && call.formNeedsSignIn) return void redirect(response, entryHref('login', back));
  if (code === 'step_expired') deps.sealed.clear(response, 'signInTicket');
  response.status(status);
  const errors = Object.fromEntries(Object.entries(answer.errors ?? {}).map(([field, error]) => [field, error.message]));
  // An expired sign-in starts again.
  redisplayForm(deps, post, { call: code === 'step_expired' ? sessionLogin.id : call.id, message, errors, code });
}

function redisplayForm(deps: FormPostsDeps, { call, values, back, request, response, next }: Post, form: Omit<FormState, 'values'>): void {
  response.locals.form = { ...form, values: withoutSecrets(values) };
  request.method = 'GET';
  // The reset link stays valid until it is used; the ticket is not a form field.
  request.url = call.id === passwordReset.id && values.ticket ? entryHref('reset', back, { ticket: values.ticket }) : back;
  deps.showPage(request, response, next);
}

/** The ticket number is part of the page's address, so that a reload shows it and sends nothing. */
function ticketHref(value: unknown, back: string): string {
  const { success, output } = v.safeParse(ticketOpen.value, value);
  return sentHref(back, success && /^\d{8}$/.test(output.number) ? output.number : '1');
}

/** The page that recomputes an outcome, on this site. */
function proofHref(value: unknown, back: string): string {
  const { success, output } = v.safeParse(betVerified.value, value);
  return success ? safePath(output.verifyUrl, back) : back;
}

/** The page without `done`: after the dialog the form has to be sent again. */
function withoutDone(back: string): string {
  const page = new URL(back, 'http://page');
  page.searchParams.delete('done');
  return page.pathname + page.search + page.hash;
}

/** Path of the own page that sent the form. */
function ownReferer(request: Request, response: Response): string {
  const { referer = '' } = request.headers;
  if (!URL.canParse(referer)) return HOME;
  const { origin, pathname, search } = new URL(referer);
  return origin === response.locals.visitor.siteOrigin ? pathname + search : HOME;
}

function redirect(response: Response, path: string): void {
  response.setHeader('Cache-Control', 'no-store');
  response.redirect(303, path);
}

function bodyOf({ call, values, response }: Post): Record<string, unknown> {
  const { session, siteOrigin } = response.locals.visitor;
  return withDefaultFields(call, values, callBody(call, plainAmounts(call, values, session?.currency)), siteOrigin, session?.currency);
}

/** Signs out and clears the remember token here, even if the platform fails. */
function endSession(deps: FormPostsDeps, response: Response): void {
  const { session, cookies } = response.locals.visitor;
  deps.sessions.clear(response);
  if (deps.sealed.has('loginRemember', cookies)) deps.sealed.clear(response, 'loginRemember');
  if (!session) return;
  deps.sessions.end(session.token);
  deps.events.end(session.token);
}
