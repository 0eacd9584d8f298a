import { randomBytes } from 'node:crypto';
import { amountText } from '../../../../shared/money/amount-text.ts';
import { feeOf as feeOfRule } from '../../../../shared/money/fee.ts';
import { parseWireAmount, toScreen, type Units } from '../../../../shared/money/money.ts';
import type { Actor } from '../../base/actor.ts';
import { type AfterCommit, type Executor, inTransaction, type Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import { typedAmount } from '../../base/typed-amount.ts';
import { HOLD } from '../../ledger/index.ts';
import { approvalsFor, feeOf, unitsOf } from '../../merchant/index.ts';
import { isUnderReview } from '../../protection/responsible-gaming/index.ts';
import type { Terms, WithdrawalDeps, WithdrawalOrder } from './contracts.ts';
import { addEvent, hold, notifyMember, type Stage, step } from './steps.ts';
import * as store from './store.ts';

/** Checks the request and the payment password, and puts the money on hold. One reference creates one withdrawal. */
export async function request(deps: WithdrawalDeps, actor: Actor, order: WithdrawalOrder): Promise<store.WithdrawalRow> {
  const { db, paymentPassword } = deps;
  const units = typedAmount(order.amount, actor.currency);
  const before = await store.findByReference(db, actor.memberId, order.reference);
  if (before) return sameOrder(before, order, units);
  const terms = await deps.terms(db, actor.memberId);
  if (!terms.offered) throw new Refusal('withdrawals_off');
  checkRange(terms, actor.currency, units);
  if (!(await deps.payoutAccounts.find(db, actor.memberId, order.payoutAccountId))) throw new Refusal('payout_account_not_found');
  // Checked before the password, because a form without scripts shows one reason at a time. Checked again under the lock.
  await checkFunds(deps, actor, units);
  // Outside the transaction: a failed attempt must be counted even if the transaction is rolled back.
  await paymentPassword.check(actor.memberId, order.paymentPassword);
  return inTransaction(db, (tx, afterCommit) => open(deps, tx, afterCommit, actor, { ...order, units }));
}

async function open(
  deps: WithdrawalDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  actor: Actor,
  order: WithdrawalOrder & { readonly units: Units },
): Promise<store.WithdrawalRow> {
  const { memberId, currency } = actor;
  const { units } = order;
  const stage: Stage = { deps, tx, afterCommit, now: deps.clock.now() };
  await deps.wallet.openMember(tx, { memberId, currency, realm: 'real', kind: HOLD });
  const wallet = await deps.wallet.lockBalance(tx, memberId);
  if (!wallet) throw new Error(`member ${memberId} has no wallet`);
  // A concurrent duplicate may have been stored before the lock.
  const duplicate = await store.findByReference(tx, memberId, order.reference);
  if (duplicate) return sameOrder(duplicate, order, units);
  // Read again: the level may have changed since the first check.
  const terms = await deps.terms(tx, memberId);
  checkRange(terms, currency, units);
  await checkDay(stage, memberId, terms, currency, units);
  const fee = await feeNow(stage, actor, terms, order);
  const waived = await checkFree(stage, memberId, currency, wallet.units, units);
  // Read again: the account may have been removed since the first check.
  const account = await deps.payoutAccounts.forPayout(tx, memberId, order.payoutAccountId);

  const id = `w_${randomBytes(12).toString('hex')}`;
  const held = await hold(stage, { id, memberId, currency, units });
  if (held.outcome !== 'posted') throw new Error(`withdrawal ${id} could not be held: ${held.outcome}`);
  const row = await store.insertWithdrawal(tx, {
    id,
    member_id: memberId,
    client_reference: order.reference,
    amount: units.toString(),
    fee: fee.toString(),
    currency,
    payout_account_id: account.id,
    payout_kind: account.kind,
    payout_provider: account.provider,
    payout_name: account.providerName,
    payout_holder: account.holder,
    payout_masked: account.masked,
    status: 'review',
    // A shared payout account and waived turnover always need an operator's approval.
    approvals_needed: Math.max(approvalsFor(terms.rules, units), waived > 0n || (await isUnderReview(tx, memberId)) ? 1 : 0),
    waived_turnover: waived > 0n ? waived.toString() : null,
    received_by: null,
    hold_transfer_id: held.transferId,
    requested_at: stage.now,
    approved_at: null,
    paid_at: null,
    confirm_by: null,
    remind_at: null,
    closed_at: null,
  });
  await addEvent(stage, row, { action: 'requested', actor: 'member', actorName: memberId, amount: units });
  await notifyMember(stage, row, 'withdrawal_requested');
  await deps.messages.notify(tx, memberId, 'withdrawal_requested', { amount: amountText(units, currency) });
  if (row.approvals_needed > 0) return row;
  await notifyMember(stage, row, 'withdrawal_approved');
  const eventFields = { action: 'approved', actor: 'system', actorName: 'rules' } as const;
  return step(stage, row, { status: 'approved', approved_at: stage.now }, eventFields);
}

/** The same reference requires the same amount and account. */
function sameOrder(row: store.WithdrawalRow, { payoutAccountId }: WithdrawalOrder, units: Units): store.WithdrawalRow {
  if (BigInt(row.amount) !== units || row.payout_account_id !== payoutAccountId) throw new Refusal('reference_conflict');
  return row;
}

function checkRange({ rules }: Terms, currency: string, units: Units): void {
  const [min, max] = [unitsOf(rules.min), unitsOf(rules.max)];
  if (units >= min && units <= max) return;
  throw new Refusal('amount_out_of_range', { min: amountText(min, currency), max: amountText(max, currency) });
}

async function checkDay({ tx, now }: Stage, memberId: string, terms: Terms, currency: string, units: Units): Promise<void> {
  const { rules, perDay, timeZone } = terms;
  const today = await store.usedToday(tx, memberId, now, timeZone);
  if (today.count >= perDay) throw new Refusal('withdrawal_too_many', { max: perDay });
  const allowance = unitsOf(rules.maxPerDay) - today.amount;
  if (units <= allowance) return;
  const text = (amount: Units) => amountText(amount > 0n ? amount : 0n, currency);
  throw new Refusal('withdrawal_day_limit', { max: text(unitsOf(rules.maxPerDay)), left: text(allowance) });
}

/** The fee by the terms and the withdrawals of the month. The wallet is locked, so two requests do not use the same one without a fee. */
async function feeNow(
  { tx, now }: Stage,
  { memberId, currency }: Actor,
  { rules, freePerMonth, timeZone }: Terms,
  { units, feeShown }: WithdrawalOrder & { readonly units: Units },
): Promise<Units> {
  const isFree = freePerMonth > 0 && (await store.freeInMonth(tx, memberId, now, timeZone)) < freePerMonth;
  const fee = isFree ? 0n : feeOf(rules, units, currency);
  const [fixed = '', basisPoints = ''] = feeShown?.split(' ') ?? [];
  const shown = feeOfRule(units, { fixed: parseWireAmount(fixed) ?? 0n, basisPoints: Number(basisPoints) }, currency);
  if (feeShown !== undefined && fee > shown) throw new Refusal('withdrawal_fee_changed', { fee: amountText(fee, currency) });
  return fee;
}

async function checkFunds(deps: WithdrawalDeps, { memberId, currency }: Actor, units: Units): Promise<void> {
  const wallet = await deps.wallet.balance(deps.db, memberId);
  await checkFree({ deps, tx: deps.db }, memberId, currency, wallet?.units ?? 0n, units);
}

interface Funds {
  readonly deps: Stage['deps'];
  readonly tx: Executor;
}

/** Returns the turnover of own deposits that only the member's exclusion waives; 0 if the amount is free without it. */
async function checkFree({ deps, tx }: Funds, memberId: string, currency: string, balance: Units, units: Units): Promise<Units> {
  if (units > balance) throw new Refusal('insufficient_funds', { balance: toScreen(balance, currency) });
  const { locked, left: turnoverLeft, waived } = await deps.turnover.state(tx, memberId);
  if (units <= balance - locked) return waived && units > balance - waived.locked ? waived.left : 0n;
  const text = (amount: Units) => amountText(amount, currency);
  const amount = text(balance - locked);
  // An excluded member cannot stake to unlock the rest.
  if (waived) throw new Refusal('turnover_left_excluded', { amount });
  throw new Refusal('turnover_left', { amount, left: text(turnoverLeft) });
}
