import './tables.ts';
import { defineFeature } from '../../base/feature.ts';
import { uploadsFeature } from '../../base/uploads/index.ts';
import { ledgerFeature } from '../../ledger/index.ts';
import { inboxFeature } from '../../notify/inbox/index.ts';
import { operatorsFeature } from '../../operators/index.ts';
import { protectionFeature } from '../../protection/responsible-gaming/index.ts';
import { providerHealthFeature } from '../provider-health/index.ts';
import { turnoverFeature } from '../turnover/index.ts';
import type { CallbackDeps } from './callbacks.ts';
import { depositArea } from './console/deposits.tsx';
import { suspenseArea } from './console/suspense.tsx';
import { createDeposits } from './deposits.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { PaymentGateway } from './providers/gateway.ts';
import { WAITING } from './waiting.ts';

type ObservePayment = NonNullable<CallbackDeps['onPayment']>;

/** Deposits. Input: the payment providers; deposit channels without one are not offered. */
export const depositFeature = defineFeature({
  name: 'deposit',
  migrations: MIGRATIONS,
  waiting: WAITING,
  needs: {
    operators: operatorsFeature,
    uploads: uploadsFeature,
    wallet: ledgerFeature,
    inbox: inboxFeature,
    protection: protectionFeature,
    turnover: turnoverFeature,
    health: providerHealthFeature,
  },
  create(context, { operators, health, ...needs }, gateways: readonly PaymentGateway[] = []) {
    const observer = context.slot<ObservePayment>('metrics of payment callbacks');
    const onPayment: ObservePayment = (...callback) => observer.get()(...callback);
    const payouts = context.slot<CallbackDeps['payouts']>('events of payouts');
    const applyPayout: CallbackDeps['payouts'] = (...event) => payouts.get()(...event);
    const deposits = createDeposits({
      ...context,
      ...needs,
      gateways,
      onPayment,
      payouts: applyPayout,
      pausedProviders: health.paused,
    });
    const desks = { depositDesk: deposits.desk, suspenseDesk: deposits.suspense };
    const { pictures } = operators;
    operators.areas.register(depositArea({ ...context, ...desks, pictures }), suspenseArea({ ...context, ...desks }));
    return {
      api: { desk: deposits.desk, suspense: deposits.suspense, observer, payouts },
      calls: deposits.routes,
      jobs: [{ name: 'deposits', cronPattern: '* * * * *', run: deposits.expire }],
      http: { payments: deposits.callbacks },
    };
  },
});
