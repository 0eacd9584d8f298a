import { defined } from '../kit/defined.ts';
import { createClockGuard } from './base/clock-guard.ts';
import { createEventHub } from './base/events/index.ts';
import type { Feature, FeatureContext, GivenInput } from './base/feature.ts';
import { createHttp, createTranslate } from './base/http/index.ts';
import { createJobLeases, createJobs, type JobState } from './base/jobs/index.ts';
import { createSecrets } from './base/secrets.ts';
import { composeFeatures } from './compose-features.ts';
import type { Platform, PlatformDeps } from './contracts.ts';
import { migrationsOf } from './migrations.ts';
import { seedFeature } from './ops/seed/index.ts';
import { staticPartsOf } from './static-parts.ts';

/** Creates the features, and the HTTP server and the jobs from their parts. */
export function composePlatform(deps: PlatformDeps, features: readonly Feature[], inputs: readonly GivenInput[]): Platform {
  const { db, log, merchant } = deps;
  const traced = defined({ tracing: deps.tracing });
  let jobStates = (): readonly JobState[] => [];
  let runJobs = async (): Promise<void> => undefined;
  const late = { jobStates: () => jobStates(), runJobs: () => runJobs() };
  const context = createContext(deps, features, late);
  const { clockGuard, translate, requireTime } = context;
  const { calls, jobs: allJobs, http: parts, apiOf } = composeFeatures(features, context, inputs);
  const http = createHttp({ ...parts, calls, merchant, log, translate, requireTime, ...traced });
  const mayAct = () => clockGuard.mayAct;
  const leases = createJobLeases({ db, merchant, log, ...defined({ leaseMs: deps.jobLeaseMs }) });
  const jobs = createJobs(allJobs, { log, ...traced, leases, mayRun: mayAct });
  jobStates = jobs.states;
  runJobs = async () => {
    for (const { name } of allJobs) await jobs.run(name);
  };
  return {
    app: http.app,
    async start() {
      await clockGuard.start();
      jobs.start();
    },
    mayAct,
    jobs: allJobs.map(({ name, onEveryNode = false }) => ({ name, everywhere: onEveryNode })),
    runJob: jobs.run,
    async close() {
      clockGuard.stop();
      http.endStreams();
      await jobs.stop();
    },
    seed: apiOf(seedFeature).seed,
  };
}

function createContext(
  deps: PlatformDeps,
  features: readonly Feature[],
  late: Pick<FeatureContext, 'jobStates' | 'runJobs'>,
): Omit<FeatureContext, 'slot'> {
  const { db, clock, log, merchant, dataKey, databaseWatch, services = {}, hub = createEventHub(), realTime = clock } = deps;
  const secrets = typeof dataKey === 'string' ? createSecrets(dataKey) : dataKey.secrets;
  const clockGuard = createClockGuard({ db, log, ...defined({ now: deps.systemNow }) });
  const { requireTime } = clockGuard;
  const translate = createTranslate();
  return {
    db,
    clock,
    realTime,
    log,
    merchant,
    secrets,
    services,
    hub,
    translate,
    clockGuard,
    requireTime,
    databaseWatch,
    migrations: Object.keys(migrationsOf(features)),
    parts: staticPartsOf(features),
    ...late,
  };
}
