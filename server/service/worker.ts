import type { RequestListener, Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { HOUR_MS } from '../../shared/time.ts';
import type { Config } from '../config/config.ts';
import type { Portal } from '../portal/contracts.ts';
import { createChannel } from './channel.ts';
import type { Link } from './link.ts';
import { closeServer, drainServer, listen, portOf } from './listen.ts';
import { portalAddress } from './listen-addresses.ts';
import { loadPortal, openPortal } from './open-portal.ts';
import { remoteCounters } from './shared-counters.ts';

/** Connections that the first process has just handed over arrive shortly after this process stops listening. */
const HANDED_OVER_MS = 1_000;
/** The platform's first start creates and fills its database. If the first process ends, so does this one. */
const LINK_DEADLINE_MS = HOUR_MS;
/** Lets the last answer leave before the process ends. */
const ANSWER_MS = 50;

/** One of several processes that serve visitors. The first process starts it, queries it and stops it. */
export async function runWorker(config: Config, log: Logger): Promise<void> {
  let portal: Portal | undefined;
  let server: Server | undefined;
  const channel = createChannel((message) => void process.send?.(message, undefined, {}, () => undefined), {
    readiness: () => portal?.readiness(),
    metrics: () => portal?.registry.getMetricsAsJSON(),
    announce: () => portal?.drain(),
    leave: (how: { readonly gently: boolean }) => void leave(how.gently),
  });
  process.on('message', (message) => channel.receive(message));
  // Signals to the whole process group are handled by the first process.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

  async function leave(gently: boolean): Promise<void> {
    portal?.drain();
    const finished = server && (gently ? drainServer(server) : closeServer(server));
    portal?.endStreams();
    await Promise.all([finished, sleep(gently ? HANDED_OVER_MS : ANSWER_MS)]);
    await portal?.close();
    process.exit(0);
  }
  try {
    const [link] = await Promise.all([channel.request<Link>('link', undefined, LINK_DEADLINE_MS), loadPortal()]);
    portal = await openPortal(config, log, link, remoteCounters(channel));
    const options = { requestSeconds: config.deploy.requestSeconds, messages: portal.messages };
    server = await listen(portal.app as RequestListener, portalAddress(config), options);
    await channel.request('ready', portOf(server));
  } catch (error) {
    await channel.request('failed', error instanceof Error ? error.message : String(error)).catch(() => undefined);
    process.exit(1);
  }
}
