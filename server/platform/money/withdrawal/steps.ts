import type { WithdrawalAction, WithdrawalStatus } from '../../../../shared/api/withdrawal/constants.ts';
import { amountText } from '../../../../shared/money/amount-text.ts';
import type { Units } from '../../../../shared/money/money.ts';
import { DAY_MS, MINUTE_MS } from '../../../../shared/time.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { HOLD, HOUSE, type Leg, type TransferKind, WALLET } from '../../ledger/index.ts';
import type { WithdrawalRules } from '../../merchant/index.ts';
import type { InboxTemplate } from '../../notify/inbox/index.ts';
import type { StepDeps } from './contracts.ts';
import * as store from './store.ts';

/** Accounts of the house used by withdrawals. */
export const PAYOUT = 'payout';
export const FEE = 'fee:withdrawal';

/** State of one step. */
export interface Stage {
  readonly deps: StepDeps;
  readonly tx: Tx;
  readonly afterCommit: AfterCommit;
  readonly now: Date;
}

export interface WithdrawalEvent {
  readonly action: WithdrawalAction;
  readonly actor: store.EventRow['actor'];
  readonly actorName: string;
  readonly reason?: string;
  readonly amount?: Units;
  readonly uploads?: readonly string[];
}

/** Updates the withdrawal, stores the step with actor and reason, and notifies the member's browsers after the commit. */
export async function step(
  stage: Stage,
  row: store.WithdrawalRow,
  change: store.WithdrawalChange,
  event: WithdrawalEvent,
): Promise<store.WithdrawalRow> {
  const next = Object.keys(change).length > 0 ? await store.updateWithdrawal(stage.tx, row.id, change) : row;
  await addEvent(stage, next, event);
  return next;
}

export async function addEvent({ deps, tx, afterCommit, now }: Stage, row: store.WithdrawalRow, event: WithdrawalEvent): Promise<void> {
  const { action, actor, actorName, reason = '', amount, uploads = [] } = event;
  await store.insertEvent(tx, {
    withdrawal_id: row.id,
    at: now,
    action,
    status: row.status,
    actor,
    actor_name: actorName,
    reason,
    amount: amount?.toString() ?? null,
    uploads: JSON.stringify(uploads),
  });
  afterCommit(() => deps.hub.publish(row.member_id, { type: 'withdrawal', withdrawalId: row.id, status: row.status }));
}

/** Posts an inbox message. */
export async function notifyMember(
  { deps, tx, afterCommit }: Stage,
  row: store.WithdrawalRow,
  template: InboxTemplate,
  more: { readonly amount?: Units; readonly reason?: string; readonly deadline?: string } = {},
): Promise<void> {
  const { amount = BigInt(row.amount), ...rest } = more;
  const params = { amount: amountText(amount, row.currency), ...rest };
  await deps.inbox.post(
    tx,
    { memberId: row.member_id, template, params, href: `/member/withdraw?withdrawalId=${encodeURIComponent(row.id)}` },
    afterCommit,
  );
}

/** Amount less fee: the payout. */
export function netOf({ amount, fee }: store.WithdrawalRow): Units {
  return BigInt(amount) - BigInt(fee);
}

export function remainingOf(row: store.WithdrawalRow): Units {
  return netOf(row) - BigInt(row.received);
}

/** Refuses unless the withdrawal is in one of these states. */
export function requireStatus(row: store.WithdrawalRow, ...statuses: readonly WithdrawalStatus[]): void {
  if (!statuses.includes(row.status)) throw new Refusal('withdrawal_closed');
}

/**
 * Refuses payouts while a reversal has driven the member's wallet below zero: rejecting the withdrawal returns the held amount and covers
 * the debt. Locks the wallet after the withdrawal's row, as everywhere.
 */
export async function requireNotOverdrawn({ deps, tx }: Stage, row: store.WithdrawalRow): Promise<void> {
  const wallet = await deps.wallet.lockBalance(tx, row.member_id);
  if (wallet && wallet.units < 0n) throw new Refusal('withdrawal_overdrawn');
}

/** Deadline for reporting that the payment did not arrive; null if no report is possible. */
export function complaintDeadline(row: store.WithdrawalRow, { complaintDays }: WithdrawalRules): Date | null {
  if (row.status === 'paid') return row.confirm_by;
  if (row.status !== 'received' || row.received_by !== 'deadline' || row.closed_at === null) return null;
  return new Date(row.closed_at.getTime() + complaintDays * DAY_MS);
}

/** A new answer period: its end, and its middle for the reminder. */
export function confirmationWindow(now: Date, { withdrawalConfirmMinutes }: WithdrawalRules) {
  const whole = withdrawalConfirmMinutes * MINUTE_MS;
  return { confirm_by: new Date(now.getTime() + whole), remind_at: new Date(now.getTime() + whole / 2) };
}

/** A paid withdrawal after its deadline as the sweep will store it, for display before the sweep has run. */
export function withDeadlineApplied(row: store.WithdrawalRow, now: Date): store.WithdrawalRow {
  if (row.status !== 'paid' || row.confirm_by === null || row.confirm_by > now) return row;
  return { ...row, ...deadlineOutcome(row.confirm_by) };
}

export function deadlineOutcome(confirmBy: Date) {
  return { status: 'received', received_by: 'deadline', closed_at: confirmBy, remind_at: null } as const;
}

/** Wallet to hold account. The caller handles the outcome `insufficient`. */
export function hold(stage: Stage, money: { id: string; memberId: string; currency: string; units: Units }) {
  return post(stage, money, 'withdrawal-hold', 'hold', [
    { owner: money.memberId, kind: WALLET, units: -money.units },
    { owner: money.memberId, kind: HOLD, units: money.units },
  ]);
}

/** Hold account to wallet. Locks the wallet first, as a request does: the ledger would lock the hold account first. */
export async function release(stage: Stage, row: store.WithdrawalRow): Promise<string> {
  await stage.deps.wallet.lockBalance(stage.tx, row.member_id);
  return requirePosted(stage, row, 'withdrawal-release', 'release', [
    { owner: row.member_id, kind: HOLD, units: -BigInt(row.amount) },
    { owner: row.member_id, kind: WALLET, units: BigInt(row.amount) },
  ]);
}

/** Hold account to the house: payout and fee. */
export function payOut(stage: Stage, row: store.WithdrawalRow): Promise<string> {
  return requirePosted(stage, row, 'withdrawal-paid', 'paid', [
    { owner: row.member_id, kind: HOLD, units: -BigInt(row.amount) },
    { owner: HOUSE, kind: PAYOUT, units: netOf(row) },
    ...feeLeg(BigInt(row.fee)),
  ]);
}

/** House to wallet: the amount that did not arrive, and the fee if nothing arrived. */
export async function returnToWallet(stage: Stage, row: store.WithdrawalRow): Promise<{ transferId: string; units: Units }> {
  const fee = BigInt(row.received) === 0n ? BigInt(row.fee) : 0n;
  const units = remainingOf(row) + fee;
  const transferId = await requirePosted(stage, row, 'withdrawal-release', 'return', [
    { owner: row.member_id, kind: WALLET, units },
    { owner: HOUSE, kind: PAYOUT, units: -remainingOf(row) },
    ...feeLeg(-fee),
  ]);
  return { transferId, units };
}

function feeLeg(units: Units): readonly Leg[] {
  return units === 0n ? [] : [{ owner: HOUSE, kind: FEE, units }];
}

function post(
  { deps, tx, afterCommit }: Stage,
  { id, memberId, currency }: { id: string; memberId: string; currency: string },
  kind: TransferKind,
  part: 'hold' | 'release' | 'paid' | 'return',
  legs: readonly Leg[],
) {
  const reference = `withdrawal:${id}:${part}`;
  return deps.wallet.transfer(tx, { reference, kind, currency, realm: 'real', memberId, legs, meta: { withdrawalId: id } }, afterCommit);
}

async function requirePosted(
  stage: Stage,
  { id, member_id: memberId, currency }: store.WithdrawalRow,
  kind: TransferKind,
  part: 'release' | 'paid' | 'return',
  legs: readonly Leg[],
): Promise<string> {
  const result = await post(stage, { id, memberId, currency }, kind, part, legs);
  if (result.outcome === 'posted') return result.transferId;
  throw new Error(`${kind} of withdrawal ${id} was not posted: ${result.outcome}`);
}
