import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { startEmbedded } from '../embedded-thread.ts';
import { defined } from '../kit/defined.ts';
import type { Readiness } from '../portal/contracts.ts';
import { createAdmin } from '../portal/ops/admin.ts';
import { diskReadiness, joinReadiness, platformReadiness } from '../portal/ops/readiness.ts';
import { DEADLINES } from '../portal/upstream/deadlines.ts';
import { createUpstreamLinks, type UpstreamLinks } from '../portal/upstream/links.ts';
import { embeddedSettings } from './embedded-settings.ts';
import type { Lifecycle } from './lifecycle.ts';
import { closeServer, listen, portOf, requireFree } from './listen.ts';
import { adminAddress, platformAddress } from './listen-addresses.ts';
import { stopOnPlatformLoss } from './platform-loss.ts';

/** The platform as a separate process: a gate for portals, and the admin port. */
export async function runPlatform(config: Config, log: Logger, lifecycle: Lifecycle): Promise<void> {
  const place = platformAddress(config);
  await requireFree(place);
  await requireFree(adminAddress(config));
  const settings = embeddedSettings(config);
  const platform = await startEmbedded(settings, stopOnPlatformLoss(log, lifecycle));
  lifecycle.onClose(platform.close);
  const url = platform.platformUrl;
  const client = createUpstreamLinks({ wps: url, lgw: url, lotto: url }, DEADLINES, settings.loopbackKey);
  lifecycle.onClose(() => client.close());
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  let isDraining = false;
  lifecycle.onDrain(() => {
    isDraining = true;
    platform.drain();
  });
  const pages = createAdmin({
    client,
    embedded: true,
    names: config.deploy.adminNames,
    ...defined({ paysimUrl: platform.paysimUrl, platformKey: settings.loopbackKey }),
    metrics: () => registry.metrics(),
    readiness: () => readinessOf(config, client, isDraining),
  });
  const admin = await listen(pages as RequestListener, adminAddress(config));
  lifecycle.onClose(() => closeServer(admin));
  const { adminHost } = config.deploy;
  process.stdout.write(
    `\n  Platform for portals  http://${place.host}:${place.port}\n  Admin  http://${adminHost}:${portOf(admin)}/readyz\n\n`,
  );
}

async function readinessOf({ dataDir, databaseUrl }: Config, client: UpstreamLinks, isDraining: boolean): Promise<Readiness> {
  const missing = isDraining ? ['the service is shutting down'] : [];
  const health = await client.sendInternal('/internal/health').catch(() => undefined);
  if (health?.status !== 200) missing.push(health === undefined ? 'the platform' : 'the database');
  const disk = diskReadiness({ dataDir, databaseInDataDir: databaseUrl === undefined });
  return joinReadiness([{ missing }, ...(await Promise.all([disk, platformReadiness(client)]))]);
}
