import { sql } from 'kysely';
import { DEPOSIT_STATUSES, type DepositStatus } from '../../../shared/api/deposit/constants.ts';
import { UNITS_PER_WHOLE, type Units } from '../../../shared/money/money.ts';
import type { Tx } from '../base/db/index.ts';
import { readMerchant } from '../merchant/index.ts';
import { referenceKey } from '../money/deposit/index.ts';
import type { DisputeOutcome } from '../money/withdrawal/index.ts';
import { createApprovals, REQUIRED_APPROVALS } from './approvals.ts';
import type { LogDeps } from './log.ts';
import { OperatorError } from './page.ts';
import type { OperatorSession } from './sessions.ts';
import { needsSecondOperator } from './unapproved-volume.ts';

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

async function isApprovalRequested({ merchant }: LogDeps, tx: Tx, subject: string, action: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from operator_approval where merchant = ${merchant} and subject = ${subject} and action = ${action} limit 1`.execute(tx);
  return rows.length > 0;
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

/** One operator is enough while the sum, and their unapproved volume in 24 hours with it, stay below the settings. */
async function recordConsent(
  deps: LogDeps,
  tx: Tx,
  operatorId: string,
  { units, ...consent }: { readonly units: Units; readonly subject: string; readonly action: string; readonly reason: string },
): Promise<boolean> {
  const { secondApprovalFrom, unapprovedPerDay } = (await readMerchant(tx, deps.merchant)).settings.deposits;
  if (secondApprovalFrom === null && unapprovedPerDay === null) return true;
  const limits = { single: unitsOfWhole(secondApprovalFrom), day: unitsOfWhole(unapprovedPerDay) };
  // Once a second approval was requested it stays required, even when the 24 hours of the first are over.
  const approvalRequested = await isApprovalRequested(deps, tx, consent.subject, consent.action);
  if (!approvalRequested && !(await needsSecondOperator(deps, tx, operatorId, units, limits))) return true;
  return recordDualConsent(deps, tx, operatorId, consent);
}

const unitsOfWhole = (whole: number | null): Units | undefined => (whole === null ? undefined : BigInt(whole) * UNITS_PER_WHOLE);

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

/** Whether the outcome of a move to a vendor may be recorded by hand: always by two, because a wrong outcome creates or destroys money. */
export function recordMoveConsent(
  deps: LogDeps,
  tx: Tx,
  { operatorId }: Pick<OperatorSession, 'operatorId'>,
  { id, outcome, reason }: { readonly id: string; readonly outcome: string; readonly reason: string },
): Promise<boolean> {
  return recordDualConsent(deps, tx, operatorId, { subject: `vendor-move:${id}`, action: outcome, reason });
}

/**
 * Stores the approval; the subject must be locked. Returns true with the second operator's approval. Refuses an operator who has approved
 * already.
 */
async function recordDualConsent(
  { clock, merchant }: LogDeps,
  tx: Tx,
  operatorId: string,
  { subject, action, reason }: { readonly subject: string; readonly action: string; readonly reason: string },
): Promise<boolean> {
  const before = await tx
    .selectFrom('operator_approval')
    .select('id')
    .where('merchant', '=', merchant)
    .where('subject', '=', subject)
    .where('action', '=', action)
    .where('operator_id', '=', operatorId)
    .executeTakeFirst();
  if (before) throw new OperatorError('approvalRepeated');
  return (await createApprovals({ clock, merchant }).record(tx, { subject, action, operatorId, reason })) >= REQUIRED_APPROVALS;
}
