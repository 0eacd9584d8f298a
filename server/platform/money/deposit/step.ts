import { amountText } from '../../../../shared/money/amount-text.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import type { InboxTemplate } from '../../notify/inbox/index.ts';
import type { MemberDepositDeps } from './contracts.ts';
import * as store from './store.ts';

/** Cause of a step: `member`, `provider`, `system` or `operator:<name>`. */
export interface StepCause {
  readonly by: string;
  /** For operators: their reason, the id of a provider's event, or a rule. Required, so that no caller omits it by mistake. */
  readonly note: string | null;
  /** Affected amount, if it is not the whole deposit. */
  readonly units?: Units;
}

type Change = Parameters<typeof store.updateDeposit>[2] & Pick<store.DepositRow, 'status'>;

/** Inbox messages by status. */
const TEMPLATES: Readonly<Partial<Record<store.DepositRow['status'], InboxTemplate>>> = {
  credited: 'deposit_credited',
  failed: 'deposit_failed',
  part_reversed: 'deposit_part_reversed',
  reversed: 'deposit_reversed',
  returned: 'deposit_returned',
  sent_back: 'deposit_sent_back',
};

function templateOf({ status, announced_amount }: store.DepositRow): InboxTemplate | undefined {
  return status === 'credited' && announced_amount !== null ? 'deposit_other_amount' : TEMPLATES[status];
}

/** Changes the status of a locked deposit: stores the step, posts the inbox message and notifies the member's browsers. */
export async function changeStatus(
  deps: Pick<MemberDepositDeps, 'clock' | 'hub' | 'inbox'>,
  tx: Tx,
  afterCommit: AfterCommit,
  deposit: store.DepositRow,
  change: Change,
  { by, note, units: partialUnits }: StepCause,
): Promise<store.DepositRow> {
  const { clock, hub, inbox } = deps;
  const updated = await store.updateDeposit(tx, deposit.id, change);
  const { id, member_id: memberId, status } = updated;
  await store.addStep(tx, { deposit_id: id, status, by_whom: by, note, at: clock.now() });
  // No message about a debit if nothing was credited.
  const template = status === 'reversed' && updated.transfer_id === null ? undefined : templateOf(updated);
  if (template !== undefined) {
    const units = partialUnits ?? (status === 'credited' ? store.netOf(updated) : BigInt(updated.amount));
    const amount = amountText(units, updated.currency);
    const params = {
      amount,
      reference: updated.sent_back_reference ?? updated.payment_reference,
      ...(updated.announced_amount !== null && {
        announced: amountText(BigInt(updated.announced_amount), updated.currency),
      }),
      ...(updated.reason !== null && { reasonKey: `deposit.reason_${updated.reason}` }),
    };
    await inbox.post(tx, { memberId, template, params, href: `/member/depositv2?depositId=${id}` }, afterCommit);
  }
  afterCommit(() => hub.publish(memberId, { type: 'deposit', depositId: id, status }));
  return updated;
}
