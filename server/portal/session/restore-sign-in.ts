import type { Envelope } from '../../../shared/api/envelope.ts';
import { rememberedLogin } from '../../../shared/api/session/contract.ts';
import type { LoginValue } from '../../../shared/api/sign-in/schemas.ts';
import type { RefusalCode } from '../../../shared/codes.ts';
import { BoundedMap } from '../cache/bounded-map.ts';
import type { CaptureSignIn } from '../calls/sign-in-capture.ts';
import type { Upstream, Visitor } from '../contracts.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage, Next } from '../edge/edge-stage.ts';
import { stepHref } from '../forms/next-step.ts';
import type { SealedCookies } from './sealed-cookies.ts';

export interface RestoreSignInDeps {
  readonly upstream: Upstream;
  readonly sealed: SealedCookies;
  readonly captureSignIn: CaptureSignIn;
  /** Milliseconds that a page waits for the platform before it is shown signed out. */
  readonly deadlineMs?: number;
}

type Outcome = Envelope<LoginValue>;

const DEADLINE_MS = 1_500;
/** Tabs opened together send the same cookie, and the last may arrive after the first was answered. */
const SHARED_MS = 30_000;
const TRANSIENT_MS = 5_000;
const MAX_FLIGHTS = 5_000;
/** The platform was not reachable or not able to decide: the token may still be valid. */
const TRANSIENT_REFUSALS: readonly RefusalCode[] = [
  'upstream_unavailable',
  'upstream_timeout',
  'system_error',
  'server_busy',
  'too_many_requests',
  'maintenance',
  'region_restricted',
];

/**
 * Signs a remembered visitor in before their page is answered. The token works once, and a second use ends all its successors, so all
 * requests of one browser with one cookie share one call and its outcome. The same cookie from another address or browser causes its own
 * call: it must not receive the first one's session. Visitors without the cookie are not affected.
 */
export function restoreSignIn(deps: RestoreSignInDeps): EdgeStage {
  const signIns = createSharedSignIns(deps.upstream);
  return (request, response, next) => {
    const { visitor } = response.locals;
    if (visitor.session || !deps.sealed.has('loginRemember', visitor.cookies) || !isNavigation(request)) return next();
    const token = deps.sealed.read('loginRemember', visitor.cookies);
    if (token === undefined) {
      deps.sealed.clear(response, 'loginRemember');
      return next();
    }
    const deadline = deps.deadlineMs ?? DEADLINE_MS;
    within(signIns.join(token, visitor), deadline)
      .then((outcome) => {
        if (!outcome) visitor.times?.addTimeout(deadline);
        return applyOutcome(deps, outcome, request, response, next);
      })
      .catch(next);
  };
}

async function applyOutcome(
  deps: RestoreSignInDeps,
  outcome: Outcome | undefined,
  request: EdgeRequest,
  response: EdgeResponse,
  next: Next,
) {
  if (!outcome || isTransient(outcome)) return next();
  if (!outcome.success) {
    deps.sealed.clear(response, 'loginRemember');
    return next();
  }
  const captured = await deps.captureSignIn(outcome.value, response, 'remembered');
  if (!captured) return next();
  if (captured.session) {
    response.locals.visitor = { ...response.locals.visitor, session: captured.session };
    return next();
  }
  // The token is used up; the sign-in continues with its ticket.
  deps.sealed.clear(response, 'loginRemember');
  response.writeHead(303, { Location: stepHref(captured.value, request.url), 'Cache-Control': 'no-store' }).end();
}

function isTransient(outcome: Outcome): boolean {
  return !outcome.success && TRANSIENT_REFUSALS.includes(outcome.code);
}

/** True for a page that is being opened; assets and prefetches do not sign in. */
function isNavigation({ method, headers }: EdgeRequest): boolean {
  if (method !== 'GET' || headers['sec-purpose'] !== undefined) return false;
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
}

function createSharedSignIns(upstream: Upstream, now: () => number = () => performance.now()) {
  const signIns = new BoundedMap<string, { readonly outcome: Promise<Outcome>; until: number }>(MAX_FLIGHTS);
  return {
    join(token: string, visitor: Visitor): Promise<Outcome> {
      const key = JSON.stringify([token, visitor.address, visitor.userAgent]);
      const running = signIns.get(key);
      if (running && now() < running.until) return running.outcome;
      const flight = { outcome: upstream.call(rememberedLogin, {}, visitor), until: Number.POSITIVE_INFINITY };
      signIns.set(key, flight);
      flight.outcome.then(
        (outcome) => {
          flight.until = now() + (isTransient(outcome) ? TRANSIENT_MS : SHARED_MS);
        },
        () => signIns.delete(key),
      );
      return flight.outcome;
    },
  };
}

/** The outcome, or undefined after the deadline; the next page can still use it. */
function within(outcome: Promise<Outcome>, milliseconds: number): Promise<Outcome | undefined> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    outcome.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
