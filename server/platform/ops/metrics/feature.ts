import { defineFeature } from '../../base/feature.ts';
import { membersFeature } from '../../identity/members/index.ts';
import { depositFeature } from '../../money/deposit/index.ts';
import { vendorsFeature } from '../../play/vendors/index.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { observePlatform } from './observation.ts';

/** Metrics, readiness and the scheduled checks behind them. */
export const metricsFeature = defineFeature({
  name: 'metrics',
  migrations: MIGRATIONS,
  needs: { members: membersFeature, deposit: depositFeature, vendors: vendorsFeature },
  create(context, { members, deposit, vendors }) {
    const { databaseWatch: database, jobStates, parts } = context;
    const { metrics, readiness, jobs } = observePlatform({
      ...context,
      database,
      jobStates,
      waiting: parts.waiting,
      hashesWaiting: members.passwords.waiting,
    });
    deposit.observer.fill(metrics.onPayment);
    vendors.observer.fill(metrics.onSeamless);
    return { api: { readiness, text: () => metrics.registry.metrics() }, jobs, http: { onCall: metrics.onCall } };
  },
});
