import { amountText } from '../../../../shared/money/amount-text.ts';
import { parseInputAmount, payableUnit, type Units } from '../../../../shared/money/money.ts';
import { zonedMoment } from '../../../../shared/time.ts';
import type { Actor } from '../../base/actor.ts';
import { inTransaction } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { typedAmount } from '../../base/typed-amount.ts';
import type { WithdrawalRules } from '../../merchant/index.ts';
import type { WithdrawalAnswer, WithdrawalDeps } from './contracts.ts';
import {
  complaintDeadline,
  confirmationWindow,
  deadlineOutcome,
  netOf,
  notifyMember,
  remainingOf,
  requireStatus,
  type Stage,
  step,
} from './steps.ts';
import * as store from './store.ts';

/** The member's answer about a paid withdrawal. Repeating an answer changes nothing. */
export function answer(deps: WithdrawalDeps, actor: Actor, confirmation: WithdrawalAnswer): Promise<store.WithdrawalRow> {
  return inTransaction(deps.db, async (tx, afterCommit) => {
    const found = await store.lockWithdrawal(tx, confirmation.withdrawalId, actor.memberId);
    if (!found) throw new Refusal('withdrawal_not_found');
    const { rules } = await deps.terms(tx, actor.memberId);
    const stage: Stage = { deps, tx, afterCommit, now: deps.clock.now() };
    const row = await closeIfLate(stage, found);
    if (confirmation.outcome === 'not_received') return dispute({ ...stage, deps }, row, rules, confirmation);
    const receivedUnits = confirmation.outcome === 'received' ? parseReceived(row, confirmation.receivedAmount) : undefined;
    if (receivedUnits === undefined || receivedUnits === netOf(row)) return confirmAll(stage, row);
    return confirmPartial(stage, row, rules, receivedUnits);
  });
}

/** Closes a withdrawal without an answer in time: it counts as received, and a complaint remains possible. */
export async function closeIfLate(stage: Stage, row: store.WithdrawalRow): Promise<store.WithdrawalRow> {
  if (row.status !== 'paid' || row.confirm_by === null || row.confirm_by > stage.now) return row;
  await notifyMember(stage, row, 'withdrawal_received', { amount: netOf(row) });
  return step(stage, row, deadlineOutcome(row.confirm_by), {
    action: 'expired',
    actor: 'system',
    actorName: 'deadline',
    amount: remainingOf(row),
  });
}

/** Sends the reminder after half of the time. */
export async function remind(stage: Stage, row: store.WithdrawalRow): Promise<void> {
  if (row.status !== 'paid' || row.remind_at === null || row.remind_at > stage.now || row.confirm_by === null) return;
  const { timeZone } = await stage.deps.terms(stage.tx, row.member_id);
  await notifyMember(stage, row, 'withdrawal_reminder', { amount: remainingOf(row), deadline: zonedMoment(row.confirm_by, timeZone) });
  await step(stage, row, { remind_at: null }, { action: 'reminded', actor: 'system', actorName: 'deadline' });
}

/** Fully received; also accepted for a withdrawal that already counts as received. */
function confirmAll(stage: Stage, row: store.WithdrawalRow): Promise<store.WithdrawalRow> | store.WithdrawalRow {
  if (row.status === 'received') return row;
  requireStatus(row, 'paid', 'disputed');
  const change = {
    status: 'received',
    received_by: 'member',
    received: netOf(row).toString(),
    closed_at: stage.now,
    remind_at: null,
  } as const;
  return step(stage, row, change, { action: 'received', actor: 'member', actorName: row.member_id, amount: netOf(row) });
}

/** Partly received: the deadline for the rest starts again. */
function confirmPartial(
  stage: Stage,
  row: store.WithdrawalRow,
  rules: WithdrawalRules,
  receivedUnits: Units,
): Promise<store.WithdrawalRow> | store.WithdrawalRow {
  if (receivedUnits === BigInt(row.received) && receivedUnits > 0n) return row;
  requireStatus(row, 'paid');
  const change = { received: receivedUnits.toString(), ...confirmationWindow(stage.now, rules) };
  return step(stage, row, change, { action: 'part_received', actor: 'member', actorName: row.member_id, amount: receivedUnits });
}

/** Not received, or no further part: needs a picture or a comment as evidence. */
async function dispute(
  stage: Stage & { readonly deps: WithdrawalDeps },
  row: store.WithdrawalRow,
  rules: WithdrawalRules,
  { comment = '', images }: WithdrawalAnswer,
): Promise<store.WithdrawalRow> {
  if (row.status === 'disputed') return row;
  const complaintEnd = complaintDeadline(row, rules);
  if (complaintEnd === null || complaintEnd <= stage.now) throw new Refusal('withdrawal_closed');
  if (images.length === 0 && comment === '') throw new Refusal('invalid_fields', {}, { images: { code: 'field_required' } });
  if (images.length > 0) await stage.deps.uploads.claim(stage.tx, row.member_id, 'withdrawal-proof', images);
  const change = { status: 'disputed', received_by: null, closed_at: null, remind_at: null } as const;
  const eventFields = { action: 'not_received', actor: 'member', actorName: row.member_id, reason: comment, uploads: images } as const;
  return step(stage, row, change, { ...eventFields, amount: remainingOf(row) });
}

/** Total received amount as entered: at least the amount confirmed before and at most the paid amount. */
function parseReceived(row: store.WithdrawalRow, text: string | undefined): Units {
  const typed = parseInputAmount(text);
  if (typed === undefined) throw new Refusal('invalid_fields', {}, { receivedAmount: { code: 'field_required' } });
  const units = typed > 0n ? typedAmount(text, row.currency) : 0n;
  const before = BigInt(row.received);
  if (units > 0n && units >= before && units <= netOf(row)) return units;
  const formatted = (amount: Units) => amountText(amount, row.currency);
  throw new Refusal('amount_out_of_range', {
    min: formatted(before > 0n ? before : payableUnit(row.currency)),
    max: formatted(netOf(row)),
  });
}
