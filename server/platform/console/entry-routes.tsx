import express, { type Response, type Router } from 'express';
import * as v from 'valibot';
import { LONGEST_MS, OPERATOR_PASSWORD_MIN, type OperatorSession, type OperatorSessions, type Operators, tx } from '../operators/index.ts';
import { ChangePage, CodePage, EnrolPage, SignInPage } from './entry.tsx';
import { consoleDocument } from './layout.tsx';
import { addressOf, brandOf, queryOf, sessionOf, zoneOf } from './request.ts';

const text = (max: number) => v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(max));
const credentials = v.object({ name: text(64), password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)) });
const newPassword = v.object({ password: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)) });
const codeBody = v.object({
  code: v.pipe(
    v.string(),
    v.transform((code) => code.replace(/\s/g, '')),
    v.regex(/^\d{6}$/),
  ),
});

export interface EntryDeps {
  /** Name of the session cookie. Browsers store cookies by host and not by port, so it contains the merchant. */
  readonly cookie: string;
  readonly operators: Operators;
  readonly sessions: OperatorSessions;
  /** Site name for authenticator apps. */
  readonly site: () => Promise<{ readonly brandName: string; readonly timeZone: string }>;
}
type Problem = { readonly tone: 'pos' | 'neg'; readonly text: string };

/** Sign-in steps (password, first password change, authenticator setup, code) and sign-out. */
export function signInRoutes(deps: EntryDeps): Router {
  const { operators, sessions } = deps;
  const router = express.Router();

  router.get('/sign-in', async (request, response) => {
    const session = sessionOf(response);
    if (session?.stage === 'in') return response.redirect(303, '/console');
    const query = queryOf(request);
    const note = query.has('out') ? tx('signedOut') : query.has('ended') ? tx('sessionEnded') : undefined;
    await showStep(deps, response, session, note === undefined ? undefined : { tone: 'pos', text: note });
  });

  router.post('/sign-in', async (request, response) => {
    const input = v.safeParse(credentials, request.body);
    const name = input.success ? input.output.name : '';
    const operator = input.success ? await operators.checkPassword(name, input.output.password, addressOf(request)) : undefined;
    const token = operator && (await sessions.open(operator, addressOf(request)));
    if (token === undefined) return showStep(deps, response, undefined, { tone: 'neg', text: tx('signInFailed') }, name);
    setCookie(deps, response, token);
    response.redirect(303, '/console/sign-in');
  });

  router.post('/password', async (request, response) => {
    const session = sessionOf(response);
    if (session?.stage !== 'change') return response.redirect(303, '/console/sign-in');
    const input = v.safeParse(newPassword, request.body);
    const outcome = input.success ? await operators.setPassword(session, input.output.password, addressOf(request)) : 'short';
    if (outcome === 'ended') return showEnded(deps, response);
    if (outcome !== 'done') {
      return showStep(deps, response, session, { tone: 'neg', text: problemText(outcome) });
    }
    const enrolled = (await operators.enrolment(session, (await deps.site()).brandName)) === undefined;
    setCookie(deps, response, await sessions.advance(session, enrolled ? 'totp' : 'enrol', addressOf(request)));
    response.redirect(303, '/console/sign-in');
  });

  router.post('/code', async (request, response) => {
    const session = sessionOf(response);
    if (session?.stage !== 'enrol' && session?.stage !== 'totp') return response.redirect(303, '/console/sign-in');
    const input = v.safeParse(codeBody, request.body);
    const outcome = input.success ? await operators.checkCode(session, input.output.code, addressOf(request)) : 'wrong';
    if (outcome === 'ended') return showEnded(deps, response);
    if (outcome === 'wrong') return showStep(deps, response, session, { tone: 'neg', text: tx('codeFailed') });
    setCookie(deps, response, await sessions.advance(session, 'in', addressOf(request)));
    response.redirect(303, '/console');
  });

  router.post('/sign-out', async (request, response) => {
    const session = sessionOf(response);
    if (session) await sessions.signOut(session, addressOf(request));
    setCookie(deps, response, undefined);
    response.redirect(303, '/console/sign-in?out=1');
  });
  return router;
}

function problemText(problem: 'short' | 'weak' | 'same'): string {
  if (problem === 'short') return tx('passwordShort', { min: OPERATOR_PASSWORD_MIN });
  return tx(problem === 'weak' ? 'passwordWeak' : 'passwordSame');
}

/** A step in another session has ended this one. */
function showEnded(deps: EntryDeps, response: Response): void {
  setCookie(deps, response, undefined);
  response.redirect(303, '/console/sign-in?ended=1');
}

/** The page of the next step. */
async function showStep(
  { operators, site }: EntryDeps,
  response: Response,
  session: OperatorSession | undefined,
  note: Problem | undefined,
  name = '',
): Promise<void> {
  const step = session && (await stepOf(operators, site, session));
  const title = step
    ? tx(session.stage === 'change' ? 'changeTitle' : session.stage === 'enrol' ? 'enrolTitle' : 'totpTitle')
    : tx('console');
  response.status(note?.tone === 'neg' ? 422 : 200);
  response.send(
    consoleDocument({
      title,
      brand: brandOf(response),
      timeZone: zoneOf(response),
      session: session ?? null,
      menu: [],
      currentPath: '/sign-in',
      submitted: undefined,
      children: step ?? <SignInPage name={name} />,
      ...(note && { note }),
    }),
  );
}

async function stepOf(operators: EntryDeps['operators'], site: EntryDeps['site'], session: OperatorSession) {
  if (session.stage === 'change') return <ChangePage session={session} />;
  const enrolment = session.stage === 'enrol' ? await operators.enrolment(session, (await site()).brandName) : undefined;
  return enrolment ? <EnrolPage session={session} {...enrolment} /> : <CodePage session={session} />;
}

function setCookie({ cookie }: EntryDeps, response: Response, token: string | undefined): void {
  response.cookie(cookie, token ?? '', {
    path: '/console',
    httpOnly: true,
    sameSite: 'strict',
    secure: response.req.get('X-Forwarded-Proto') === 'https',
    ...(token === undefined ? { maxAge: 0 } : { maxAge: LONGEST_MS }),
  });
}
