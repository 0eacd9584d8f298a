import { BlockList, isIP } from 'node:net';
import { BoundedMap } from '../bounded-map.ts';
import type { EdgeRequest, EdgeResponse, EdgeStage, Next, Visitor } from '../contracts.ts';
import type { Screen } from '../pages/mount.ts';
import type { Refuse } from '../refusals.ts';
import type { Site, SiteVerdict } from './site.ts';

export interface AccessDeps {
  readonly site: Site;
  /** Addresses and CIDR ranges that are turned away whatever their country. */
  readonly denied: readonly string[];
  readonly refuse: Refuse;
  readonly screen: (request: EdgeRequest, response: EdgeResponse, screen: Screen) => void;
}

const REMEMBERED_ADDRESSES = 20_000;
const CALL_PATH = /^\/(?:wps|lgw|lotto)\//;
/** The root screens are built from these; a visitor who is turned away may still choose a language. */
const ALWAYS_OPEN = /^\/(?:wps\/system\/status|preferences)(?:\?|$)/;
const RETRY_SECONDS = '60';

/** Maintenance, region and address rules: a screen for pages, a refusal for calls. */
export function access(deps: AccessDeps): EdgeStage {
  const isDenied = denyList(deps.denied);
  const decide = (request: EdgeRequest, response: EdgeResponse, next: Next, verdict: SiteVerdict) => {
    if (verdict.kind === 'open' || ALWAYS_OPEN.test(request.url)) return next();
    turnAway(deps, request, response, verdict);
  };
  return (request, response, next) => {
    const { visitor } = response.locals;
    if (isDenied(visitor.address)) return decide(request, response, next, { kind: 'restricted' });
    const verdict = deps.site.verdict(visitor);
    if (verdict instanceof Promise) verdict.then((known) => decide(request, response, next, known)).catch(next);
    else decide(request, response, next, verdict);
  };
}

function turnAway(deps: AccessDeps, request: EdgeRequest, response: EdgeResponse, verdict: Exclude<SiteVerdict, { kind: 'open' }>): void {
  const isCall = CALL_PATH.test(request.url);
  if (verdict.kind === 'maintenance') {
    response.setHeader('Retry-After', RETRY_SECONDS);
    if (isCall) deps.refuse(response, 503, 'maintenance');
    else deps.screen(request, response, { kind: 'maintenance', status: 503, until: verdict.until });
  } else if (isCall) {
    deps.refuse(response, 451, 'region_restricted');
  } else {
    const { address, country }: Visitor = response.locals.visitor;
    deps.screen(request, response, { kind: 'restricted', status: 451, address, country });
  }
}

function denyList(entries: readonly string[]): (address: string) => boolean {
  if (entries.length === 0) return () => false;
  const list = new BlockList();
  for (const entry of entries) {
    const [network = '', bits] = entry.split('/');
    const family = isIP(network) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(network, family);
    else list.addSubnet(network, Number(bits), family);
  }
  const known = new BoundedMap<string, boolean>(REMEMBERED_ADDRESSES);
  return (address) => {
    const before = known.get(address);
    if (before !== undefined) return before;
    const denied = isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
    known.set(address, denied);
    return denied;
  };
}
