import type { Request, RequestHandler, Response } from 'express';
import { renderToStaticMarkup } from 'react-dom/server';
import { QrCode } from '../../../client/ui/qr-code.tsx';
import { systemWhitelabel } from '../../../shared/api/system/contract.ts';
import { WEB_APP_PATHS } from '../../../shared/web-paths.ts';
import { Document } from '../../../views/document.tsx';
import { DOWN_APPS } from '../../../views/pages/web-app/down.tsx';
import { OfflinePage } from '../../../views/pages/web-app/offline.tsx';
import type { Brand } from '../brand/brand.ts';
import type { Upstream } from '../contracts.ts';
import { callValue } from '../pages/call-value.ts';
import type { Translator } from '../pages/site.ts';
import type { Assets } from '../render/assets.ts';
import { PAGE_VARY } from '../render/send-page.ts';
import { createIcons, type Icons } from './icons.ts';
import { manifestOf } from './manifest.ts';
import { UNREGISTERING_WORKER, workerScript } from './worker.ts';

export interface WebAppDeps {
  readonly upstream: Upstream;
  readonly translator: Translator;
  readonly assets: Assets;
  readonly clientDir: string;
  readonly publicUrl: string | undefined;
  /** The merchant's branding; undefined: the built-in one. */
  readonly brand: Brand | undefined;
}

/** Feature switch of the merchant: true or absent makes the site installable; false unregisters workers. */
const FEATURE = 'webApp';
const OFFLINE_VIEW = 'views/pages/web-app/offline.tsx';
const OFFLINE_SCRIPT = 'client/plain-page.ts';
const HOUR = 'public, max-age=3600';

type Answer = (request: Request, response: Response) => Promise<unknown> | unknown;

/** Makes the site installable: manifest, icons, worker, offline page, and QR codes that lead a phone to the download. */
export function webApp(deps: WebAppDeps): RequestHandler {
  const icons = createIcons(deps.clientDir, deps.brand);
  const offlineFiles = [...deps.assets.styles([OFFLINE_VIEW]), deps.assets.script(OFFLINE_SCRIPT)].filter((file) => file !== undefined);
  const script = workerScript(deps.clientDir, deps.assets, offlineFiles);
  // A failure is reported to the request that awaits the script.
  script.catch(() => undefined);
  const fixed = new Map<string, Answer>([
    [WEB_APP_PATHS.manifest, (_request, response) => sendManifest(deps, response)],
    [WEB_APP_PATHS.worker, (_request, response) => sendWorker(deps, script, response)],
    [WEB_APP_PATHS.offline, (_request, response) => sendOffline(deps, response)],
    ...DOWN_APPS.map((app): [string, Answer] => [
      `${WEB_APP_PATHS.files}qr-${app}.svg`,
      (request, response) => sendCode(deps, app, request, response),
    ]),
  ]);
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    const answer = fixed.get(request.path) ?? iconAnswer(icons, request.path);
    if (!answer) return next();
    response.locals.route = 'web app';
    Promise.resolve(answer(request, response)).catch(next);
  };
}

function iconAnswer(icons: Icons, path: string): Answer | undefined {
  const icon = path.startsWith(WEB_APP_PATHS.files) ? icons.get(path.slice(WEB_APP_PATHS.files.length)) : undefined;
  return (
    icon &&
    (async (_request, response) =>
      response
        .set('Cache-Control', HOUR)
        .type('png')
        .send(await icon))
  );
}

async function sendManifest({ upstream, translator }: WebAppDeps, response: Response): Promise<void> {
  const { visitor } = response.locals;
  const site = await callValue(upstream, systemWhitelabel, {}, { ...visitor, session: null });
  response.set({ 'Cache-Control': 'private, max-age=3600', 'Content-Language': visitor.language.tag, Vary: PAGE_VARY });
  response.type('application/manifest+json').send(JSON.stringify(manifestOf(site, visitor.language, translator(visitor.language))));
}

async function sendWorker({ upstream }: WebAppDeps, script: Promise<string | undefined>, response: Response): Promise<void> {
  const { features } = await callValue(upstream, systemWhitelabel, {}, { ...response.locals.visitor, session: null });
  const body = features[FEATURE] === false ? UNREGISTERING_WORKER : ((await script) ?? UNREGISTERING_WORKER);
  response.set('Cache-Control', 'no-cache').type('text/javascript').send(body);
}

/** The same for every visitor of a language and theme; it contains nothing personal, so the worker may cache it. */
function sendOffline({ translator, assets }: WebAppDeps, response: Response): void {
  const { language, theme } = response.locals.visitor;
  const t = translator(language);
  const html = renderToStaticMarkup(
    <Document
      language={language}
      theme={theme}
      title={t('pages.offlineTitle')}
      description={t('pages.offlineText')}
      styles={assets.styles([OFFLINE_VIEW])}
      script={assets.script(OFFLINE_SCRIPT)}
      noIndex
    >
      <OfflinePage t={t} />
    </Document>,
  );
  response
    .set({ 'Cache-Control': 'private, no-cache', 'Content-Language': language.tag, Vary: PAGE_VARY })
    .type('html')
    .send(`<!DOCTYPE html>${html}`);
}

/** A QR code that opens the download page of this site on a phone. */
function sendCode({ publicUrl }: WebAppDeps, app: string, request: Request, response: Response): void {
  const origin = publicUrl ?? `${request.protocol}://${request.get('host')}`;
  const svg = renderToStaticMarkup(<QrCode text={`${origin}/down?app=${app}`} label="QR" />);
  response.set('Cache-Control', 'private, max-age=3600').type('image/svg+xml');
  response.send(svg.replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '));
}
