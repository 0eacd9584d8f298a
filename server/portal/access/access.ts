import type { EdgeRequest, EdgeResponse, EdgeStage, Next, Visitor } from '../contracts.ts';
import type { Screen } from '../pages/mount.ts';
import type { Refuse } from '../refusals.ts';
import { needsLogin } from './login-only.ts';
import type { JudgeRegion } from './region-rules.ts';
import type { Site, SiteVerdict } from './site.ts';

export interface AccessDeps {
  readonly site: Site;
  readonly judgeRegion: JudgeRegion;
  readonly refuse: Refuse;
  readonly screen: (request: EdgeRequest, response: EdgeResponse, screen: Screen) => void;
  /** What becomes of a visitor who has to sign in first; without it they are sent to that page. */
  readonly showLogin?: (request: EdgeRequest, response: EdgeResponse, next: Next, login: string) => void;
}

/** An address of the operator's own is let in whatever the platform says of its country; else the stricter of the two holds. */
function placeOf({ judgeRegion }: Pick<AccessDeps, 'judgeRegion'>, visitor: Visitor, verdict: SiteVerdict) {
  const { allowed, rule } = judgeRegion(visitor.address, visitor.country);
  const own = rule === 'address-allowed';
  return { own, restricted: !own && (verdict.kind === 'restricted' || !allowed) };
}

/** True while neither maintenance nor the visitor's place closes the site to them. */
export async function isLetIn(deps: Pick<AccessDeps, 'site' | 'judgeRegion'>, visitor: Visitor): Promise<boolean> {
  const verdict = await deps.site.verdict(visitor);
  return verdict.kind !== 'maintenance' && !placeOf(deps, visitor, verdict).restricted;
}

/** Calls, and everything of the built-in vendor: a game that is open stakes no further. */
const CALL_PATH = /^\/(?:wps|lgw|lotto|studio)\//;
/** The game frame has an origin of its own and could not read the refusal otherwise. */
const FRAME_PATH = /^\/studio\//;
/** What the root screens need, customer service, and the choice of a language: open to everybody, always. */
const ALWAYS_OPEN =
  /^\/(?:wps\/system\/(?:status|router)|wps\/(?:feedback|relay\/CSP_openTicket|captcha|verification\/challenge)|preferences|customerService|form\/(?:feedback\.send|ticket\.open))(?:\?|$)/;
const RETRY_SECONDS = 60;
const LONGEST_RETRY_SECONDS = 24 * 60 * 60;

/**
 * Maintenance, region and address rules, then the login-only site: a screen for pages, a refusal for calls. Every request
 * is judged anew, so a session that was opened elsewhere plays and pays no further than its present address may.
 */
export function access(deps: AccessDeps): EdgeStage {
  const decide = (request: EdgeRequest, response: EdgeResponse, next: Next, verdict: SiteVerdict) => {
    const { visitor } = response.locals;
    const { own, restricted } = placeOf(deps, visitor, verdict);
    if (restricted || own) response.locals.visitor = { ...visitor, restricted };
    if (ALWAYS_OPEN.test(request.url)) {
      const locked = deps.site.loginOnly && visitor.session === null;
      response.locals.siteClosed = verdict.kind === 'maintenance' || restricted || locked;
      return next();
    }
    if (verdict.kind === 'maintenance') return closeForMaintenance(deps, request, response, verdict);
    if (restricted) return turnAway(deps, request, response);
    const login = deps.site.loginOnly && visitor.session === null ? needsLogin(request) : undefined;
    if (login === undefined) return next();
    if (deps.showLogin) return deps.showLogin(request, response, next, login);
    response.writeHead(303, { Location: login, 'Cache-Control': 'no-store' }).end();
  };
  return (request, response, next) => {
    const verdict = deps.site.verdict(response.locals.visitor);
    if (verdict instanceof Promise) verdict.then((known) => decide(request, response, next, known)).catch(next);
    else decide(request, response, next, verdict);
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
  if (CALL_PATH.test(request.url)) deps.refuse(response, 503, 'maintenance');
  else deps.screen(request, response, { kind: 'maintenance', status: 503, until, texts, timeZone: deps.site.timeZone });
}

function turnAway(deps: AccessDeps, request: EdgeRequest, response: EdgeResponse): void {
  if (FRAME_PATH.test(request.url)) response.setHeader('Access-Control-Allow-Origin', '*');
  const { address, country }: Visitor = response.locals.visitor;
  if (CALL_PATH.test(request.url)) deps.refuse(response, 451, 'region_restricted');
  else deps.screen(request, response, { kind: 'restricted', status: 451, address, country });
}

/** The announced end, when it lies ahead. */
function secondsUntil(until: string | null): number {
  const seconds = until === null ? 0 : Math.ceil((Date.parse(until) - Date.now()) / 1000);
  return seconds > 0 ? Math.min(seconds, LONGEST_RETRY_SECONDS) : RETRY_SECONDS;
}
