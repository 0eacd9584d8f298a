import type { Tx } from '../../base/db/index.ts';
import type { DisputeOutcome } from '../../money/withdrawal/index.ts';
import { type LogDeps, type OperatorSession, REQUIRED_APPROVALS, recordDualConsent } from '../../operators/index.ts';

/**
 * Whether a dispute may end with a payment. A withdrawal that needed two approvals needs two for the same outcome as well: otherwise one
 * operator and a member could have the same money paid out and credited back.
 */
export async function recordDisputeConsent(
  deps: LogDeps,
  tx: Tx,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
  { id, outcome, reason }: { readonly id: string; readonly outcome: DisputeOutcome; readonly reason: string },
): Promise<boolean> {
  const row = await tx
    .selectFrom('withdrawal')
    .select(['status', 'approvals_needed', 'confirm_by'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row?.status !== 'disputed' || row.approvals_needed < REQUIRED_APPROVALS || outcome === 'upheld') return true;
  // Each payment has its own deadline, so approvals of an earlier dispute do not count.
  const action = `${outcome}:${row.confirm_by?.toISOString() ?? ''}`;
  return recordDualConsent(deps, tx, operatorId, { subject: `withdrawal:${id}`, action, reason });
}

/**
 * Whether the outcome of a payout may be recorded by hand. A withdrawal that needed two approvals needs two for this as well, because a wrong
 * outcome pays twice or not at all. Undefined: there is no such payout.
 */
export async function recordPayoutConsent(
  deps: LogDeps,
  tx: Tx,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
  { id, outcome, reason }: { readonly id: string; readonly outcome: string; readonly reason: string },
): Promise<{ readonly withdrawalId: string; readonly isEnough: boolean } | undefined> {
  const found = await tx.selectFrom('payout').select('withdrawal_id').where('id', '=', id).executeTakeFirst();
  if (!found) return undefined;
  const row = await tx
    .selectFrom('withdrawal')
    .select(['id', 'approvals_needed'])
    .where('id', '=', found.withdrawal_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (row.approvals_needed < REQUIRED_APPROVALS) return { withdrawalId: row.id, isEnough: true };
  const isEnough = await recordDualConsent(deps, tx, operatorId, { subject: `payout:${id}`, action: outcome, reason });
  return { withdrawalId: row.id, isEnough };
}
