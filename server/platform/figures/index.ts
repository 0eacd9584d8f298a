import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { ClockGuard } from '../clock-guard.ts';
import { createLogChecks } from '../console/index.ts';
import type { Database, DatabaseWatch } from '../db/index.ts';
import type { EventHub } from '../events/hub.ts';
import type { Job, Jobs } from '../jobs/jobs.ts';
import { createLedgerCheck } from './ledger-check.ts';
import { createMoneyFigures } from './money-figures.ts';
import { type PlatformReadiness, platformReadiness } from './readiness.ts';
import { createFigures, type PlatformFigures } from './registry.ts';

export type { PlatformReadiness } from './readiness.ts';
export type { CallOutcome, PlatformFigures } from './registry.ts';

export interface ObservationDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly merchant: string;
  readonly database: DatabaseWatch | undefined;
  readonly hashesWaiting: () => number;
  readonly clockGuard: ClockGuard;
  readonly hub: Pick<EventHub, 'isJoined'>;
  /** A function, because the jobs are created later. */
  readonly jobs: () => Pick<Jobs, 'states'>;
}

export interface Observation {
  readonly figures: PlatformFigures;
  /** Jobs that update the metrics. */
  readonly jobs: readonly Job[];
  readiness(): Promise<PlatformReadiness>;
}

/** Metrics for monitoring, and the scheduled checks behind them. */
export function observePlatform(deps: ObservationDeps): Observation {
  const { db, log, clock, merchant } = deps;
  const ledger = createLedgerCheck({ db, log });
  const money = createMoneyFigures({ db, clock, merchant });
  const states = () => deps.jobs().states();
  const logChecks = createLogChecks({ db, clock, merchant, log });
  let isLogBroken = false;
  const proveOperatorLog = async () => {
    const { broken } = await logChecks.quick();
    isLogBroken = broken !== undefined;
    if (isLogBroken) log.error({ broken }, "operators' log: chain is broken");
  };
  const figures = createFigures({
    ledger: ledger.health,
    money: money.state,
    ...{ clock: deps.clockGuard, events: deps.hub },
    jobs: states,
    hashesWaiting: deps.hashesWaiting,
    operatorLogBroken: () => isLogBroken,
    database: deps.database,
    now: () => clock.now().getTime(),
  });
  return {
    figures,
    readiness: () => platformReadiness({ db, ledger: ledger.health, jobs: states, clock: deps.clockGuard, events: deps.hub }),
    jobs: [
      { name: 'ledger check', when: '*/10 * * * * *', everywhere: true, looksOnly: true, run: ledger.run },
      { name: 'money figures', when: '*/30 * * * * *', everywhere: true, looksOnly: true, run: money.run },
      { name: 'operators log check', when: '3,13,23,33,43,53 * * * *', everywhere: true, looksOnly: true, run: proveOperatorLog },
    ],
  };
}
