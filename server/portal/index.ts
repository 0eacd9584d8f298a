import { createHmac } from 'node:crypto';
import { access, isAdmitted } from './access/access.ts';
import { clientAddress, type Trusts } from './access/client-address.ts';
import { createGeo } from './access/geo.ts';
import { createOpenStreams } from './access/open-streams.ts';
import { createRegionRules, NO_REGION_RULES } from './access/region-rules.ts';
import { createSite, PORTAL_VISITOR } from './access/site.ts';
import { createAdmin } from './admin.ts';
import { createPlatformAnswers } from './answers/platform-answers.ts';
import { memberOf } from './answers/specified-upstream.ts';
import { createPageApp, mountStages } from './app.ts';
import { createBrand } from './brand/brand.ts';
import { createPersonalCache } from './cache/personal-cache.ts';
import { createPublicCache } from './cache/public-cache.ts';
import { calls } from './calls/calls.ts';
import { createPassCall } from './calls/pass-call.ts';
import { createPassUpload } from './calls/pass-upload.ts';
import { createSignInCapture } from './calls/sign-in-capture.ts';
import { contentData } from './content-data.ts';
import type { Portal, PortalDeps } from './contracts.ts';
import { customerService } from './customer-service.tsx';
import { errorStage, screenStage } from './errors.ts';
import { createEventStreams } from './events/event-streams.ts';
import { formPosts } from './forms/form-posts.ts';
import { redisplayPage } from './forms/redisplay-page.ts';
import { createHostProbe } from './hosts/host-probe.ts';
import { createHosts } from './hosts/hosts.ts';
import { hostReports } from './hosts/reports.ts';
import { requestLocals } from './locals.ts';
import { createMetrics } from './metrics.ts';
import { mountPages as sitePages } from './pages/index.ts';
import type { MountPages, PagesDeps } from './pages/mount.ts';
import type { Translator } from './pages/site.ts';
import { warmSite } from './pages/warm-site.ts';
import { rawRequestGuard } from './proxy/guard.ts';
import { readinessOf } from './readiness.ts';
import { recordFiles } from './record-files/index.ts';
import { createRefuse } from './refusals.ts';
import { loadAssets } from './render/load-assets.ts';
import { securityHeaders } from './security-headers.ts';
import { paymentsMount, paysimMount } from './services/payments.ts';
import { studioMount } from './services/studio.ts';
import { ownCookies } from './session/own-cookies.ts';
import { createReadableCookies } from './session/readable-cookies.ts';
import { endReplacedSession } from './session/replaced-session.ts';
import { restoreSignIn } from './session/restore-sign-in.ts';
import { createSealedCookies } from './session/sealed-cookies.ts';
import { createSessionStore } from './session/session-store.ts';
import { socialSignIn } from './social-sign-in.ts';
import { staticFiles } from './static-files.ts';
import { createTexts } from './texts.ts';
import { createThrottle } from './throttle/throttle.ts';
import { traceRequests } from './trace-requests.ts';
import { createCircuits } from './upstream/circuits.ts';
import { createUpstreamClient } from './upstream/client.ts';
import { DEADLINES } from './upstream/deadlines.ts';
import { createUpstreamLinks } from './upstream/links.ts';
import { createUpstream } from './upstream/upstream.ts';
import { createUpstreamProbe } from './upstream/upstream-probe.ts';
import { visitorStage } from './visitor.ts';
import { watchChanges } from './watch-changes.ts';
import { watchPortal } from './watch-portal.ts';
import { webApp } from './web-app/index.tsx';

/** Assembles the portal without listening. Only tests of the pipeline replace `mountPages`. */
export async function createPortal(deps: PortalDeps, mountPages: MountPages = sitePages): Promise<Portal> {
  const { merchant, publicUrl, log } = deps;
  const https = publicUrl?.startsWith('https:') ?? false;
  const publicOrigin = publicUrl && new URL(publicUrl).origin;
  const deadlines = { ...DEADLINES, ...deps.deadlines };

  const brand = deps.branding && createBrand(deps.branding, merchant);
  const cookiePrefix = brand?.cookiePrefix ?? '';
  // Sessions of one merchant are invalid at another, even if both have the same secret.
  const secret = createHmac('sha256', deps.sessionSecret).update(merchant).digest('base64url');

  const metrics = createMetrics({ log, slowRequestMs: deps.slowRequestMs });
  const texts = await createTexts();
  const refuse = createRefuse(texts);
  const headers = securityHeaders(https, deps.hostedServices);
  const sessions = createSessionStore(secret, https, cookiePrefix);
  const sealed = createSealedCookies(secret, https, cookiePrefix);
  const readable = createReadableCookies(https, cookiePrefix);
  const links = createUpstreamLinks(deps.upstreams, deadlines, deps.platformKey);
  const answers = createPlatformAnswers(deps, texts, log);
  const circuits = createCircuits({ probe: createUpstreamProbe(links, merchant, answers.wireOf), onUpstream: metrics.onUpstream, log });
  const client = createUpstreamClient({ links, deadlines, circuits, ...answers });
  const publicCache = createPublicCache();
  const personalCache = createPersonalCache();
  const upstream = answers.complete(createUpstream({ client, publicCache, personalCache, sessions, sealed, texts, merchant, log }));
  const throttle = await createThrottle({
    ...{ merchant, redisUrl: deps.redisUrl, counters: deps.counters, limits: deps.limits ?? {} },
    ...{ refuse, log, onDecision: metrics.onThrottle },
  });
  const events = createEventStreams({ client, upstream, merchant, sessions, personalCache, refuse, log, pollMs: deps.balancePollMs });
  const endReplaced = endReplacedSession({ upstream, sessions, events, personalCache });
  const captureSignIn = createSignInCapture({ sessions, sealed, readable, endReplaced, loadMember: memberOf(upstream) });
  const hosts = createHosts(https, { log, probeHost: createHostProbe(deps.privateHosts ?? false) }, cookiePrefix);
  const site = createSite(
    upstream,
    (info) => {
      hosts.set(info);
      headers.allow({ frames: hosts.all.launch, images: hosts.all.images, hasAnalytics: info.analytics.gtagId !== null });
    },
    log,
  );
  // Applies until the platform answers: the first page may name these hosts already.
  if (deps.branding?.hosts) headers.allow({ frames: deps.branding.hosts.launch, images: deps.branding.hosts.images, hasAnalytics: false });
  const country = await createGeo(deps.geoDir);
  const studio = studioMount(deps.studioUrl, refuse, deadlines, { publicOrigin, launchHosts: () => hosts.all.launch }, deps.platformKey);
  const paysim = paysimMount(deps.paysimUrl, refuse, deps.platformKey);
  const countEvent: PagesDeps['countBuild'] = (request, response, next) => throttle.handle('payments', request, response, next);
  const payments = paymentsMount(deps.upstreams.wps, refuse, countEvent, deps.platformKey);
  let isDraining = false;
  const countBuild: PagesDeps['countBuild'] = (request, response, next) => throttle.handle('page', request, response, next);
  const pages = await mountPages({
    upstream,
    merchant,
    brand,
    languages: () => site.languages,
    demo: deps.demo ?? deps.branding === undefined,
    outbox: deps.outbox,
    publicUrl,
    clientDir: deps.clientDir,
    countBuild,
    countPersonal: (request, response, next) => throttle.handle('own-page', request, response, next),
    countLaunch: (request, response, next) => throttle.handle('launch', request, response, next),
    info: () => site.info,
    hasMemberLists: () => answers.offer.hasMemberLists,
    hosts,
    onRender: metrics.onRender,
    watchPages: (lookups, entries) => metrics.watchCache('page', lookups, entries),
    log,
  });
  const translator: Translator = (language) => (key, parameters) => texts.translate(language.code, key, parameters);
  const assets = loadAssets(deps.clientDir, log, brand?.sheet);
  const contact = await customerService({
    upstream,
    translator,
    assets,
    languages: () => site.languages,
    count: countBuild,
  });
  watchPortal(metrics, { events, publicCache, personalCache, throttle, circuits, dataDir: deps.dataDir });

  const judgeRegion = createRegionRules(deps.region ?? NO_REGION_RULES);
  const openStreams = createOpenStreams({ isAdmitted: (visitor) => isAdmitted({ site, judgeRegion }, visitor) });
  const showPage = redisplayPage({
    access: access({
      ...{ site, judgeRegion, refuse },
      screen: pages.screen as Parameters<typeof access>[0]['screen'],
      showLogin: (request, _response, next, login) => {
        request.url = login;
        next();
      },
    }),
    throttle,
    pages: [contact, pages.handle],
  });
  const pageApp = createPageApp(deps.trustProxy);
  const trusts = deps.trustProxy.length > 0 ? (pageApp.get('trust proxy fn') as Trusts) : undefined;
  const showScreen: Parameters<typeof access>[0]['screen'] = (request, response, screen) => {
    response.locals.screen = screen;
    pageApp(request, response);
  };
  const app = mountStages(
    pageApp,
    {
      locals: requestLocals(log, headers.withNonce, () => isDraining),
      measure: traceRequests(deps.tracing, trusts, metrics.handle),
      clientAddress: clientAddress(trusts),
      securityHeaders: headers.handle,
      guard: rawRequestGuard(publicUrl && new URL(publicUrl).host, (response, status) =>
        refuse(response, status, 'bad_request', { Connection: 'close' }),
      ),
      payments: payments.handle,
      staticFiles: staticFiles(deps.clientDir, brand?.files),
      ownCookies: ownCookies(cookiePrefix),
      visitor: visitorStage({ texts, sessions, site, country, publicOrigin }),
      access: access({ site, judgeRegion, refuse, screen: showScreen }),
      openStreams: openStreams.handle,
      hostReports: hostReports(hosts, publicOrigin, (request, response, next) => throttle.handle('report', request, response, next)),
      studio: studio.handle,
      paysim: paysim.handle,
      pagePolicy: headers.pagePolicy,
      calls: calls({
        client,
        passCall: createPassCall({ client, refuse, isDraining: () => isDraining }),
        passUpload: createPassUpload({ client, refuse }),
        publicCache,
        personalCache,
        sessions,
        sealed,
        captureSignIn,
        throttle,
        events,
        refuse,
        merchant,
        publicOrigin,
        unknownCalls: deps.unknownCalls ?? 'refuse',
      }),
      restoreSignIn: restoreSignIn({ upstream, sealed, captureSignIn }),
      readyPages: pages.ready,
    },
    {
      screens: screenStage(pages.screen),
      forms: formPosts({
        upstream,
        sessions,
        sealed,
        readable,
        captureSignIn,
        events,
        throttle,
        refuse,
        publicOrigin,
        https,
        cookiePrefix,
        languages: () => site.languages,
        showPage,
      }),
      contact,
      contentData: contentData(upstream, countBuild),
      recordFiles: recordFiles({
        upstream,
        translator,
        count: (request, response, next) => throttle.handle('export', request, response, next),
      }),
      webApp: webApp({ upstream, translator, assets, clientDir: deps.clientDir, publicUrl, brand }),
      social: socialSignIn({ upstream, sealed, captureSignIn, throttle, showPage }),
      pages: pages.handle,
      notFound: (request, response) => pages.notFound(request, response),
      errors: errorStage(refuse, pages.screen),
    },
  );
  const readiness = () =>
    readinessOf({
      site,
      client,
      upstreams: deps.upstreams,
      embedded: deps.embedded,
      clientDir: deps.clientDir,
      dataDir: deps.dataDir,
      databaseInDataDir: deps.databaseInDataDir,
      isDraining: () => isDraining,
      countersUp: () => throttle.countersUp,
      missingCalls: answers.offer.missing,
    });
  const admin = createAdmin({
    ...{ readiness, client, embedded: deps.embedded ?? false, names: deps.adminNames ?? [] },
    metrics: () => metrics.registry.metrics(),
  });
  await answers.probe(client, () => pages.invalidate());
  await site.refresh();
  const warming = deps.warm ? warmSite(upstream, PORTAL_VISITOR) : undefined;
  const changes =
    deps.watchMs === undefined
      ? undefined
      : watchChanges({
          ...{ client, merchant, visitor: PORTAL_VISITOR, everyMs: deps.watchMs },
          onChange() {
            publicCache.invalidate();
            pages.invalidate();
            site.invalidate();
            openStreams.recheck().catch((error: unknown) => log.warn({ err: error }, 'access check of open streams failed'));
          },
        });

  return {
    app,
    admin,
    readiness,
    registry: metrics.registry,
    drain() {
      isDraining = true;
    },
    endStreams: () => events.close(),
    async close() {
      warming?.close();
      changes?.stop();
      openStreams.close();
      events.close();
      hosts.close();
      await pages.close();
      await throttle.close();
      studio.close();
      paysim.close();
      payments.close();
      circuits.close();
      client.close();
      await deps.tracing?.close();
    },
  };
}
