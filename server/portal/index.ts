import type { RequestHandler } from 'express';
import { access } from './access/access.ts';
import { clientAddress, type Trusts } from './access/client-address.ts';
import { createGeo } from './access/geo.ts';
import { createRegionRules, NO_REGION_RULES } from './access/region-rules.ts';
import { createSite } from './access/site.ts';
import { createAdmin } from './admin.ts';
import { createPageApp, mountStages } from './app.ts';
import { contentData } from './content-data.ts';
import type { Portal, PortalDeps } from './contracts.ts';
import { customerService } from './customer-service.tsx';
import { errorStage, screenStage } from './errors.ts';
import { createEventStreams } from './events/event-streams.ts';
import { formPosts } from './forms/form-posts.ts';
import { createHosts } from './hosts/hosts.ts';
import { hostReports } from './hosts/reports.ts';
import { requestLocals } from './locals.ts';
import { createMetrics } from './metrics.ts';
import { mountPages as sitePages } from './pages/index.ts';
import type { MountPages, PagesDeps } from './pages/mount.ts';
import type { Translator } from './pages/site.ts';
import { calls } from './proxy/calls.ts';
import { DEADLINES } from './proxy/deadlines.ts';
import { createForward } from './proxy/forward.ts';
import { rawRequestGuard } from './proxy/guard.ts';
import { createPersonalCache } from './proxy/personal-cache.ts';
import { createPublicCache } from './proxy/public-cache.ts';
import { studioMount } from './proxy/studio.ts';
import { createSignInLift } from './proxy/token-lift.ts';
import { createUpstream } from './proxy/upstream.ts';
import { createUpstreamClient } from './proxy/upstream-client.ts';
import { createRefuse } from './refusals.ts';
import { loadAssets } from './render/load-assets.ts';
import { securityHeaders } from './security-headers.ts';
import { createReadableCookies } from './session/readable-cookies.ts';
import { remembered } from './session/remembered.ts';
import { endReplacedSession } from './session/replaced-session.ts';
import { createSealedCookies } from './session/sealed-cookies.ts';
import { createSessionStore } from './session/session-store.ts';
import { socialSignIn } from './social-sign-in.ts';
import { staticFiles } from './static-files.ts';
import { createTexts } from './texts.ts';
import { createThrottle } from './throttle/throttle.ts';
import { visitorStage } from './visitor.ts';
import { webApp } from './web-app/index.tsx';

/** Puts the portal together. It listens nowhere; `mountPages` is replaced only by tests of the pipeline alone. */
export async function createPortal(deps: PortalDeps, mountPages: MountPages = sitePages): Promise<Portal> {
  const { merchant, publicUrl, log } = deps;
  const https = publicUrl?.startsWith('https:') ?? false;
  const publicOrigin = publicUrl && new URL(publicUrl).origin;
  const deadlines = { ...DEADLINES, ...deps.deadlines };

  const texts = await createTexts();
  const refuse = createRefuse(texts);
  const headers = securityHeaders(https, deps.hostedServices);
  const sessions = createSessionStore(deps.sessionSecret, https);
  const sealed = createSealedCookies(deps.sessionSecret, https);
  const readable = createReadableCookies(https);
  const client = createUpstreamClient(deps.upstreams, deadlines);
  const publicCache = createPublicCache();
  const personalCache = createPersonalCache();
  const upstream = createUpstream({ client, publicCache, personalCache, sessions, sealed, texts, merchant, log });
  const throttle = createThrottle({ redisUrl: deps.redisUrl, limits: deps.limits ?? {}, refuse, log });
  const events = createEventStreams({ client, merchant, sessions, personalCache, refuse, log });
  const endReplaced = endReplacedSession({ upstream, sessions, events, personalCache });
  const lift = createSignInLift({ sessions, sealed, readable, endReplaced });
  const hosts = createHosts(https, log);
  const site = createSite(
    upstream,
    (info) => {
      hosts.set(info);
      headers.allow({ frames: hosts.all.launch, images: hosts.all.images, measured: info.analytics.gtagId !== null });
    },
    log,
  );
  const country = await createGeo(deps.geoDir);
  const studio = studioMount(deps.studioUrl, refuse, publicOrigin);
  let isDraining = false;
  const forward = createForward({ client, deadlines, refuse, isDraining: () => isDraining });
  const countBuild: PagesDeps['countBuild'] = (request, response, next) => throttle.handle('page', request, response, next);
  const pages = await mountPages({
    upstream,
    merchant,
    publicUrl,
    clientDir: deps.clientDir,
    countBuild,
    countLaunch: (request, response, next) => throttle.handle('launch', request, response, next),
    info: () => site.info,
    hosts,
    log,
  });
  const translator: Translator = (language) => (key, parameters) => texts.translate(language.code, key, parameters);
  const assets = loadAssets(deps.clientDir, log);
  const contact = await customerService({
    upstream,
    translator,
    assets,
  });
  const metrics = createMetrics(log);
  metrics.watchStreams(() => events.listeners);

  /** Shows a page again for a form that came back. */
  const showPage: RequestHandler = (request, response, next) => {
    contact(request, response, (error?: unknown) => (error ? next(error) : pages.handle(request, response, next)));
  };
  const pageApp = createPageApp(deps.trustProxy);
  const showScreen: Parameters<typeof access>[0]['screen'] = (request, response, screen) => {
    response.locals.screen = screen;
    pageApp(request, response);
  };
  const app = mountStages(
    pageApp,
    {
      locals: requestLocals(log, headers.withNonce, () => isDraining),
      measure: metrics.handle,
      clientAddress: clientAddress(deps.trustProxy.length > 0 ? (pageApp.get('trust proxy fn') as Trusts) : undefined),
      securityHeaders: headers.handle,
      guard: rawRequestGuard(publicUrl && new URL(publicUrl).host, (response, status) =>
        refuse(response, status, 'bad_request', { Connection: 'close' }),
      ),
      staticFiles: staticFiles(deps.clientDir),
      visitor: visitorStage({ texts, sessions, site, country, publicOrigin }),
      access: access({ site, judgeRegion: createRegionRules(deps.region ?? NO_REGION_RULES), refuse, screen: showScreen }),
      hostReports: hostReports(hosts, publicOrigin),
      studio: studio.handle,
      calls: calls({
        client,
        forward,
        publicCache,
        personalCache,
        sessions,
        sealed,
        lift,
        throttle,
        events,
        refuse,
        merchant,
        publicOrigin,
      }),
      remembered: remembered({ upstream, sealed, lift }),
      readyPages: pages.ready,
    },
    {
      screens: screenStage(pages.screen),
      forms: formPosts({ upstream, sessions, sealed, readable, lift, events, throttle, refuse, publicOrigin, https, showPage }),
      contact,
      contentData: contentData(upstream, countBuild),
      webApp: webApp({ upstream, translator, assets, clientDir: deps.clientDir, publicUrl }),
      social: socialSignIn({ upstream, sealed, lift, throttle, showPage }),
      pages: pages.handle,
      notFound: (request, response) => pages.notFound(request, response),
      errors: errorStage(refuse, pages.screen),
    },
  );
  const admin = createAdmin({ registry: metrics.registry, site, client, clientDir: deps.clientDir, isDraining: () => isDraining });
  await site.refresh();

  return {
    app,
    admin,
    drain() {
      isDraining = true;
      events.close();
    },
    async close() {
      events.close();
      hosts.close();
      await pages.close();
      await throttle.close();
      studio.close();
      client.close();
    },
  };
}
