import express, { type Request, type RequestHandler, type Response, type Router } from 'express';
import { oauthFinish, oauthStart } from '../../../../shared/api/oauth/contract.ts';
import type { RefusalCode } from '../../../../shared/codes.ts';
import { sideOf } from '../../../../shared/rules/sign-in-side.ts';
import { MINUTE_MS } from '../../../../shared/time.ts';
import type { CaptureSignIn } from '../../calls/sign-in-capture.ts';
import type { Upstream } from '../../contracts.ts';
import { afterSignIn, entryHref, onwardPath } from '../../forms/next-step.ts';
import type { SealedCookies } from '../../session/sealed-cookies.ts';
import type { Throttle } from '../../throttle/throttle.ts';

export interface SocialSignInDeps {
  readonly upstream: Upstream;
  readonly sealed: SealedCookies;
  readonly captureSignIn: CaptureSignIn;
  readonly throttle: Throttle;
  /** Answers the page of `request.url` with `response.locals.form`. */
  readonly showPage: RequestHandler;
}

type Provider = 'google' | 'facebook';
const FLOW_MS = 10 * MINUTE_MS;
/** Separates the return path from the flow id, which contains no spaces. */
const SEPARATOR = ' ';

/** `GET /auth/<service>?next=` redirects to the service, which redirects back to `GET /auth/<service>/callback`. */
export function socialSignIn(deps: SocialSignInDeps): Router {
  const router = express.Router();
  const providerOf = ({ path }: Request) => /^\/auth\/(google|facebook)(?:\/|$)/.exec(path)?.[1] as Provider;
  const uncached: RequestHandler = (request, response, next) => {
    response.locals.route = `auth ${providerOf(request)}`;
    response.set('Cache-Control', 'no-store');
    next();
  };
  const counted = [uncached, deps.throttle.of('login')];
  const show = (request: Request, response: Response, code: RefusalCode, message: string) => {
    response.locals.form = { call: 'session.login', values: {}, message, errors: {}, code };
    response.status(422);
    request.url = entryHref('login', undefined);
    deps.showPage(request, response, (error?: unknown) => response.destroy(error instanceof Error ? error : undefined));
  };

  router.get(/^\/auth\/(?:google|facebook)$/, counted, async (request: Request, response: Response) => {
    const provider = providerOf(request);
    const { visitor } = response.locals;
    // A service that recognizes the browser redirects back at once: a page of another site must not sign a visitor in or out.
    if (request.headers['sec-fetch-site'] === 'cross-site') return response.redirect(303, entryHref('login', undefined));
    const redirectUri = `${visitor.siteOrigin}/auth/${provider}/callback`;
    const answer = await deps.upstream.call(oauthStart, { body: { provider, redirectUri } }, visitor);
    if (!answer.success) return show(request, response, answer.code, answer.message);
    const next = onwardPath(typeof request.query.next === 'string' ? request.query.next : undefined) ?? '';
    deps.sealed.set(response, 'oauthFlow', `${next}${SEPARATOR}${answer.value.flow}`, Date.now() + FLOW_MS);
    response.redirect(303, answer.value.url);
  });

  router.get(/^\/auth\/(?:google|facebook)\/callback$/, counted, async (request: Request, response: Response) => {
    const provider = providerOf(request);
    const { visitor } = response.locals;
    const [next = '', flow = ''] = (deps.sealed.read('oauthFlow', visitor.cookies) ?? '').split(SEPARATOR);
    deps.sealed.clear(response, 'oauthFlow');
    const redirectUri = `${visitor.siteOrigin}/auth/${provider}/callback`;
    const returnUrl = `${visitor.siteOrigin}${request.originalUrl}`;
    const answer = await deps.upstream.call(oauthFinish, { body: { provider, flow, returnUrl, redirectUri, ...sideOf(next) } }, visitor);
    if (!answer.success) return show(request, response, answer.code, answer.message);
    const captured = await deps.captureSignIn(answer.value, response);
    if (!captured) throw new Error('the answer of a social sign-in is not that of a sign-in');
    response.redirect(303, afterSignIn(captured.value, next));
  });
  return router;
}
