import { DEPOSIT_STATUSES, type DepositStatus } from '../../../../../shared/api/deposit/constants.ts';
import type { Units } from '../../../../../shared/money/money.ts';
import type { Tx } from '../../../base/db/index.ts';
import { type LogDeps, type OperatorSession, recordConsent, recordDualConsent } from '../../../operators/index.ts';
import { referenceKey } from '../references.ts';

type ManualDecisionKind = 'credit' | 'send-back';
/** States in which operators cannot make this decision. The desk itself refuses it. */
const CLOSED: Readonly<Record<ManualDecisionKind, readonly DepositStatus[]>> = {
  credit: ['credited', 'part_reversed', 'reversed', 'returned', 'sent_back'],
  'send-back': DEPOSIT_STATUSES.filter((status) => status !== 'returned'),
};

interface ManualDecision {
  readonly kind: ManualDecisionKind;
  readonly id: string;
  readonly reason: string;
  /** Reference of the outgoing payment that returns the money. */
  readonly reference?: string;
}

/**
 * Records a decision to credit or return a deposit by hand and returns whether it may be carried out. Above the merchant's
 * `deposits.secondApprovalFrom` two different operators must approve the same sum. The sums that one operator moved without a second
 * approval in 24 hours count together: otherwise one operator with a member account could create money.
 */
export async function recordDepositConsent(
  deps: LogDeps,
  tx: Tx,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
  { kind, id, reason, reference }: ManualDecision,
): Promise<boolean> {
  const deposit = await tx
    .selectFrom('deposit')
    .select(['amount', 'paid_amount', 'reversed_amount', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!deposit || CLOSED[kind].includes(deposit.status)) return true;
  const whole = BigInt(deposit.paid_amount ?? deposit.amount);
  // A part that the payment provider has reversed is not returned again. An approval given before that reversal was for another sum.
  const units = kind === 'send-back' ? whole - BigInt(deposit.reversed_amount) : whole;
  return recordConsent(deps, tx, operatorId, { subject: `deposit:${id}`, action: consentAction(kind, units, reference), reason, units });
}

/** The same for a payment in suspense: crediting it always needs two operators, returning it follows the rule of deposits. */
export async function recordSuspenseConsent(
  deps: LogDeps,
  tx: Tx,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
  { id, held, kind, reason, reference }: { readonly held: Units } & ManualDecision,
): Promise<boolean> {
  const by = { subject: `suspense:${id}`, action: consentAction(kind, held, reference), reason };
  if (kind === 'credit') return recordDualConsent(deps, tx, operatorId, by);
  return recordConsent(deps, tx, operatorId, { ...by, units: held });
}

/** The approval is bound to this sum and this outgoing payment. */
function consentAction(kind: ManualDecisionKind, units: Units, reference: string | undefined): string {
  return [kind, units, ...(reference === undefined ? [] : [referenceKey(reference)])].join(':');
}
