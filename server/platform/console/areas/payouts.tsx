import * as v from 'valibot';
import type { PayoutDesk } from '../../money/payout/index.ts';
import { type AuditEntry, type ConsoleForm, defineForm, named, OperatorError, withAuditLog } from '../../operators/index.ts';
import { recordPayoutConsent } from './payment-consents.ts';
import type { WithdrawalAreaDeps } from './withdrawal-approval.ts';

export interface PayoutFormDeps extends WithdrawalAreaDeps {
  readonly payoutDesk: PayoutDesk;
}

const handling = v.object({ ...named.entries, by: v.picklist(['hand', 'provider']) });
const outcome = v.object({ ...named.entries, outcome: v.picklist(['paid', 'failed']) });

/** What operators do about payments by providers. */
export function payoutForms(deps: PayoutFormDeps): readonly ConsoleForm[] {
  return [
    defineForm({
      path: '/withdrawals/by-hand',
      action: 'withdrawals.pay',
      body: handling,
      async run(input, { id, reason, by }) {
        const auditEntry: AuditEntry = { action: `withdrawal.by-${by}`, object: `withdrawal:${id}`, reason };
        await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => {
          const decision = { operator: input.session.name, reason, byHand: by === 'hand' };
          const { status } = await deps.withdrawalDesk.setByHand(tx, afterCommit, id, decision);
          return { status };
        });
        return { to: `/withdrawals/${id}`, message: 'done_payoutBy' };
      },
    }),
    defineForm({
      path: '/payouts/settle',
      action: 'withdrawals.pay',
      body: outcome,
      async run(input, { id, reason, outcome: wanted }) {
        const auditEntry: AuditEntry = { action: `payout.${wanted}`, object: `payout:${id}`, reason };
        const detail = await withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => {
          const consent = await recordPayoutConsent(deps, tx, input.session, { id, outcome: wanted, reason });
          if (!consent) throw new OperatorError('notFoundText');
          if (!consent.isEnough) return { withdrawal: consent.withdrawalId, status: 'waiting' };
          const decision = { operator: input.session.name, reason, outcome: wanted };
          const { status } = await deps.payoutDesk.settle(tx, afterCommit, id, decision);
          return { withdrawal: consent.withdrawalId, status };
        });
        const message = detail.status === 'waiting' ? 'done_oneMore' : 'done_payoutSettled';
        return { to: `/withdrawals/${detail.withdrawal}`, message };
      },
    }),
  ];
}
