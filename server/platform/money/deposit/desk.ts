import type { DepositStatus } from '../../../../shared/api/deposit/constants.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { Refusal } from '../../base/refusal.ts';
import type { DepositDesk, DeskDeposit, MemberDepositDeps, OperatorDecision } from './contracts.ts';
import { type DepositEvent, nextStatus } from './machine.ts';
import { claimReference, referenceKey } from './references.ts';
import { applyDepositEvent } from './settlement.ts';
import { changeStatus, type StepCause } from './step.ts';
import * as store from './store.ts';

/** Deposit decisions of operators. */
export function createDepositDesk(deps: MemberDepositDeps): DepositDesk {
  const { db } = deps;
  const decide =
    (event: Extract<DepositEvent, 'approve' | 'reject'>): DepositDesk['approve'] =>
    async (tx, afterCommit, id, { operator, reason }) => {
      const deposit = await store.lockDeposit(tx, id);
      if (!deposit) throw new Refusal('deposit_not_found');
      const updated = await applyDepositEvent(deps, tx, afterCommit, deposit, event, { by: `operator:${operator}`, note: reason });
      if (!updated) throw new Refusal('deposit_closed');
      return updated.status;
    };
  return {
    list: async (filter) => (await store.listForDesk(db, filter)).map(present),
    async get(id) {
      const deposit = await db
        .selectFrom('deposit')
        .innerJoin('deposit_channel', 'deposit_channel.code', 'deposit.channel')
        .selectAll('deposit')
        .select('deposit_channel.kind')
        .where('deposit.id', '=', id)
        .executeTakeFirst();
      return deposit && { deposit: present(deposit), steps: await store.findSteps(db, [id]) };
    },
    approve: decide('approve'),
    reject: decide('reject'),
    sendBack: (tx, afterCommit, id, decision) => sendBack(deps, tx, afterCommit, id, decision),
  };
}

/** No posting: a returned payment was never credited. */
async function sendBack(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  id: string,
  { operator, reason, reference }: OperatorDecision & { readonly reference: string },
): Promise<DepositStatus> {
  const deposit = await store.lockDeposit(tx, id);
  if (!deposit) throw new Refusal('deposit_not_found');
  const before = deposit.sent_back_reference;
  if (before !== null && referenceKey(before) === referenceKey(reference)) return deposit.status;
  const status = nextStatus(deposit.status, 'send_back');
  if (status === undefined) throw new Refusal('deposit_closed');
  await claimReference(tx, reference, `deposit:${id}`);
  const change = { status, sent_back_reference: reference };
  // The payer already has the part that the payment provider reversed.
  const units = BigInt(deposit.amount) - BigInt(deposit.reversed_amount);
  const cause: StepCause = { by: `operator:${operator}`, note: `${reference}: ${reason}`, units };
  const updated = await changeStatus(deps, tx, afterCommit, deposit, change, cause);
  return updated.status;
}

function present(row: store.DepositRow & Pick<store.ChannelRow, 'kind'>): DeskDeposit {
  return {
    id: row.id,
    memberId: row.member_id,
    channel: row.channel,
    kind: row.kind,
    amount: BigInt(row.amount),
    fee: BigInt(row.fee),
    announced: row.announced_amount === null ? null : BigInt(row.announced_amount),
    provider: row.provider,
    paidAmount: row.paid_amount === null ? null : BigInt(row.paid_amount),
    currency: row.currency,
    status: row.status,
    reason: row.reason,
    paymentReference: row.payment_reference,
    reversed: BigInt(row.reversed_amount),
    sentBackReference: row.sent_back_reference,
    proofs: row.proofs,
    createdAt: row.created_at,
  };
}
