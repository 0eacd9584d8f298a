import { toScreen, type Units } from '../../../shared/money/money.ts';
import type { Tx } from '../db/database.ts';
import type { AfterCommit } from '../db/transaction.ts';
import type { InboxTemplate } from '../inbox/index.ts';
import type { CashierDeps } from './contracts.ts';
import * as store from './store.ts';

/** Cause of a step: `member`, `provider`, `system` or `operator:<name>`. */
export interface Doing {
  readonly by: string;
  readonly note?: string | undefined;
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

/** Changes the status of a locked deposit: stores the step, posts the inbox message and notifies the member's browsers. */
export async function moveTo(
  deps: Pick<CashierDeps, 'clock' | 'hub' | 'inbox' | 'currencySymbol'>,
  tx: Tx,
  afterCommit: AfterCommit,
  deposit: store.DepositRow,
  change: Change,
  { by, note, units: part }: Doing,
): Promise<store.DepositRow> {
  const { clock, hub, inbox, currencySymbol } = deps;
  const moved = await store.updateDeposit(tx, deposit.id, change);
  const { id, member_id: memberId, status } = moved;
  await store.addStep(tx, { deposit_id: id, status, by_whom: by, note: note ?? null, at: clock.now() });
  // No message about a debit if nothing was credited.
  const template = status === 'reversed' && moved.transfer_id === null ? undefined : TEMPLATES[status];
  if (template !== undefined) {
    const units = part ?? (status === 'credited' ? store.netOf(moved) : BigInt(moved.amount));
    const amount = currencySymbol(moved.currency) + toScreen(units);
    const params = {
      ...{ amount, reference: moved.sent_back_reference ?? moved.payment_reference },
      ...(moved.reason !== null && { reasonKey: `deposit.reason_${moved.reason}` }),
    };
    await inbox.post(tx, { memberId, template, params, href: `/member/depositv2?depositId=${id}` }, afterCommit);
  }
  afterCommit(() => hub.publish(memberId, { type: 'deposit', depositId: id, status }));
  return moved;
}
