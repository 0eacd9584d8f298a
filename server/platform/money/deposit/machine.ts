import type { DepositStatus } from '../../../../shared/api/deposit/constants.ts';

/**
 * Events of a deposit. `claim` ("I have paid") and `cancel` come from the member; `paid`, `fail`, `lapse` and `reverse` from the provider;
 * `approve`, `reject` and `send_back` from an operator; `expire` from the scheduler.
 */
export const DEPOSIT_EVENTS = ['claim', 'cancel', 'paid', 'fail', 'lapse', 'reverse', 'approve', 'reject', 'send_back', 'expire'] as const;
export type DepositEvent = (typeof DEPOSIT_EVENTS)[number];

type Steps = Readonly<Partial<Record<DepositEvent, DepositStatus>>>;

/** Money that arrives after the deposit ended still belongs to the member. */
const LATE_PAYMENT_STEPS: Steps = { paid: 'credited', approve: 'credited', reverse: 'reversed' };
const TABLE: Readonly<Record<DepositStatus, Steps>> = {
  pending: {
    claim: 'checking',
    cancel: 'cancelled',
    paid: 'credited',
    fail: 'failed',
    lapse: 'expired',
    reverse: 'reversed',
    approve: 'credited',
    reject: 'failed',
    expire: 'expired',
  },
  checking: {
    paid: 'credited',
    fail: 'failed',
    lapse: 'expired',
    // A reversal that arrives before its payment: the payment must not be credited.
    reverse: 'reversed',
    approve: 'credited',
    reject: 'failed',
    expire: 'expired',
  },
  // Or `part_reversed`, while a part remains.
  credited: { reverse: 'reversed' },
  part_reversed: { reverse: 'reversed' },
  failed: LATE_PAYMENT_STEPS,
  expired: LATE_PAYMENT_STEPS,
  cancelled: LATE_PAYMENT_STEPS,
  reversed: {},
  // What the payment provider has reversed must not be returned again.
  returned: { send_back: 'sent_back', reverse: 'reversed' },
  sent_back: {},
};

/** The next status; undefined: the event changes nothing in this status. */
export function nextStatus(status: DepositStatus, event: DepositEvent): DepositStatus | undefined {
  return TABLE[status][event];
}

/** States that wait for a payment. */
export const OPEN: readonly DepositStatus[] = ['pending', 'checking'];

export function isOpen(status: DepositStatus): boolean {
  return OPEN.includes(status);
}
