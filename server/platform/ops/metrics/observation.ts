import type { Logger } from 'pino';
import type { Clock } from '../../base/clock.ts';
import type { ClockGuard } from '../../base/clock-guard.ts';
import type { Database } from '../../base/db/index.ts';
import type { DatabaseWatch } from '../../base/db/open.ts';
import type { EventHub } from '../../base/events/index.ts';
import type { Job, JobState } from '../../base/jobs/index.ts';
import type { WaitingItems } from '../../base/waiting.ts';
import { createLogChecks } from '../../operators/index.ts';
import { createLedgerCheck } from './ledger-check.ts';
import { type PlatformReadiness, platformReadiness } from './readiness.ts';
import { createPlatformMetrics, type PlatformMetrics } from './registry.ts';
import { createWaitingStates } from './waiting-state.ts';

export interface ObservationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly merchant: string;
  readonly migrations: readonly string[];
  readonly database: DatabaseWatch | undefined;
  readonly hashesWaiting: () => number;
  readonly clockGuard: ClockGuard;
  readonly hub: Pick<EventHub, 'isJoined'>;
  readonly jobStates: () => readonly JobState[];
  /** Of all features. */
  readonly waiting: readonly WaitingItems[];
}

export interface Observation {
  readonly metrics: PlatformMetrics;
  /** Jobs that update the metrics. */
  readonly jobs: readonly Job[];
  readiness(): Promise<PlatformReadiness>;
}

/** Metrics for monitoring, and the scheduled checks behind them. */
export function observePlatform(deps: ObservationDeps): Observation {
  const { db, log, clock, merchant, migrations, jobStates } = deps;
  const ledger = createLedgerCheck({ db, log });
  const waiting = createWaitingStates(deps.waiting, { db, clock, merchant });
  const logChecks = createLogChecks({ db, clock, merchant, log });
  let isLogBroken = false;
  const proveOperatorLog = async () => {
    const { broken } = await logChecks.verifyRecent();
    isLogBroken = broken !== undefined;
    if (isLogBroken) log.error({ broken }, "operators' log: chain is broken");
  };
  const metrics = createPlatformMetrics({
    ledger: ledger.health,
    waiting: waiting.states,
    clock: deps.clockGuard,
    events: deps.hub,
    jobs: jobStates,
    hashesWaiting: deps.hashesWaiting,
    operatorLogBroken: () => isLogBroken,
    database: deps.database,
    now: () => clock.now().getTime(),
  });
  return {
    metrics,
    readiness: () =>
      platformReadiness({ db, migrations, ledger: ledger.health, jobs: jobStates, clock: deps.clockGuard, events: deps.hub }),
    jobs: [
      { name: 'ledger check', cronPattern: '*/10 * * * * *', onEveryNode: true, readOnly: true, run: ledger.run },
      { name: 'waiting items', cronPattern: '*/30 * * * * *', onEveryNode: true, readOnly: true, run: waiting.run },
      { name: 'operators log check', cronPattern: '3,13,23,33,43,53 * * * *', onEveryNode: true, readOnly: true, run: proveOperatorLog },
    ],
  };
}
