/**
 * `review`: awaits an operator; `approved`: awaits payment; `paid`: awaits the member's confirmation; `disputed`: the
 * member reports missing money; `received`: closed. `returned`, `rejected` and `cancelled`: the money is back in the
 * wallet.
 */
export const WITHDRAWAL_STATUSES = ['review', 'approved', 'paid', 'disputed', 'received', 'returned', 'rejected', 'cancelled'] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/**
 * Steps of the tracker. `expired`: without a response in time, the payout counts as received. `upheld`: the dispute
 * changed nothing. `payment_sent`, `part_paid`, `payment_failed` and `payment_returned` are reports of a payment
 * provider.
 */
export const WITHDRAWAL_ACTIONS = [
  'requested',
  'approval',
  'approved',
  'rejected',
  'cancelled',
  'paid',
  'reminded',
  'part_received',
  'received',
  'expired',
  'not_received',
  'paid_again',
  'returned',
  'upheld',
  'payment_sent',
  'part_paid',
  'payment_failed',
  'payment_returned',
] as const;
export type WithdrawalAction = (typeof WITHDRAWAL_ACTIONS)[number];

/** The member's response to a paid withdrawal: a part, nothing (more), or everything was received. */
export const WITHDRAWAL_OUTCOMES = ['received', 'not_received', 'fully_received'] as const;
export type WithdrawalOutcome = (typeof WITHDRAWAL_OUTCOMES)[number];
