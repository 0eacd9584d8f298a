import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { defined } from '../kit/defined.ts';
import { startTracing } from '../observe/start-tracing.ts';
import type { Portal, PortalDeps } from '../portal/contracts.ts';
import type { Link } from './link.ts';
import { CLIENT_DIR, GEO_DIR } from './listen-addresses.ts';

type OutboxConfig = Pick<Config, 'merchantConfig' | 'upstreams' | 'services' | 'adminPort' | 'deploy'>;

/** Longest delay until operators' changes are visible. */
const WATCH_MS = 1_000;

/** Loading the portal's code takes as long as starting a platform, so it may begin earlier. */
export function loadPortal(): Promise<typeof import('../portal/index.ts')> {
  return import('../portal/index.ts');
}

/** Address of the demo's outbox, for a browser on this machine. */
export function outboxOf({ merchantConfig, upstreams, services, adminPort, deploy }: OutboxConfig): string | undefined {
  const isSent = services.sms !== undefined && services.mail !== undefined;
  if (upstreams !== 'embedded' || merchantConfig?.demo === false || isSent || adminPort === 0) return undefined;
  return `http://${deploy.adminHost}:${adminPort}/outbox`;
}

/** Creates the portal of this process. */
export async function openPortal(config: Config, log: Logger, link: Link, counters?: PortalDeps['counters']): Promise<Portal> {
  const { createPortal } = await loadPortal();
  const { merchantConfig } = config;
  const isRemote = config.upstreams !== 'embedded' && config.deploy.platformKey === undefined;
  return createPortal({
    ...defined({
      paysimUrl: link.paysimUrl,
      outbox: outboxOf(config),
      platformKey: link.platformKey,
      branding: merchantConfig?.branding,
      defaults: merchantConfig?.defaults,
      platform: merchantConfig?.platform,
      limits: merchantConfig?.requests,
      // An embedded platform or one of this product calls the phone service itself.
      phone: isRemote ? config.services.phone : undefined,
      counters,
      tracing: await startTracing(config.observe.tracing, 'portal'),
    }),
    upstreams: link.upstreams,
    studioUrl: link.studioUrl,
    demo: merchantConfig ? merchantConfig.demo : config.upstreams === 'embedded',
    embedded: config.upstreams === 'embedded',
    databaseInDataDir: config.upstreams === 'embedded' && config.databaseUrl === undefined,
    adminNames: config.deploy.adminNames,
    merchant: config.merchant,
    isRemote,
    publicUrl: config.publicUrl,
    trustProxy: config.trustProxy,
    region: config.region,
    hostedServices: [
      ...(config.services.challenge ? [config.services.challenge.provider] : []),
      ...(config.services.phone ? (['recaptcha'] as const) : []),
    ],
    sessionSecret: link.sessionSecret,
    redisUrl: config.redisUrl,
    unknownCalls: config.unknownCalls,
    privateHosts: config.privateHosts,
    deadlines: { read: config.deploy.upstreamReadMs },
    dataDir: config.dataDir,
    watchMs: WATCH_MS,
    warm: true,
    slowRequestMs: config.observe.slowRequestMs,
    clientDir: CLIENT_DIR,
    geoDir: GEO_DIR,
    log,
  });
}
