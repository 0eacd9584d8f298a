import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { defined } from '../../../kit/defined.ts';
import type { BoundCall } from '../../base/http/index.ts';
import type { Secrets } from '../../base/secrets.ts';
import { policyOf, readMerchant } from '../../merchant/index.ts';
import { type CallbackDeps, paymentCallbacks } from './callbacks.ts';
import type { DepositDesk, MemberDepositDeps, MemberDeposits, Settlement } from './contracts.ts';
import { createDepositDesk } from './desk.ts';
import { createMemberDeposits } from './member-deposits.ts';
import type { PaymentProvider, PaymentProviders } from './providers/contracts.ts';
import { gatewayProvider, type PaymentGateway } from './providers/gateway.ts';
import { manualProvider } from './providers/manual.ts';
import { voucherProvider } from './providers/voucher.ts';
import { depositRoutes } from './routes.ts';
import { createSettlement } from './settlement.ts';
import { createSuspenseDesk, type SuspenseDesk } from './suspense-desk.ts';

export interface DepositsDeps extends Omit<MemberDepositDeps, 'providers' | 'rules'> {
  readonly log: Logger;
  readonly merchant: string;
  readonly secrets: Pick<Secrets, 'keyOf'>;
  readonly gateways: readonly PaymentGateway[];
  readonly onPayment?: CallbackDeps['onPayment'];
  readonly payouts: CallbackDeps['payouts'];
  readonly requireTime?: CallbackDeps['requireTime'];
}

export interface Deposits {
  readonly memberDeposits: MemberDeposits;
  readonly settlement: Settlement;
  readonly desk: DepositDesk;
  readonly suspense: SuspenseDesk;
  readonly providers: PaymentProviders;
  readonly routes: readonly BoundCall[];
  /** `POST /payments/<provider>`. */
  readonly callbacks: RequestHandler;
  /** Expires overdue deposits; for the scheduler. */
  expire(): Promise<number>;
}

/** Composes the deposit feature. */
export function createDeposits(deps: DepositsDeps): Deposits {
  const { clock, log, merchant, secrets, gateways } = deps;
  const all: readonly PaymentProvider[] = [
    ...gateways.map((gateway) => gatewayProvider(gateway, clock)),
    voucherProvider({ clock, secrets }),
    manualProvider,
  ];
  const providers: PaymentProviders = new Map(all.map((provider) => [provider.code, provider]));
  const parts: MemberDepositDeps = {
    ...deps,
    providers,
    async rules(executor) {
      const { deposits, timeZone, protection, currency } = (await readMerchant(executor, merchant)).settings;
      return { ...deposits, timeZone, monthCeiling: policyOf(protection, currency).depositPerMonth };
    },
  };
  const memberDeposits = createMemberDeposits(parts);
  const settlement = createSettlement(parts);
  return {
    memberDeposits,
    settlement,
    desk: createDepositDesk(parts),
    suspense: createSuspenseDesk(parts),
    providers,
    routes: depositRoutes({ memberDeposits, providers }),
    callbacks: paymentCallbacks({
      providers,
      settlement,
      payouts: deps.payouts,
      log,
      ...defined({ onPayment: deps.onPayment, requireTime: deps.requireTime }),
    }),
    expire: settlement.expire,
  };
}
