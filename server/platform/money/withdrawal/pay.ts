import { amountText } from '../../../../shared/money/amount-text.ts';
import type { Units } from '../../../../shared/money/money.ts';
import { zonedMoment } from '../../../../shared/time.ts';
import { confirmationWindow, netOf, notifyMember, payOut, type Stage, step, type WithdrawalEvent } from './steps.ts';
import type * as store from './store.ts';

/** Books an approved withdrawal as paid and asks the member whether the money has arrived. `units`: the paid amount, if it is not the whole. */
export async function pay(
  stage: Stage,
  row: store.WithdrawalRow,
  by: Pick<WithdrawalEvent, 'actor' | 'actorName' | 'reason'>,
  units: Units = netOf(row),
): Promise<store.WithdrawalRow> {
  const terms = await stage.deps.terms(stage.tx, row.member_id);
  const time = confirmationWindow(stage.now, terms.rules);
  const change = { status: 'paid', paid_at: stage.now, paid_transfer_id: await payOut(stage, row), ...time } as const;
  // The deposits have left with this payment, so they need not be played after the exclusion.
  if (row.waived_turnover !== null) await stage.deps.turnover.cancelDeposits(stage.tx, row.member_id, row.requested_at);
  await requestConfirmation(stage, row, zonedMoment(time.confirm_by, terms.timeZone), units);
  return step(stage, row, change, { ...by, action: 'paid', amount: units });
}

/** Notifies the member, also by mail, of the payment and of the deadline for the answer. */
export async function requestConfirmation(stage: Stage, row: store.WithdrawalRow, deadline: string, amount: Units): Promise<void> {
  await notifyMember(stage, row, 'withdrawal_paid', { amount, deadline });
  await stage.deps.messages.notify(stage.tx, row.member_id, 'withdrawal_paid', { amount: amountText(amount, row.currency) });
}
