import { CALLS } from '../../../shared/api/call-table.ts';
import type { Visitor } from '../contracts.ts';
import { markRefusal } from '../edge/deliberate-refusals.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage, Next } from '../edge/edge-stage.ts';
import type { Refuse } from '../edge/refusals.ts';
import type { Screen } from '../pages/screen.ts';
import { loginRedirect } from './login-only.ts';
import type { JudgeRegion } from './region-rules.ts';
import type { Site, SiteVerdict } from './site.ts';

export interface AccessDeps {
  readonly site: Site;
  readonly judgeRegion: JudgeRegion;
  readonly refuse: Refuse;
  readonly screen: (request: EdgeRequest, response: EdgeResponse, screen: Screen) => void;
  /** Handles a visitor who has to sign in first; without it the visitor is redirected to `login`. */
  readonly showLogin?: (request: EdgeRequest, response: EdgeResponse, next: Next, login: string) => void;
}

export interface Access {
  readonly handle: EdgeStage;
  /** True if the site is open to the visitor without a condition, and this is known already. */
  isOpen(response: EdgeResponse): boolean;
}

/** The operator's own addresses are always allowed; otherwise the stricter verdict of platform and portal applies. */
function locationVerdict({ judgeRegion }: Pick<AccessDeps, 'judgeRegion'>, visitor: Visitor, verdict: SiteVerdict) {
  const { allowed, rule } = judgeRegion(visitor.address, visitor.country);
  const own = rule === 'address-allowed';
  return { own, restricted: !own && (verdict.kind === 'restricted' || !allowed) };
}

/** True if neither maintenance nor the visitor's region closes the site. */
export async function isAdmitted(deps: Pick<AccessDeps, 'site' | 'judgeRegion'>, visitor: Visitor): Promise<boolean> {
  const verdict = await deps.site.verdict(visitor);
  return verdict.kind !== 'maintenance' && !locationVerdict(deps, visitor, verdict).restricted;
}

/** Calls, and everything of the built-in vendor, so that a running game takes no further stakes. */
const CALL_PATH = /^\/(?:wps|lgw|lotto|studio)\//;
/** The game frame has an opaque origin and could not read the refusal otherwise. */
const FRAME_PATH = /^\/studio\//;
/** Calls that stay open and their forms, the page of customer service, and the language choice. */
const ALWAYS_OPEN: ReadonlySet<string> = new Set([
  '/preferences',
  '/customerService',
  ...CALLS.filter((call) => call.staysOpen).flatMap(({ id, method, path }) => (method === 'GET' ? [path] : [path, `/form/${id}`])),
]);
const RETRY_SECONDS = 60;
const MAX_RETRY_SECONDS = 24 * 60 * 60;

/**
 * Checks maintenance, region and address rules, then the login-only site: a screen for pages, a refusal for calls. Every request is
 * checked, so a session that was opened elsewhere is limited by its present address.
 */
export function access(deps: AccessDeps): Access {
  const decide = (request: EdgeRequest, response: EdgeResponse, next: Next, verdict: SiteVerdict) => {
    const { visitor } = response.locals;
    const { own, restricted } = locationVerdict(deps, visitor, verdict);
    if (restricted || own) response.locals.visitor = { ...visitor, restricted };
    if (ALWAYS_OPEN.has(pathOf(request.url))) {
      const locked = deps.site.loginOnly && visitor.session === null;
      response.locals.siteClosed = verdict.kind === 'maintenance' || restricted || locked;
      return next();
    }
    if (verdict.kind === 'maintenance') return closeForMaintenance(deps, request, response, verdict);
    if (restricted) return refuseRegion(deps, request, response);
    const login = deps.site.loginOnly && visitor.session === null ? loginRedirect(request) : undefined;
    if (login === undefined) return next();
    if (deps.showLogin) return deps.showLogin(request, response, next, login);
    response.writeHead(303, { Location: login, 'Cache-Control': 'no-store' }).end();
  };
  return {
    handle(request, response, next) {
      const verdict = deps.site.verdict(response.locals.visitor);
      if (verdict instanceof Promise) verdict.then((known) => decide(request, response, next, known)).catch(next);
      else decide(request, response, next, verdict);
    },
    isOpen({ locals: { visitor } }) {
      const verdict = deps.site.verdict(visitor);
      if (verdict instanceof Promise || verdict.kind !== 'open' || (deps.site.loginOnly && visitor.session === null)) return false;
      const { own, restricted } = locationVerdict(deps, visitor, verdict);
      return !own && !restricted;
    },
  };
}

function closeForMaintenance(
  deps: AccessDeps,
  request: EdgeRequest,
  response: EdgeResponse,
  { until, texts }: Extract<SiteVerdict, { kind: 'maintenance' }>,
): void {
  if (FRAME_PATH.test(request.url)) response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Retry-After', String(secondsUntil(until)));
  markRefusal(response, 'maintenance');
  if (CALL_PATH.test(request.url)) deps.refuse(response, 503, 'maintenance');
  else deps.screen(request, response, { kind: 'maintenance', status: 503, until, texts, timeZone: deps.site.timeZone });
}

function refuseRegion(deps: AccessDeps, request: EdgeRequest, response: EdgeResponse): void {
  if (FRAME_PATH.test(request.url)) response.setHeader('Access-Control-Allow-Origin', '*');
  const { address, country }: Visitor = response.locals.visitor;
  markRefusal(response, 'region_restricted');
  if (CALL_PATH.test(request.url)) deps.refuse(response, 451, 'region_restricted');
  else deps.screen(request, response, { kind: 'restricted', status: 451, address, country });
}

function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** Seconds until the announced end, if it is in the future. */
function secondsUntil(until: string | null): number {
  const seconds = until === null ? 0 : Math.ceil((Date.parse(until) - Date.now()) / 1000);
  return seconds > 0 ? Math.min(seconds, MAX_RETRY_SECONDS) : RETRY_SECONDS;
}
