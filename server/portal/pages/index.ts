import { randomBytes } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { Translate } from '../../../shared/i18n/translate.ts';
import type { EdgeRequest, EdgeResponse } from '../contracts.ts';
import { createIslandRenderer } from '../render/island-html.ts';
import { type KeptPage, keepPage } from '../render/kept-page.ts';
import { loadAssets } from '../render/load-assets.ts';
import { createPageCache } from '../render/page-cache.ts';
import { renderSkeleton } from '../render/render-tree.ts';
import { createPersonalSender, sendAnonymous } from '../render/send-page.ts';
import { streamPage } from '../render/stream-page.ts';
import { createTextPicker } from '../render/texts.ts';
import { createTexts } from '../texts.ts';
import { documentOf } from './document-of.tsx';
import type { Pages, PagesDeps } from './mount.ts';
import { createPersonalView } from './personal-view.ts';
import { type PublicRoute, ROUTES, signedOutModal, type VisitorRoute } from './routes.ts';
import { createScreens } from './screens.tsx';
import { loadSite, modalOf } from './site.ts';

/** The route table behind one request handler: path, data, view, answer. */
export async function mountPages(deps: PagesDeps): Promise<Pages> {
  const { upstream, merchant, log } = deps;
  const translator = translatorOf(await createTexts());
  const assets = loadAssets(deps.clientDir, log);
  const islands = createIslandRenderer(createTextPicker(), log);
  const cache = createPageCache({ log });
  const personal = createPersonalView(upstream);
  const sender = createPersonalSender(islands);
  const screens = createScreens(assets, translator);
  /** Content can't know it, so content can't pose as a slot. */
  const mark = `s${randomBytes(9).toString('hex')}-`;

  async function buildPublic(route: PublicRoute, here: string, query: URLSearchParams, { visitor, form }: Response['locals']) {
    const nobody = { ...visitor, session: null };
    const site = await loadSite(upstream, translator, nobody, visitor.theme);
    const context = { ...site.context, here, modal: modalOf(site, form, { ...(form ? { next: here } : {}), ...route.modal(query) }) };
    const view = await route.load({ upstream, visitor: nobody, context, timeZone: site.whitelabel.timeZone, query });
    return { view, element: documentOf(view, context, assets), contentVersion: site.whitelabel.contentVersion };
  }

  async function keep(route: PublicRoute, here: string, query: URLSearchParams, locals: Response['locals']) {
    const { view, element, contentVersion } = await buildPublic(route, here, query, locals);
    const skeleton = await renderSkeleton(element, mark);
    return { page: await keepPage(skeleton, view.status, locals.visitor.language, islands), contentVersion };
  }

  function answerPublic(route: PublicRoute, path: string, request: EdgeRequest, response: EdgeResponse): void | Promise<void> {
    const { visitor } = response.locals;
    const query = pick(queryOf(request.url), route.query);
    const here = query.size > 0 ? `${path}?${query}` : path;
    const key = { merchant, page: here, language: visitor.language.code, theme: visitor.theme };
    const build = () => keep(route, here, query, response.locals);
    const unkept = route.unkept.some((name) => query.has(name));
    const make = () => (unkept ? build().then(({ page }) => page) : cache.get(key, build));
    if (unkept || !cache.holds(key)) return counted(make, request, response);
    const kept = make();
    if (kept instanceof Promise) return kept.then((page) => send(page, request, response));
    return send(kept, request, response);
  }

  function counted(make: () => KeptPage | Promise<KeptPage>, request: EdgeRequest, response: EdgeResponse): Promise<void> {
    return new Promise((resolve, reject) => {
      response.once('close', resolve);
      deps.countBuild(request, response, (error?: unknown) => {
        if (error) return reject(error);
        Promise.resolve(make())
          .then((page) => send(page, request, response))
          .then(resolve, reject);
      });
    });
  }

  function send(page: KeptPage, request: EdgeRequest, response: EdgeResponse): void | Promise<void> {
    const { visitor } = response.locals;
    if (!visitor.session) return sendAnonymous(request, response, page);
    return sender.send(request, response, page, personal(visitor));
  }

  async function answerForm(route: PublicRoute, path: string, request: Request, response: Response) {
    const { visitor } = response.locals;
    const query = pick(queryOf(request.url), route.query);
    const here = query.size > 0 ? `${path}?${query}` : path;
    const { view, element } = await buildPublic(route, here, query, response.locals);
    const page = { element, status: formStatus(response, view.status), language: visitor.language, visitor: await personal(visitor) };
    await streamPage(request, response, page, { islands, mark, log: response.locals.log });
  }

  async function answerVisitor(route: VisitorRoute, path: string, request: Request, response: Response): Promise<void> {
    const { visitor, form, log: requestLog } = response.locals;
    const query = queryOf(request.url);
    const here = query.size > 0 ? `${path}?${query}` : path;
    const [site, personalView] = await Promise.all([loadSite(upstream, translator, visitor, visitor.theme), personal(visitor)]);
    // A session that the platform has ended counts as none.
    const known = personalView.member ? visitor : { ...visitor, session: null };
    const context = { ...site.context, here, modal: modalOf(site, form, known.session ? {} : signedOutModal(here)) };
    const origin = deps.publicUrl ?? `${request.protocol}://${request.get('host')}`;
    const view = await route.load({ upstream, visitor: known, context, timeZone: site.whitelabel.timeZone, query, form, origin });
    const element = documentOf(view, context, assets);
    const page = { element, status: formStatus(response, view.status), language: visitor.language, visitor: personalView };
    await streamPage(request, response, page, { islands, mark, log: requestLog });
  }

  function answer(path: string, request: Request, response: Response): void | Promise<void> {
    const route = ROUTES.get(path);
    if (route?.kind === 'redirect') return response.redirect(302, route.to);
    if (route?.kind === 'public') return answerForm(route, path, request, response);
    if (route) return answerVisitor(route, path, request, response);
  }

  /** Whole and honest when the data can't be had; cut off when a part of the page is already out. */
  function fail(error: unknown, request: Request, response: Response): void {
    response.locals.log.error({ err: error }, 'page failed');
    if (response.headersSent) response.destroy();
    else screens.show(request, response, { kind: 'error', status: 503 });
  }

  return {
    ready(request, response, next) {
      const path = pathOf(request.url);
      const route = ROUTES.get(path);
      const readable = request.method === 'GET' || request.method === 'HEAD';
      if (route?.kind !== 'public' || !readable || response.locals.form) return next();
      response.locals.route = path;
      const failed = (error: unknown) => {
        response.locals.log.error({ err: error }, 'page failed');
        if (response.headersSent) return void response.destroy();
        response.locals.screen = { kind: 'error', status: 503 };
        next();
      };
      try {
        answerPublic(route, path, request, response)?.catch(failed);
      } catch (error) {
        failed(error);
      }
    },
    handle(request: Request, response: Response, next: NextFunction) {
      const path = pathOf(request.url);
      const readable = request.method === 'GET' || request.method === 'HEAD' || response.locals.form !== undefined;
      if (!readable || !ROUTES.has(path)) return next();
      response.locals.route = path;
      try {
        answer(path, request, response)?.catch((error: unknown) => fail(error, request, response));
      } catch (error) {
        fail(error, request, response);
      }
    },
    notFound: (request, response) => screens.show(request, response, { kind: 'not-found' }),
    screen: (request, response, screen) => screens.show(request, response, screen),
    close: () => Promise.resolve(),
  };
}

/** A form that came back keeps the status that its handler has set. */
function formStatus(response: Response, status: number): number {
  return response.locals.form && response.statusCode !== 200 ? response.statusCode : status;
}

function pathOf(url: string): string {
  const end = url.indexOf('?');
  const path = end < 0 ? url : url.slice(0, end);
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

function queryOf(url: string): URLSearchParams {
  const start = url.indexOf('?');
  return new URLSearchParams(start < 0 ? '' : url.slice(start + 1));
}

/** The named parameters that are given, in a fixed order: the same page has one address. */
function pick(query: URLSearchParams, names: readonly string[]): URLSearchParams {
  return new URLSearchParams(names.map((name): [string, string] => [name, query.get(name) ?? '']).filter(([, value]) => value !== ''));
}

function translatorOf(texts: Awaited<ReturnType<typeof createTexts>>) {
  const known = new Map<string, Translate>();
  return ({ code }: Language): Translate => {
    const translate = known.get(code) ?? ((key, parameters) => texts.translate(code, key, parameters));
    known.set(code, translate);
    return translate;
  };
}
