import { createHmac } from 'node:crypto';
import { defined } from '../kit/defined.ts';
import { createGeo } from './access/geo.ts';
import { createRegionRules, NO_REGION_RULES } from './access/region-rules.ts';
import { createSite } from './access/site.ts';
import { createPlatformAnswers } from './answers/platform-answers.ts';
import { memberOf } from './answers/specified-upstream.ts';
import { createBrand } from './brand/brand.ts';
import { createPersonalCache } from './cache/personal-cache.ts';
import { createPublicCache } from './cache/public-cache.ts';
import { createSignInCapture } from './calls/sign-in-capture.ts';
import type { PortalDeps } from './contracts.ts';
import { createRefuse } from './edge/refusals.ts';
import { securityHeaders } from './edge/security-headers.ts';
import { createEventStreams } from './events/event-streams.ts';
import { createHostProbe } from './hosts/host-probe.ts';
import { createHosts } from './hosts/hosts.ts';
import { createMetrics } from './ops/metrics.ts';
import type { Translator } from './pages/site.ts';
import { loadAssets } from './render/load-assets.ts';
import { createReadableCookies } from './session/readable-cookies.ts';
import { endReplacedSession } from './session/replaced-session.ts';
import { createSealedCookies } from './session/sealed-cookies.ts';
import { createSessionStore } from './session/session-store.ts';
import { createTexts } from './texts.ts';
import { createThrottle } from './throttle/throttle.ts';
import { createCircuits } from './upstream/circuits.ts';
import { createUpstreamClient } from './upstream/client.ts';
import { DEADLINES } from './upstream/deadlines.ts';
import { createUpstreamLinks } from './upstream/links.ts';
import { createUpstream } from './upstream/upstream.ts';
import { createUpstreamProbe } from './upstream/upstream-probe.ts';

/** What the stages of one portal share. */
export type PortalParts = Awaited<ReturnType<typeof createParts>>;

export async function createParts(deps: PortalDeps) {
  const { merchant, publicUrl, log } = deps;
  const https = publicUrl?.startsWith('https:') ?? false;
  const brand = deps.branding && createBrand(deps.branding, merchant);
  const cookiePrefix = brand?.cookiePrefix ?? '';
  const metrics = createMetrics({ log, ...defined({ slowRequestMs: deps.slowRequestMs }) });
  const texts = await createTexts();
  const refuse = createRefuse(texts);
  const cookies = createCookies(deps, https, cookiePrefix);
  const platform = createPlatform(deps, { texts, metrics, ...cookies });
  const { client, upstream, personalCache } = platform;
  const throttle = await createThrottle({
    merchant,
    redisUrl: deps.redisUrl,
    counters: deps.counters,
    limits: deps.limits ?? {},
    refuse,
    log,
    onDecision: metrics.onThrottle,
  });
  const { sessions } = cookies;
  const events = createEventStreams({ client, upstream, merchant, sessions, personalCache, refuse, log, pollMs: deps.balancePollMs });
  const endReplaced = endReplacedSession({ upstream, sessions, events, personalCache });
  const translator: Translator = (language) => (key, parameters) => texts.translate(language.code, key, parameters);
  return {
    brand,
    cookiePrefix,
    https,
    publicOrigin: publicUrl && new URL(publicUrl).origin,
    metrics,
    texts,
    translator,
    refuse,
    ...cookies,
    ...platform,
    throttle,
    events,
    captureSignIn: createSignInCapture({ ...cookies, endReplaced, loadMember: memberOf(upstream) }),
    ...createSiteParts(deps, https, cookiePrefix, upstream),
    judgeRegion: createRegionRules(deps.region ?? NO_REGION_RULES),
    country: await createGeo(deps.geoDir),
    assets: loadAssets(deps.clientDir, log, brand?.sheet),
  };
}

/** Sessions of one merchant are invalid at another, even if both have the same secret. */
function createCookies({ merchant, sessionSecret }: PortalDeps, https: boolean, cookiePrefix: string) {
  const secret = createHmac('sha256', sessionSecret).update(merchant).digest('base64url');
  return {
    sessions: createSessionStore(secret, https, cookiePrefix),
    sealed: createSealedCookies(secret, https, cookiePrefix),
    readable: createReadableCookies(https, cookiePrefix),
  };
}

type PlatformUses = Pick<Parameters<typeof createUpstream>[0], 'texts' | 'sessions' | 'sealed'> & {
  readonly metrics: Pick<ReturnType<typeof createMetrics>, 'onUpstream'>;
};

/** The way to the platform, with the caches of its answers. */
function createPlatform(deps: PortalDeps, { texts, metrics, sessions, sealed }: PlatformUses) {
  const { merchant, log } = deps;
  const deadlines = { ...DEADLINES, ...deps.deadlines };
  const links = createUpstreamLinks(deps.upstreams, deadlines, deps.platformKey);
  const answers = createPlatformAnswers(deps, texts, log);
  const circuits = createCircuits({ probe: createUpstreamProbe(links, merchant, answers.wireOf), onUpstream: metrics.onUpstream, log });
  const client = createUpstreamClient({ links, deadlines, circuits, ...answers });
  const publicCache = createPublicCache();
  const personalCache = createPersonalCache();
  const upstream = answers.complete(createUpstream({ client, publicCache, personalCache, sessions, sealed, texts, merchant, log }));
  return { deadlines, circuits, answers, client, publicCache, personalCache, upstream };
}

/** What the platform says about the site, and what follows from it for hosts and headers. */
function createSiteParts(deps: PortalDeps, https: boolean, cookiePrefix: string, upstream: Parameters<typeof createSite>[0]) {
  const headers = securityHeaders(https, deps.hostedServices);
  const hosts = createHosts(https, { log: deps.log, probeHost: createHostProbe(deps.privateHosts ?? false) }, cookiePrefix);
  const site = createSite(
    upstream,
    (info) => {
      hosts.set(info);
      const { launch, frames, images, pictures } = hosts.all;
      headers.allow({ frames: [...launch, ...frames], images: [...images, ...pictures], hasAnalytics: info.analytics.gtagId !== null });
    },
    deps.log,
  );
  // Applies until the platform answers: the first page may name these hosts already.
  if (deps.branding?.hosts) headers.allow({ frames: deps.branding.hosts.launch, images: deps.branding.hosts.images, hasAnalytics: false });
  return { headers, hosts, site };
}
