import { defined } from '../kit/defined.ts';
import { messageClassesOf } from '../net/express-messages.ts';
import type { Trusts } from './access/client-address.ts';
import { PORTAL_VISITOR } from './access/site.ts';
import { createApp, inFrontOf, mountStages } from './app.ts';
import { watchChanges } from './cache/watch-changes.ts';
import type { Portal, PortalDeps } from './contracts.ts';
import { createAdmin } from './ops/admin.ts';
import { platformReadiness, REFUSED_KEY, readinessOf } from './ops/readiness.ts';
import { watchPortal } from './ops/watch-portal.ts';
import { mountPages as sitePages } from './pages/index.ts';
import type { MountPages, Pages, PagesDeps } from './pages/mount.ts';
import { warmSite } from './pages/warm-site.ts';
import { createParts, type PortalParts } from './portal-parts.ts';
import { createStages } from './portal-stages.ts';

/** Assembles the portal without listening. Only tests of the pipeline replace `mountPages`. */
export async function createPortal(deps: PortalDeps, mountPages: MountPages = sitePages): Promise<Portal> {
  let draining = false;
  const isDraining = () => draining;
  const parts = await createParts(deps);
  const { answers, client, site, upstream, throttle, events, metrics, hosts, circuits } = parts;
  const pages = await mountPages(pagesDeps(deps, parts));
  watchPortal(metrics, { ...parts, dataDir: deps.dataDir });

  const app = createApp(deps.trustProxy);
  const trusts = deps.trustProxy.length > 0 ? (app.get('trust proxy fn') as Trusts) : undefined;
  const { steps, stages, recheckStreams, close } = await createStages({ deps, parts, pages, isDraining }, trusts);
  mountStages(app, stages);
  const readiness = readinessIn(deps, parts, isDraining);

  await answers.probe(client, () => pages.invalidate());
  await site.refresh();
  void logRefusedKey(deps, client);
  const warming = deps.warm ? warmSite(upstream, PORTAL_VISITOR) : undefined;
  const changes = watchContent(deps, parts, pages, recheckStreams);

  return {
    app: inFrontOf(app, steps),
    messages: messageClassesOf(app),
    admin: createAdmin({
      readiness,
      client,
      embedded: deps.embedded ?? false,
      names: deps.adminNames ?? [],
      ...defined({ paysimUrl: deps.paysimUrl, platformKey: deps.platformKey }),
      metrics: () => metrics.registry.metrics(),
    }),
    readiness,
    registry: metrics.registry,
    drain() {
      draining = true;
    },
    endStreams: () => events.close(),
    async close() {
      warming?.close();
      changes?.stop();
      events.close();
      hosts.close();
      await pages.close();
      await throttle.close();
      close();
      circuits.close();
      client.close();
      await deps.tracing?.close();
    },
  };
}

/** Every call of the portal would fail, with nothing in the log but the calls. */
async function logRefusedKey({ embedded, platformKey, log }: PortalDeps, client: PortalParts['client']): Promise<void> {
  // Only a platform of this product has a key.
  if (embedded || platformKey === undefined) return;
  const { missing = [] } = await platformReadiness(client);
  if (missing.includes(REFUSED_KEY)) log.error('the platform refuses the PLATFORM_KEY of this portal');
}

function pagesDeps(deps: PortalDeps, parts: PortalParts): PagesDeps {
  const { upstream, brand, site, answers, hosts, metrics, throttle } = parts;
  return {
    upstream,
    merchant: deps.merchant,
    languages: () => site.languages,
    demo: deps.demo ?? deps.branding === undefined,
    ...defined({ brand, outbox: deps.outbox }),
    publicUrl: deps.publicUrl,
    clientDir: deps.clientDir,
    countBuild: throttle.of('page'),
    countPersonal: throttle.of('own-page'),
    countLaunch: throttle.of('launch'),
    info: () => site.info,
    hasMemberLists: () => answers.offer.hasMemberLists,
    hosts,
    onRender: metrics.onRender,
    watchPages: (lookups, entries) => metrics.watchCache('page', lookups, entries),
    log: deps.log,
  };
}

function readinessIn(deps: PortalDeps, { site, client, throttle, answers }: PortalParts, isDraining: () => boolean): Portal['readiness'] {
  return () =>
    readinessOf({
      site,
      client,
      upstreams: deps.upstreams,
      embedded: deps.embedded ?? false,
      clientDir: deps.clientDir,
      dataDir: deps.dataDir,
      databaseInDataDir: deps.databaseInDataDir ?? false,
      isDraining,
      countersUp: () => throttle.countersUp,
      offer: answers.offer,
    });
}

/** Polls for changes of the content; cached answers only expire without an interval. */
function watchContent(deps: PortalDeps, { client, publicCache, site }: PortalParts, pages: Pages, recheckStreams: () => Promise<void>) {
  const { merchant, watchMs, log } = deps;
  if (watchMs === undefined) return undefined;
  return watchChanges({
    client,
    merchant,
    visitor: PORTAL_VISITOR,
    everyMs: watchMs,
    onChange() {
      publicCache.invalidate();
      pages.invalidate();
      site.invalidate();
      recheckStreams().catch((error: unknown) => log.warn({ err: error }, 'access check of open streams failed'));
    },
  });
}
