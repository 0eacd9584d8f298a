import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { banner } from '../banner.ts';
import type { Config } from '../config/config.ts';
import type { Lifecycle } from './lifecycle.ts';
import { type Link, openLink } from './link.ts';
import { finish, listen, portOf, requireFree } from './listen.ts';
import { loadPortal, openPortal } from './open-portal.ts';
import { adminPlace, portalPlace } from './places.ts';

/** Portal and admin port in this process; the embedded platform, if any, in a thread. */
export async function runOneProcess(config: Config, log: Logger, life: Lifecycle): Promise<void> {
  // Checked before the platform starts, which takes seconds.
  await requireFree(portalPlace(config));
  await requireFree(adminPlace(config));
  const [link] = await Promise.all([openLink(config, log, life), loadPortal()]);
  const portal = await openPortal(config, log, link);
  life.onClose(() => portal.close());
  const admin = await listen(portal.admin as RequestListener, adminPlace(config));
  life.onClose(() => finish(admin));
  const server = await listen(portal.app as RequestListener, portalPlace(config), config.deploy.requestSeconds);
  life.onClose(() => finish(server));
  life.onClose(() => portal.endStreams());
  life.onDrain(() => portal.drain());
  announceStart(config, link, portOf(server), portOf(admin));
}

/** Prints the start message. */
export function announceStart(config: Config, link: Link, port: number, adminPort: number): void {
  const { host, publicUrl, dataDir, upstreams, deploy } = config;
  process.stdout.write(
    banner({
      address: publicUrl ?? `http://${shown(host)}:${port}`,
      adminAddress: `http://${deploy.adminHost}:${adminPort}`,
      accounts: link.accounts,
      dataDir,
      upstream: upstreams === 'embedded' ? undefined : upstreams.wps,
    }),
  );
}

function shown(host: string): string {
  return ['0.0.0.0', '::', '127.0.0.1'].includes(host) ? 'localhost' : host;
}
