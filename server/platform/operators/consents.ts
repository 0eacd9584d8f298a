import { sql } from 'kysely';
import { UNITS_PER_WHOLE, type Units } from '../../../shared/money/money.ts';
import type { Tx } from '../base/db/index.ts';
import { readMerchant } from '../merchant/index.ts';
import { createApprovals, REQUIRED_APPROVALS } from './approvals.ts';
import type { LogDeps } from './log.ts';
import { OperatorError } from './pages/page.ts';
import { needsSecondOperator } from './unapproved-volume.ts';

async function isApprovalRequested({ merchant }: LogDeps, tx: Tx, subject: string, action: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from operator_approval where merchant = ${merchant} and subject = ${subject} and action = ${action} limit 1`.execute(tx);
  return rows.length > 0;
}

/** One operator is enough while the sum, and their unapproved volume in 24 hours with it, stay below the settings. */
export async function recordConsent(
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
 * Stores the approval; the subject must be locked. Returns true with the second operator's approval. Refuses an operator who has approved
 * already.
 */
export async function recordDualConsent(
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
