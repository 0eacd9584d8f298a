import type { Response } from 'express';
import type { PersonalView } from '../../../views/components/island.tsx';
import type { PageKey } from '../cache/page-cache.ts';
import type { Visitor } from '../contracts.ts';
import type { EdgeRequest, EdgeResponse } from '../edge/edge-stage.ts';
import { type CachedPage, createCachedPage } from '../render/cached-page.ts';
import { renderSkeleton } from '../render/render-tree.ts';
import { sendAnonymous } from '../render/send-page.ts';
import { documentOf } from './document-of.tsx';
import { measureRendering } from './measure-rendering.ts';
import type { PagesDeps } from './mount.ts';
import { pathOf, queryOf } from './page-address.ts';
import { hostsOf, type PageTools, SPECULATION_RULES } from './page-tools.ts';
import { type PublicRoute, ROUTES, type Route } from './routes.ts';
import { isPersonal } from './sign-in/entry-address.ts';
import { entryModal } from './sign-in/entry-modal.ts';
import { loadSite } from './site.ts';
import { isClosed, notOfferedPage } from './status/outage-page.tsx';

/** The route whose cached page may answer this visitor. */
export function readyRoute(
  { hasMemberLists }: PagesDeps,
  route: Route | undefined,
  request: EdgeRequest,
  response: EdgeResponse,
): PublicRoute | undefined {
  const { session } = response.locals.visitor;
  if (session && hasMemberLists?.()) return undefined;
  if (route?.kind === 'public') return session && route.ownForMembers ? undefined : route;
  if (route?.kind !== 'entry' || session || isPersonal(route.read(queryOf(request.url)))) return undefined;
  return route.page;
}

/** The page is the same for all visitors; its dialog may depend on a form or a sign-in. */
export async function buildPublic(
  deps: PageTools,
  route: PublicRoute,
  here: string,
  query: URLSearchParams,
  { visitor, form }: Response['locals'],
  guest: Visitor,
  imageHosts: readonly string[],
  offers: boolean,
) {
  const anonymous = { ...visitor, session: null };
  const site = await loadSite(deps, anonymous, visitor.theme);
  const requestedModal = { ...(form ? { next: here } : {}), ...route.modal(query) };
  const context = { ...site.context, here, imageHosts, modal: await entryModal(deps.upstream, guest, site.modal, requestedModal, form) };
  const { timeZone, currency, currencySymbol } = site.whitelabel;
  const reader = route.ownForMembers || deps.hasMemberLists?.() ? guest : anonymous;
  const view = isClosed(here, context.features)
    ? notOfferedPage(context)
    : await route.load({
        upstream: deps.upstream,
        visitor: reader,
        context,
        timeZone,
        currency: { currency, currencySymbol },
        query,
        offers,
        form,
      });
  return { view, element: documentOf(view, context, deps.assets, deps.publicUrl), contentVersion: site.whitelabel.contentVersion };
}

async function buildCachedPage(
  deps: PageTools,
  route: PublicRoute,
  here: string,
  query: URLSearchParams,
  locals: Response['locals'],
  imageHosts: readonly string[],
  offers: boolean,
  before?: CachedPage,
) {
  const anonymous = { ...locals.visitor, session: null, cookies: {} };
  const { view, element, contentVersion } = await buildPublic(deps, route, here, query, locals, anonymous, imageHosts, offers);
  const about = { status: view.status, language: locals.visitor.language, imageHost: imageHosts[0] ?? '' };
  const page = await measureRendering(deps, 'build', locals, async () =>
    createCachedPage(await renderSkeleton(element, deps.mark), about, deps.islands, before),
  );
  return { page, contentVersion, unbounded: view.unbounded ?? false };
}

/** A page with offers waits for the member's state; all others start without it. */
export function answerPublic(
  deps: PageTools,
  route: PublicRoute,
  path: string,
  request: EdgeRequest,
  response: EdgeResponse,
): void | Promise<void> {
  const { visitor } = response.locals;
  if (!visitor.session || !route.offers) return answerCached(deps, route, path, request, response, true);
  return Promise.resolve(deps.personal(visitor)).then((known) => answerCached(deps, route, path, request, response, mayOffer(known)));
}

/** What the cached page of this request varies on, and how to build it. Pages with an unbounded set of addresses are not cached. */
function cachedPageOf(
  deps: PageTools,
  route: PublicRoute,
  path: string,
  request: EdgeRequest,
  response: EdgeResponse,
  offers: boolean,
): { readonly key: PageKey; readonly isCacheable: boolean; readonly build: (before?: CachedPage) => ReturnType<typeof buildCachedPage> } {
  const { visitor } = response.locals;
  const query = route.query(queryOf(request.url));
  const here = query.size > 0 ? `${path}?${query}` : path;
  const { images } = hostsOf(deps, response);
  const key = {
    merchant: deps.merchant,
    page: here,
    language: visitor.language.code,
    theme: visitor.theme,
    outside: images.join(),
    offers,
  };
  const isCacheable = !route.uncacheable.some((name) => query.has(name)) && !route.unbounded?.(query);
  return { key, isCacheable, build: (before) => buildCachedPage(deps, route, here, query, response.locals, images, offers, before) };
}

/** Answers a visitor who is not signed in with a public page that is ready in memory; false: it is not. */
export function sendReady(deps: PageTools, request: EdgeRequest, response: EdgeResponse): boolean {
  const path = pathOf(request.url);
  const route = response.locals.visitor.session ? undefined : readyRoute(deps, ROUTES.get(path), request, response);
  if (!route) return false;
  const { key, isCacheable, build } = cachedPageOf(deps, route, path, request, response, true);
  const page = isCacheable ? deps.cache.peek(key, build) : undefined;
  if (!page) return false;
  response.locals.route = path;
  response.setHeader(...SPECULATION_RULES);
  sendAnonymous(request, response, page);
  return true;
}

function answerCached(
  deps: PageTools,
  route: PublicRoute,
  path: string,
  request: EdgeRequest,
  response: EdgeResponse,
  offers: boolean,
): void | Promise<void> {
  const { key, isCacheable, build } = cachedPageOf(deps, route, path, request, response, offers);
  const make = () => (isCacheable ? deps.cache.get(key, build) : build().then(({ page }) => page));
  if (!isCacheable || !deps.cache.holds(key)) return counted(deps, make, request, response);
  const cached = make();
  if (cached instanceof Promise) return cached.then((page) => send(deps, page, request, response));
  return send(deps, cached, request, response);
}

/** Members on a break or excluded get no offers (GLI-19 A.3.8). */
export function mayOffer({ balance }: PersonalView): boolean {
  return balance?.resting === undefined;
}

function counted(
  deps: PageTools,
  make: () => CachedPage | Promise<CachedPage>,
  request: EdgeRequest,
  response: EdgeResponse,
): Promise<void> {
  return new Promise((resolve, reject) => {
    response.once('close', resolve);
    deps.countBuild(request, response, (error?: unknown) => {
      if (error) return reject(error);
      Promise.resolve(make())
        .then((page) => send(deps, page, request, response))
        .then(resolve, reject);
    });
  });
}

function send(deps: PageTools, page: CachedPage, request: EdgeRequest, response: EdgeResponse): void | Promise<void> {
  const { visitor } = response.locals;
  if (!visitor.session) return sendAnonymous(request, response, page);
  return deps.sender.send(request, response, page, deps.personal(visitor));
}
