import type { Units } from '../../../../shared/money/money.ts';
import { defined } from '../../../kit/defined.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { closeIfLate } from './answer.ts';
import type { ProviderStep, StepDeps, WithdrawalPayments } from './contracts.ts';
import { pay } from './pay.ts';
import { addEvent, netOf, notifyMember, type Stage, step } from './steps.ts';
import * as store from './store.ts';

/** Effects of what payment providers report. */
export function createWithdrawalPayments(deps: StepDeps): WithdrawalPayments {
  const stageOf = (tx: Tx, afterCommit: AfterCommit): Stage => ({ deps, tx, afterCommit, now: deps.clock.now() });
  return {
    lock: (tx, id) => store.lockWithdrawal(tx, id),
    async isOverdrawn(tx, { member_id }) {
      const wallet = await deps.wallet.lockBalance(tx, member_id);
      return wallet !== undefined && wallet.units < 0n;
    },
    note: (tx, afterCommit, row, event) => addEvent(stageOf(tx, afterCommit), row, eventOf(event)),
    async paid(tx, afterCommit, row, { missing, ...payment }) {
      const stage = stageOf(tx, afterCommit);
      // The money has left, so a wallet below zero does not matter.
      const paid = await pay(stage, row, eventOf(payment), netOf(row) - missing);
      if (missing > 0n) await dispute(stage, paid, missing, payment);
    },
    async cameBack(tx, afterCommit, row, { missing, ...payment }) {
      const stage = stageOf(tx, afterCommit);
      await dispute(stage, await closeIfLate(stage, row), missing, payment);
    },
  };
}

/** Queues the missing amount for operators: to be paid again, or returned to the wallet. */
async function dispute(stage: Stage, row: store.WithdrawalRow, missing: Units, payment: ProviderStep): Promise<void> {
  const event = { ...eventOf(payment), amount: payment.amount ?? missing };
  const isOpen = row.status === 'paid' || row.status === 'disputed' || (row.status === 'received' && row.received_by !== 'member');
  if (!isOpen) return addEvent(stage, row, event);
  const arrived = netOf(row) - missing;
  // What the member has confirmed stays confirmed.
  const received = arrived > BigInt(row.received) ? arrived : BigInt(row.received);
  const change = { status: 'disputed', received: received.toString(), received_by: null, closed_at: null, remind_at: null } as const;
  await notifyMember(stage, row, 'withdrawal_missing', { amount: missing });
  await step(stage, row, change, event);
}

function eventOf({ action, provider, reason, amount }: ProviderStep) {
  return { action, actor: 'system', actorName: provider, ...defined({ reason, amount }) } as const;
}
