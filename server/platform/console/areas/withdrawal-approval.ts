import type { Tx } from '../../base/db/index.ts';
import type { PayoutAccounts } from '../../money/payout-accounts/index.ts';
import type { WithdrawalDesk, WithdrawalRow } from '../../money/withdrawal/index.ts';
import {
  type AuditDeps,
  type AuditEntry,
  type ConsoleInput,
  OperatorError,
  type Pictures,
  refuseSharedAccess,
  withAuditLog,
} from '../../operators/index.ts';

export interface WithdrawalAreaDeps extends AuditDeps {
  readonly withdrawalDesk: WithdrawalDesk;
  readonly payoutAccounts: Pick<PayoutAccounts, 'number'>;
  readonly pictures: Pictures;
}

/** The approval of one operator, with its line in the log. */
export function approveOne(
  deps: WithdrawalAreaDeps,
  input: ConsoleInput,
  { id, reason }: { readonly id: string; readonly reason: string },
) {
  const auditEntry: AuditEntry = { action: 'withdrawal.approve', object: `withdrawal:${id}`, reason };
  return withAuditLog(deps, input, auditEntry, async (tx, afterCommit) => {
    await refuseSecondConsent(deps, tx, id, input);
    return summary(await deps.withdrawalDesk.approve(tx, afterCommit, id, { operator: input.session.name, reason }));
  });
}

/** The second approval must come from another operator. Locked: concurrent submits of one operator run one after the other. */
async function refuseSecondConsent(deps: WithdrawalAreaDeps, tx: Tx, id: string, { session }: ConsoleInput): Promise<void> {
  const approvals = await deps.withdrawalDesk.lockApprovals(tx, id);
  if (approvals.some(({ name }) => name === session.name)) throw new OperatorError('approvalRepeated');
  await refuseSharedAccess(tx, deps, session.operatorId, approvals);
}

/** Detail of the log line. */
export function summary({ status, amount, currency, member_id }: WithdrawalRow) {
  return { status, amount, currency, member: member_id };
}
