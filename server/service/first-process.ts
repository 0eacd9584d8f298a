import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { AggregatorRegistry, Gauge, type MetricObject, Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import { createAdmin } from '../portal/admin.ts';
import type { Readiness } from '../portal/contracts.ts';
import { DEADLINES } from '../portal/proxy/deadlines.ts';
import { createUpstreamLinks } from '../portal/proxy/upstream-client.ts';
import { joinReadiness } from '../portal/readiness.ts';
import type { Lifecycle } from './lifecycle.ts';
import { openLink } from './link.ts';
import { finish, listen, portOf, requireFree } from './listen.ts';
import { announceStart } from './one-process.ts';
import { adminPlace, portalPlace } from './places.ts';
import { createSharedCounters } from './shared-counters.ts';
import { createWorkers, type Workers } from './workers.ts';

/** With several workers: starts and replaces them, counts for them, and serves the admin port for all of them. */
export async function runFirstProcess(config: Config, log: Logger, life: Lifecycle): Promise<void> {
  await requireFree(portalPlace(config));
  await requireFree(adminPlace(config));
  const opening = openLink(config, log, life);
  let isDraining = false;
  const workers = createWorkers({
    count: config.deploy.workers,
    answers: { link: () => opening, ...createSharedCounters(config.deploy.workers) },
    onHopeless(reason) {
      log.fatal({ reason }, 'service stops');
      process.stderr.write(`The service ends: ${reason}\n`);
      life.stop(1);
    },
    log,
  });
  // Workers load their code while the platform starts, and wait for its address.
  const starting = workers.start();
  // The first failure is reported; the other one follows from it.
  starting.catch(() => undefined);
  const link = await opening;
  const client = createUpstreamLinks(link.upstreams, DEADLINES, link.platformKey);
  life.onClose(() => client.close());
  const pages = createAdmin({
    client,
    embedded: config.upstreams === 'embedded',
    names: config.deploy.adminNames,
    readiness: () => readinessOf(workers, isDraining),
    metrics: () => metricsOf(workers),
  });
  const admin = await listen(pages as RequestListener, adminPlace(config));
  life.onClose(() => finish(admin));
  life.onClose(() => workers.stop());
  const port = await starting;
  life.onDrain(() => {
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
  const answers = await workers.askAll<Readiness>('readiness');
  const missing: string[] = [];
  if (answers.length === 0) missing.push('workers');
  else if (answers.every((answer) => answer === undefined)) missing.push('an answer from the workers');
  if (isDraining) missing.push('the service is shutting down');
  return joinReadiness([{ missing }, ...answers.filter((answer) => answer !== undefined)]);
}

async function metricsOf(workers: Workers): Promise<string> {
  const own = new Registry();
  new Gauge({ name: 'portal_workers', help: 'Running worker processes.', registers: [own] }).set(workers.count);
  const known = (await workers.askAll<MetricObject[]>('metrics')).filter((answer) => answer !== undefined);
  return `${await own.metrics()}${await AggregatorRegistry.aggregate(known).metrics()}`;
}
