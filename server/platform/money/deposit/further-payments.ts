import { randomBytes } from 'node:crypto';
import type { Units } from '../../../../shared/money/money.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { protectionRefusal } from '../../protection/responsible-gaming/index.ts';
import type { MemberDepositDeps } from './contracts.ts';
import { credit, feeUpToPayment } from './credit.ts';
import { paymentReference } from './references.ts';
import type { StepCause } from './step.ts';
import * as store from './store.ts';
import { heldOf, hold, move, notifyMember, type SuspenseRow } from './suspense.ts';
import type { SuspenseStatus } from './tables.ts';

/**
 * A further payment of a deposit. While less than announced has been credited, it is credited as a deposit of its own, up to the announced
 * amount; any other one is held in suspense until an operator decides about it.
 */
export async function addPayment(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  deposit: store.DepositRow,
  units: Units,
): Promise<void> {
  const row = await hold(deps, tx, afterCommit, deposit, units);
  if (units <= (await openRest(tx, deposit)) && (await mayDeposit(deps, tx, deposit.member_id, units))) {
    const cause = { by: 'provider', note: 'a further part' };
    await move(deps, tx, afterCommit, row, -units, 'out');
    const depositId = await creditAsDeposit(deps, tx, afterCommit, row, cause);
    return closeSuspended(deps, tx, row, cause, { status: 'credited', credited_deposit_id: depositId });
  }
  await notifyMember(deps, tx, afterCommit, row, 'payment_suspended', { units, reference: deposit.payment_reference });
}

/** What is left of the announced amount of a deposit that was credited with less. */
async function openRest(tx: Tx, deposit: store.DepositRow): Promise<Units> {
  if (deposit.status !== 'credited' || deposit.announced_amount === null) return 0n;
  const parts = [deposit, ...(await store.lockCreditedFrom(tx, deposit.id))];
  return parts.reduce((rest, { amount }) => rest - BigInt(amount), BigInt(deposit.announced_amount));
}

async function mayDeposit({ wallet, protection }: MemberDepositDeps, tx: Tx, memberId: string, units: Units): Promise<boolean> {
  await wallet.lockBalance(tx, memberId);
  await protection.screen(memberId, tx);
  return (await protection.refuseDeposit(tx, memberId, units)) === undefined;
}

/** On the same channel with its fee, after the usual protection check. */
export async function creditAsDeposit(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  row: SuspenseRow,
  { by, note }: StepCause,
): Promise<string> {
  const { wallet, protection, clock } = deps;
  const { member_id, channel, currency } = row;
  const units = heldOf(row);
  await wallet.lockBalance(tx, member_id);
  await protection.screen(member_id, tx);
  const refused = await protection.refuseDeposit(tx, member_id, units);
  if (refused) throw protectionRefusal(refused);
  const now = clock.now();
  const deposit = await store.insertDeposit(tx, {
    id: `d_${randomBytes(12).toString('hex')}`,
    member_id,
    channel,
    currency,
    client_reference: `suspense:${row.id}`,
    payment_reference: paymentReference(),
    amount: units.toString(),
    paid_amount: null,
    status: 'pending',
    reason: null,
    fee: feeUpToPayment(units, await store.findChannel(tx, channel)).toString(),
    transfer_id: null,
    reversal_transfer_id: null,
    created_at: now,
    expires_at: now,
    credited_at: null,
  });
  await store.addStep(tx, { deposit_id: deposit.id, status: 'pending', by_whom: by, note: `${row.id}: ${note}`, at: now });
  const { status, id } = await credit(deps, tx, afterCommit, deposit, { by, note });
  if (status !== 'credited') throw new Error(`suspended payment ${row.id} became ${status}`);
  return id;
}

export async function closeSuspended(
  { clock }: MemberDepositDeps,
  tx: Tx,
  { id }: SuspenseRow,
  { by }: Pick<StepCause, 'by'>,
  change: { readonly status: SuspenseStatus; readonly credited_deposit_id?: string; readonly sent_back_reference?: string },
): Promise<void> {
  const closed = { closed_by: by, closed_at: clock.now() };
  await tx
    .updateTable('suspense')
    .set({ ...change, ...closed })
    .where('id', '=', id)
    .execute();
}
