import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { banner } from '../banner.ts';
import type { Config } from '../config/config.ts';
import { isThisMachine } from '../config/services-env.ts';
import type { Lifecycle } from './lifecycle.ts';
import { type Link, openLink } from './link.ts';
import { closeServer, listen, portOf, requireFree } from './listen.ts';
import { adminAddress, portalAddress } from './listen-addresses.ts';
import { loadPortal, openPortal } from './open-portal.ts';

/** Portal and admin port in this process; the embedded platform, if any, in a thread. */
export async function runOneProcess(config: Config, log: Logger, lifecycle: Lifecycle): Promise<void> {
  // Checked before the platform starts, which takes seconds.
  await requireFree(portalAddress(config));
  await requireFree(adminAddress(config));
  const [link] = await Promise.all([openLink(config, log, lifecycle), loadPortal()]);
  const portal = await openPortal(config, log, link);
  lifecycle.onClose(() => portal.close());
  const admin = await listen(portal.admin as RequestListener, adminAddress(config));
  lifecycle.onClose(() => closeServer(admin));
  const options = { requestSeconds: config.deploy.requestSeconds, messages: portal.messages };
  const server = await listen(portal.app as RequestListener, portalAddress(config), options);
  lifecycle.onClose(() => closeServer(server));
  lifecycle.onClose(() => portal.endStreams());
  lifecycle.onDrain(() => portal.drain());
  announceStart(config, link, portOf(server), portOf(admin));
}

/** Prints the start message. */
export function announceStart(config: Config, link: Link, port: number, adminPort: number): void {
  const { host, publicUrl, dataDir, upstreams, deploy } = config;
  process.stdout.write(
    banner({
      address: publicUrl ?? `http://${displayedHost(host)}:${port}`,
      adminAddress: `http://${deploy.adminHost}:${adminPort}`,
      accounts: link.accounts,
      hasOperators: link.hasOperators ?? false,
      reachablePort: isThisMachine(host) ? undefined : port,
      dataDir,
      upstream: upstreams === 'embedded' ? undefined : upstreams.wps,
    }),
  );
}

function displayedHost(host: string): string {
  return ['0.0.0.0', '::', '127.0.0.1'].includes(host) ? 'localhost' : host;
}
