import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { AggregatorRegistry, Gauge, type MetricObject, Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { defined } from '../kit/defined.ts';
import type { Readiness } from '../portal/contracts.ts';
import { createAdmin } from '../portal/ops/admin.ts';
import { joinReadiness } from '../portal/ops/readiness.ts';
import { DEADLINES } from '../portal/upstream/deadlines.ts';
import { createUpstreamLinks } from '../portal/upstream/links.ts';
import type { Lifecycle } from './lifecycle.ts';
import { openLink } from './link.ts';
import { closeServer, listen, portOf, requireFree } from './listen.ts';
import { adminAddress, portalAddress } from './listen-addresses.ts';
import { announceStart } from './one-process.ts';
import { createSharedCounters } from './shared-counters.ts';
import { createWorkers, type Workers } from './workers.ts';

/** With several workers: starts and replaces them, counts for them, and serves the admin port for all of them. */
export async function runFirstProcess(config: Config, log: Logger, lifecycle: Lifecycle): Promise<void> {
  await requireFree(portalAddress(config));
  await requireFree(adminAddress(config));
  const linkPromise = openLink(config, log, lifecycle);
  let isDraining = false;
  const workers = createWorkers({
    count: config.deploy.workers,
    answers: { link: () => linkPromise, ...createSharedCounters(config.deploy.workers) },
    onRepeatedFailure(reason) {
      log.fatal({ reason }, 'service stops');
      process.stderr.write(`The service ends: ${reason}\n`);
      lifecycle.stop(1);
    },
    log,
  });
  // Workers load their code while the platform starts, and wait for its address.
  const starting = workers.start();
  // The first failure is reported; the other one follows from it.
  starting.catch(() => undefined);
  const link = await linkPromise;
  const client = createUpstreamLinks(link.upstreams, DEADLINES, link.platformKey);
  lifecycle.onClose(() => client.close());
  const pages = createAdmin({
    client,
    embedded: config.upstreams === 'embedded',
    names: config.deploy.adminNames,
    ...defined({ paysimUrl: link.paysimUrl, platformKey: link.platformKey }),
    readiness: () => readinessOf(workers, isDraining),
    metrics: () => metricsOf(workers),
  });
  const admin = await listen(pages as RequestListener, adminAddress(config));
  lifecycle.onClose(() => closeServer(admin));
  lifecycle.onClose(() => workers.stop());
  const port = await starting;
  lifecycle.onDrain(() => {
    isDraining = true;
    workers.announce();
  });
  process.on('SIGHUP', () => {
    log.info('rolling restart of workers started');
    void workers.roll();
  });
  announceStart(config, link, port, portOf(admin));
}

/** Ready while one worker is; reports what any of them is missing. */
async function readinessOf(workers: Workers, isDraining: boolean): Promise<Readiness> {
  const answers = await workers.requestAll<Readiness>('readiness');
  const missing: string[] = [];
  if (answers.length === 0) missing.push('workers');
  else if (answers.every((answer) => answer === undefined)) missing.push('an answer from the workers');
  if (isDraining) missing.push('the service is shutting down');
  return joinReadiness([{ missing }, ...answers.filter((answer) => answer !== undefined)]);
}

async function metricsOf(workers: Workers): Promise<string> {
  const own = new Registry();
  new Gauge({ name: 'portal_workers', help: 'Running worker processes.', registers: [own] }).set(workers.count);
  const known = (await workers.requestAll<MetricObject[]>('metrics')).filter((answer) => answer !== undefined);
  return `${await own.metrics()}${await AggregatorRegistry.aggregate(known).metrics()}`;
}
