import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import { defined } from '../../kit/defined.ts';
import { createPageCache } from '../cache/page-cache.ts';
import { safePath } from '../forms/safe-path.ts';
import { createIslandRenderer } from '../render/island-html.ts';
import { loadAssets } from '../render/load-assets.ts';
import { createPersonalSender } from '../render/send-page.ts';
import { type StreamedPage, streamPage } from '../render/stream-page.ts';
import { createTextPicker } from '../render/texts.ts';
import { createTexts } from '../texts.ts';
import { accountRedirect, entryRedirect } from './account-state.ts';
import { CallRefused } from './call-value.ts';
import { documentOf } from './document-of.tsx';
import { measureRendering } from './measure-rendering.ts';
import type { Pages, PagesDeps } from './mount.ts';
import { noteFailure } from './note-failure.ts';
import { pathOf, queryOf } from './page-address.ts';
import { hostsOf, type PageTools, SPECULATION_RULES } from './page-tools.ts';
import { createPersonalView } from './personal-view.ts';
import { platformTime } from './platform-time.ts';
import { answerPublic, buildPublic, mayOffer, readyRoute, sendReady } from './public-pages.ts';
import { type EntryRoute, NOT_FOUND_ROUTE, type PublicRoute, ROUTES, type Route, signedOutModal, type VisitorRoute } from './routes.ts';
import { createScreens } from './screens.tsx';
import { entryModal } from './sign-in/entry-modal.ts';
import { loadSite } from './site.ts';
import { NOT_FOUND_PATH, wantsPage } from './status/not-found-page.tsx';
import { isClosed, notOfferedPage, outagePage } from './status/outage-page.tsx';
import { withoutLobby } from './without-lobby.ts';

/** The route table behind one request handler: path, data, view, answer. */
export async function mountPages(deps: PagesDeps): Promise<Pages> {
  const translator = translatorOf(await createTexts());
  const assets = loadAssets(deps.clientDir, deps.log, deps.brand?.sheet);
  const islands = createIslandRenderer(createTextPicker(), deps.log, assets.island);
  const screens = createScreens(assets, translator, deps.languages);
  const tools: PageTools = {
    ...deps,
    translator,
    assets,
    islands,
    cache: createPageCache({ log: deps.log }),
    personal: createPersonalView(deps.upstream),
    sender: createPersonalSender(islands),
    screens,
    mark: `s${randomBytes(9).toString('hex')}-`,
  };
  deps.watchPages?.(tools.cache.lookups, () => tools.cache.size);

  return {
    sendReady: (request, response) => sendReady(tools, request, response),
    ready(request, response, next) {
      const path = pathOf(request.url);
      const route = readyRoute(tools, ROUTES.get(path), request, response);
      const readable = request.method === 'GET' || request.method === 'HEAD';
      if (!route || !readable || response.locals.form) return next();
      response.locals.route = path;
      response.setHeader(...SPECULATION_RULES);
      const to = route.moved?.(queryOf(request.url));
      if (to !== undefined) return redirect(response, to);
      const failed = (error: unknown) => {
        noteFailure(error, response);
        if (response.headersSent) return void response.destroy();
        if (!(error instanceof CallRefused)) return screens.show(request, response, { kind: 'error', status: 503 });
        response.locals.outage = error.code;
        next();
      };
      attempt(() => answerPublic(tools, route, path, request, response), failed);
    },
    handle(request: Request, response: Response, next: NextFunction) {
      const path = pathOf(request.url);
      const readable = request.method === 'GET' || request.method === 'HEAD' || response.locals.form !== undefined;
      if (!readable || !ROUTES.has(path)) return next();
      response.locals.route = path;
      response.setHeader(...SPECULATION_RULES);
      const failed = (error: unknown) => fail(tools, error, request, response);
      if (response.locals.outage !== undefined) return showOutage(tools, response.locals.outage, request, response);
      const go = () => attempt(() => answer(tools, path, request, response), failed);
      const count = counterOf(tools, ROUTES.get(path), response);
      if (count) count(request, response, (error?: unknown) => (error ? failed(error) : go()));
      else go();
    },
    notFound(request, response) {
      const plain = () => screens.show(request, response, { kind: 'not-found' });
      if (!wantsPage(request)) return plain();
      response.locals.route = 'not-found';
      const failed = (error: unknown) => {
        noteFailure(error, response);
        if (response.headersSent) response.destroy();
        else plain();
      };
      attempt(() => answerPublic(tools, NOT_FOUND_ROUTE, NOT_FOUND_PATH, request, response), failed);
    },
    screen: (request, response, screen) => screens.show(request, response, screen),
    invalidate: () => tools.cache.invalidate(),
    close: () => Promise.resolve(),
  };
}

/** An answer may fail before its first `await`, and then throws, or later. */
function attempt(run: () => void | Promise<void>, failed: (error: unknown) => void): void {
  try {
    run()?.catch(failed);
  } catch (error) {
    failed(error);
  }
}

/**
 * Counter of a page that is rendered for each request: for visitors that of rendered pages, for members that of personal pages, or that of
 * launches for a game's page. The page of a form is already counted.
 */
function counterOf(
  { countBuild, countPersonal, countLaunch }: PagesDeps,
  route: Route | undefined,
  { locals }: Response,
): PagesDeps['countBuild'] | undefined {
  if (route?.kind === 'redirect') return undefined;
  const launches = route?.kind === 'visitor' && route.launches && locals.visitor.session !== null;
  if (locals.form) return launches ? countLaunch : undefined;
  if (!locals.visitor.session) return countBuild;
  return launches ? countLaunch : countPersonal;
}

async function answerPersonal(deps: PageTools, route: PublicRoute, path: string, request: Request, response: Response) {
  const { visitor } = response.locals;
  const query = route.query(queryOf(request.url));
  const here = query.size > 0 ? `${path}?${query}` : path;
  const known = await deps.personal(visitor);
  const guest = known.accountState === 'visitor' ? { ...visitor, session: null } : visitor;
  const { images } = hostsOf(deps, response);
  const { view, element } = await buildPublic(deps, route, here, query, response.locals, guest, images, mayOffer(known));
  const page = {
    element,
    status: formStatus(response, view.status),
    language: visitor.language,
    imageHost: images[0] ?? '',
    visitor: known,
  };
  await stream(deps, request, response, page);
}

function stream(deps: PageTools, request: Request, response: Response, page: StreamedPage): Promise<void> {
  const { islands, mark } = deps;
  return measureRendering(deps, 'own', response.locals, () =>
    streamPage(request, response, page, { islands, mark, log: response.locals.log }),
  );
}

/** `/login` and `/register` for one visitor; a signed-in visitor is redirected to the target page. */
async function answerEntry(deps: PageTools, route: EntryRoute, path: string, request: Request, response: Response) {
  const entry = route.read(queryOf(request.url));
  const { accountState } = await deps.personal(response.locals.visitor);
  const target = response.locals.form ? undefined : entryRedirect(accountState, entry);
  if (target !== undefined) return redirect(response, target);
  // The ticket in the address gives access to an account, so it must not be sent as a referrer.
  if (entry.resetTicket) response.setHeader('Referrer-Policy', 'strict-origin');
  await answerPersonal(deps, route.page, path, request, response);
}

function redirect(response: Response, path: string): void {
  response.setHeader('Cache-Control', 'no-store');
  response.redirect(303, path);
}

async function answerVisitor(deps: PageTools, route: VisitorRoute, path: string, request: Request, response: Response): Promise<void> {
  const { visitor, form } = response.locals;
  const query = queryOf(request.url);
  const here = query.size > 0 ? `${path}?${query}` : path;
  const [site, personalView] = await Promise.all([loadSite(deps, visitor, visitor.theme), deps.personal(visitor)]);
  const target = accountRedirect(personalView.accountState, here);
  if (target !== undefined) return redirect(response, target);
  // A session that the platform has ended counts as missing.
  const known = personalView.member ? visitor : { ...visitor, session: null };
  const requestedModal = known.session ? (form ? { next: here } : {}) : (route.modal ?? signedOutModal)(here);
  const { images, launch } = hostsOf(deps, response);
  const modal = await entryModal(deps.upstream, known, site.modal, requestedModal, form);
  const shown = known.session ? site.context : withoutLobby(site.context);
  const context = { ...shown, here, imageHosts: images, modal, ...defined({ hasAgent: personalView.member?.hasAgent }) };
  const origin = deps.publicUrl ?? `${request.protocol}://${request.get('host')}`;
  if (isClosed(here, context.features)) return showOutage(deps, 'not_offered', request, response);
  const view = await route.load({
    upstream: deps.upstream,
    visitor: known,
    context,
    timeZone: site.whitelabel.timeZone,
    now: platformTime(site.whitelabel),
    query,
    form,
    origin,
    merchant: deps.merchant,
    launchHosts: launch,
    vendorFrames: deps.hosts?.all.frames ?? [],
  });
  if ('redirect' in view) return redirect(response, view.redirect);
  if (view.connect) response.setHeader('Content-Security-Policy', withConnections(response, view.connect));
  const element = documentOf(view, context, deps.assets, deps.publicUrl);
  const page = {
    element,
    status: formStatus(response, view.status),
    language: visitor.language,
    imageHost: images[0] ?? '',
    visitor: personalView,
  };
  await stream(deps, request, response, page);
}

function answer(deps: PageTools, path: string, request: Request, response: Response): void | Promise<void> {
  const route = ROUTES.get(path);
  if (route?.kind === 'redirect') return response.redirect(302, route.to);
  if (route?.kind === 'entry') return answerEntry(deps, route, path, request, response);
  if (route?.kind === 'public') {
    const to = route.moved?.(queryOf(request.url));
    return to === undefined ? answerPersonal(deps, route, path, request, response) : redirect(response, to);
  }
  if (route) return answerVisitor(deps, route, path, request, response);
}

/** Answers with an error page; breaks the connection if a part of the page was already sent. */
function fail(deps: PageTools, error: unknown, request: Request, response: Response): void {
  response.locals.log.error({ err: error }, 'page failed');
  if (response.headersSent) response.destroy();
  else if (error instanceof CallRefused) showOutage(deps, error.code, request, response);
  else deps.screens.show(request, response, { kind: 'error', status: 503 });
}

/** Uses header, menus and footer from the cache, which any earlier page has filled. */
function showOutage(deps: PageTools, code: string, request: Request, response: Response): void {
  answerOutage(deps, code, request, response).catch((error: unknown) => {
    if (error instanceof CallRefused) deps.screens.show(request, response, { kind: 'error', status: 503 });
    else fail(deps, error, request, response);
  });
}

async function answerOutage(deps: PageTools, code: string, request: Request, response: Response): Promise<void> {
  const { visitor } = response.locals;
  const [site, known] = await Promise.all([loadSite(deps, visitor, visitor.theme), deps.personal(visitor)]);
  const imageHosts = hostsOf(deps, response).images;
  const shown = known.member ? site.context : withoutLobby(site.context);
  const context = { ...shown, here: safePath(request.url, '/index'), imageHosts, modal: site.modal };
  const view = code === 'not_offered' ? notOfferedPage(context) : outagePage(context);
  const about = { status: view.status, language: visitor.language, imageHost: imageHosts[0] ?? '', visitor: known };
  await stream(deps, request, response, { ...about, element: documentOf(view, context, deps.assets, deps.publicUrl) });
}

/** A posted form keeps the status that its handler has set. */
function formStatus(response: Response, status: number): number {
  return response.locals.form && response.statusCode !== 200 ? response.statusCode : status;
}

/** The page's policy with further origins for its scripts to connect to. */
function withConnections(response: Response, origins: readonly string[]): string {
  return String(response.getHeader('Content-Security-Policy') ?? '').replace("connect-src 'self'", ['$&', ...origins].join(' '));
}

function translatorOf(texts: Awaited<ReturnType<typeof createTexts>>) {
  const known = new Map<string, Translate>();
  return ({ code }: Language): Translate => {
    const translate = known.get(code) ?? ((key, parameters) => texts.translate(code, key, parameters));
    known.set(code, translate);
    return translate;
  };
}
