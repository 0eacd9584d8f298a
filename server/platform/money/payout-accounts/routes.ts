import { paymentPasswordChange, payoutAdd, payoutList, payoutRemove } from '../../../../shared/api/payout-accounts/contract.ts';
import { type BoundCall, bind } from '../../base/http/index.ts';
import type { PaymentPasswordAdmin } from '../../identity/payment-password/index.ts';
import { addAccount, removeAccount } from './change.ts';
import { type PayoutAccountDeps, readPayoutState } from './service.ts';

export interface PayoutRouteDeps extends PayoutAccountDeps {
  readonly paymentPassword: PaymentPasswordAdmin;
}

export function payoutRoutes(deps: PayoutRouteDeps): readonly BoundCall[] {
  return [
    bind(paymentPasswordChange, async (payee, { body }) => {
      await deps.paymentPassword.change(payee, body);
      return {};
    }),
    bind(payoutList, ({ actor }) => readPayoutState(deps, actor.memberId)),
    bind(payoutAdd, async (payee, { body }) => ({ id: await addAccount(deps, payee, body) })),
    bind(payoutRemove, async (payee, { body }) => {
      await removeAccount(deps, payee, body.id);
      return {};
    }),
  ];
}
