import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import { amountText } from '../../../../shared/money/amount-text.ts';
import type { Units } from '../../../../shared/money/money.ts';
import type { AfterCommit, Tx } from '../../base/db/index.ts';
import { HOUSE, SUSPENSE } from '../../ledger/index.ts';
import type { InboxTemplate } from '../../notify/inbox/index.ts';
import type { MemberDepositDeps } from './contracts.ts';
import { post } from './credit.ts';
import type { DepositRow } from './store.ts';
import type { CashierTables } from './tables.ts';

export type SuspenseRow = Selectable<CashierTables['suspense']>;

/** Remaining amount. */
export function heldOf({ amount, taken_back }: Pick<SuspenseRow, 'amount' | 'taken_back'>): Units {
  return BigInt(amount) - BigInt(taken_back);
}

/** Whether the provider has reported an earlier payment of the deposit. */
export async function hasEarlierPayment(tx: Tx, depositId: string): Promise<boolean> {
  const { count } = await tx
    .selectFrom('payment_event')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('deposit_id', '=', depositId)
    .where('event', '=', 'paid')
    .executeTakeFirstOrThrow();
  return Number(count) > 1;
}

/** Books a surplus payment on the suspense account until it is decided. */
export async function hold(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  deposit: DepositRow,
  units: Units,
): Promise<SuspenseRow> {
  const row = await tx
    .insertInto('suspense')
    .values({
      id: `s_${randomBytes(12).toString('hex')}`,
      deposit_id: deposit.id,
      member_id: deposit.member_id,
      channel: deposit.channel,
      currency: deposit.currency,
      amount: units.toString(),
      created_at: deps.clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await move(deps, tx, afterCommit, row, units, 'in');
  return row;
}

/** Applies a reversal to the undecided payments first, the latest first. Returns the remaining amount of the reversal. */
export async function reverseSuspended(
  deps: MemberDepositDeps,
  tx: Tx,
  afterCommit: AfterCommit,
  deposit: DepositRow,
  units: Units,
): Promise<Units> {
  const rows = await tx
    .selectFrom('suspense')
    .selectAll()
    .where('deposit_id', '=', deposit.id)
    .where('status', '=', 'waiting')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  let rest = units;
  for (const row of rows) {
    if (rest === 0n) break;
    const held = heldOf(row);
    const takenUnits = rest < held ? rest : held;
    await move(deps, tx, afterCommit, row, -takenUnits, `back:${row.taken_back}`);
    await tx
      .updateTable('suspense')
      .set({
        taken_back: (BigInt(row.taken_back) + takenUnits).toString(),
        ...(takenUnits === held && { status: 'taken_back' as const, closed_by: 'provider', closed_at: deps.clock.now() }),
      })
      .where('id', '=', row.id)
      .execute();
    await notifyMember(deps, tx, afterCommit, row, 'payment_taken_back', { units: takenUnits, reference: deposit.payment_reference });
    rest -= takenUnits;
  }
  return rest;
}

/** Above zero: received on the channel; below zero: paid from it. */
export async function move(
  deps: Pick<MemberDepositDeps, 'wallet'>,
  tx: Tx,
  afterCommit: AfterCommit,
  { id, channel, currency, deposit_id: depositId }: SuspenseRow,
  units: Units,
  step: string,
): Promise<void> {
  await post(deps, tx, afterCommit, {
    reference: `suspense:${id}:${step}`,
    kind: units > 0n ? 'suspense' : 'suspense-release',
    currency,
    realm: 'real',
    memberId: null,
    legs: [
      { owner: HOUSE, kind: SUSPENSE, units },
      { owner: HOUSE, kind: `cashier:${channel}`, units: -units },
    ],
    meta: { suspenseId: id, depositId },
  });
}

/** Inbox message to the member of the deposit. */
export async function notifyMember(
  { inbox }: Pick<MemberDepositDeps, 'inbox'>,
  tx: Tx,
  afterCommit: AfterCommit,
  row: SuspenseRow,
  template: InboxTemplate,
  { units, reference }: { readonly units: Units; readonly reference: string },
): Promise<void> {
  const params = { amount: amountText(units, row.currency), reference };
  const href = `/member/depositv2?depositId=${row.deposit_id}`;
  await inbox.post(tx, { memberId: row.member_id, template, params, href }, afterCommit);
}
