import { feeOf } from '../../../../shared/money/fee.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { HOUSE, type Leg, type TransferInstruction, WALLET } from '../../ledger/index.ts';
import type { MemberDepositDeps } from './contracts.ts';
import { changeStatus, type StepCause } from './step.ts';
import * as store from './store.ts';

/** Account of the house for deposit fees. */
const FEES = 'deposit-fees';

/**
 * Credits a paid deposit less the fee, in one transfer of three legs. The deposit must be locked. If protection forbids deposits by now, it
 * becomes `returned` and the money goes back to the payer.
 */
export async function credit(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  announced: store.DepositRow,
  cause: StepCause,
): Promise<store.DepositRow> {
  const { wallet, clock, protection, turnover, rules } = deps;
  const deposit = await withPaidAmount(tx, announced);
  const isOtherAmount = deposit.announced_amount !== null;
  const { id, member_id: memberId } = deposit;
  // Locked before the protection check: no concurrent movement of the member can pass.
  await wallet.lockBalance(tx, memberId);
  await protection.screen(memberId, tx);
  const refused = await protection.refuseDeposit(tx, memberId, BigInt(deposit.amount));
  if (refused)
    return changeStatus(deps, tx, afterCommit, deposit, { status: 'returned', reason: refused.code }, { ...cause, note: refused.rule });
  const transferId = await post(deps, tx, afterCommit, {
    reference: `deposit:${id}`,
    kind: 'deposit',
    currency: deposit.currency,
    realm: 'real',
    memberId,
    legs: legsOf(deposit),
    meta: { depositId: id },
  });
  const { turnoverPercent } = await rules(tx);
  await turnover.require(tx, memberId, { source: `deposit:${id}`, units: store.netOf(deposit), percent: turnoverPercent });
  const reason = isOtherAmount ? ('other_amount' as const) : null;
  const change = { status: 'credited', reason, transfer_id: transferId, credited_at: clock.now(), reversed_amount: '0' } as const;
  const credited = await changeStatus(deps, tx, afterCommit, deposit, change, cause);
  const reversedBefore = BigInt(deposit.reversed_amount);
  return reversedBefore === 0n ? credited : reverse(deps, tx, afterCommit, credited, reversedBefore, cause);
}

/**
 * Applies a reversal (chargeback) by the payment provider, in whole or in part, up to the received amount. A credited deposit is debited,
 * below zero if necessary, and marked; an uncredited one is never credited. The turnover requirement ends with the last part.
 */
export async function reverse(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  deposit: store.DepositRow,
  reversedNow: Units,
  cause: StepCause,
): Promise<store.DepositRow> {
  const { id, member_id: memberId } = deposit;
  const paidTotal = BigInt(deposit.paid_amount ?? deposit.amount);
  const before = BigInt(deposit.reversed_amount);
  const after = before + reversedNow < paidTotal ? before + reversedNow : paidTotal;
  if (after === before) return deposit;
  const change = { reason: 'charged_back', reversed_amount: after.toString() } as const;
  const partialCause = { ...cause, units: after - before };
  if (deposit.transfer_id === null) {
    // A partial reversal that arrives before its payment is applied when the payment arrives.
    if (after < paidTotal) return store.updateDeposit(tx, id, { reversed_amount: change.reversed_amount });
    return changeStatus(deps, tx, afterCommit, deposit, { status: 'reversed', ...change }, partialCause);
  }
  const transferId = await post(deps, tx, afterCommit, {
    // The first partial reversal and a full one share this reference, because only one of them can happen.
    reference: `deposit:${id}:reversal${before === 0n ? '' : `:${before}`}`,
    kind: 'deposit-reversal',
    currency: deposit.currency,
    realm: 'real',
    memberId,
    legs: reversalLegs(deposit, before, after),
    meta: { depositId: id },
    reversal: true,
  });
  if (after === paidTotal) await deps.turnover.cancel(tx, memberId, `deposit:${id}`);
  const status = after === paidTotal ? 'reversed' : 'part_reversed';
  return changeStatus(deps, tx, afterCommit, deposit, { status, ...change, reversal_transfer_id: transferId }, partialCause);
}

export async function post(
  deps: Pick<MemberDepositDeps, 'wallet'>,
  tx: Tx,
  afterCommit: AfterCommit,
  instruction: TransferInstruction,
): Promise<string> {
  const result = await deps.wallet.transfer(tx, instruction, afterCommit);
  if (result.outcome !== 'posted' && result.outcome !== 'repeated')
    throw new Error(`${instruction.reference} was not posted: ${result.outcome}`);
  return result.transferId;
}

/** The received amount goes to the member, less the fee. */
function legsOf(deposit: store.DepositRow): readonly Leg[] {
  return legs(deposit, BigInt(deposit.amount), BigInt(deposit.fee));
}

/** The fee is returned in proportion to the total so far, so that partial reversals add up to the whole fee. */
function reversalLegs(deposit: store.DepositRow, before: Units, after: Units): readonly Leg[] {
  const [amount, fee] = [BigInt(deposit.amount), BigInt(deposit.fee)];
  const feeUpTo = (units: Units) => (fee * units) / amount;
  return legs(deposit, before - after, feeUpTo(before) - feeUpTo(after));
}

function legs(deposit: store.DepositRow, amount: Units, fee: Units): readonly Leg[] {
  return [
    { owner: deposit.member_id, kind: WALLET, units: amount - fee },
    { owner: HOUSE, kind: `cashier:${deposit.channel}`, units: -amount },
    { owner: HOUSE, kind: FEES, units: fee },
  ].filter(({ units }) => units !== 0n);
}

/** Applies the received amount and its fee, if it is another one than announced. */
async function withPaidAmount(tx: Tx, deposit: store.DepositRow): Promise<store.DepositRow> {
  if (deposit.paid_amount === null) return deposit;
  const channel = await store.findChannel(tx, deposit.channel);
  const paid = BigInt(deposit.paid_amount);
  const reversedBefore = BigInt(deposit.reversed_amount);
  const change = {
    amount: paid.toString(),
    fee: feeUpToPayment(paid, channel).toString(),
    paid_amount: null,
    ...(paid !== BigInt(deposit.amount) && { announced_amount: deposit.announced_amount ?? deposit.amount }),
    reversed_amount: (reversedBefore < paid ? reversedBefore : paid).toString(),
  };
  return store.updateDeposit(tx, deposit.id, change);
}

/** A fee as large as the payment is waived. */
export function feeUpToPayment(paid: Units, channel: Pick<store.ChannelRow, 'currency' | 'fee_fixed' | 'fee_basis_points'>): Units {
  const fee = feeOf(paid, { fixed: BigInt(channel.fee_fixed), basisPoints: channel.fee_basis_points }, channel.currency);
  return fee < paid ? fee : 0n;
}
