import type { DepositStatus } from '../../../shared/api/deposit-calls.ts';

/**
 * What can happen to a deposit. `claim` ("I have paid") and `cancel` come from the member; `paid`, `fail`, `lapse` and
 * `reverse` from the provider; `approve`, `reject` and `send_back` from an operator; `expire` from the clock.
 */
export const DEPOSIT_EVENTS = ['claim', 'cancel', 'paid', 'fail', 'lapse', 'reverse', 'approve', 'reject', 'send_back', 'expire'] as const;
export type DepositEvent = (typeof DEPOSIT_EVENTS)[number];

type Steps = Readonly<Partial<Record<DepositEvent, DepositStatus>>>;

/** Money that comes after the deposit was given up is still the member's. */
const GIVEN_UP: Steps = { paid: 'credited', approve: 'credited', reverse: 'reversed' };
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
    // Told before the payment itself: the payment that follows must not be credited.
    reverse: 'reversed',
    approve: 'credited',
    reject: 'failed',
    expire: 'expired',
  },
  // Or `part_reversed`, as long as something is left of it.
  credited: { reverse: 'reversed' },
  part_reversed: { reverse: 'reversed' },
  failed: GIVEN_UP,
  expired: GIVEN_UP,
  cancelled: GIVEN_UP,
  reversed: {},
  // What the way of paying has taken back itself must not be sent back once more.
  returned: { send_back: 'sent_back', reverse: 'reversed' },
  sent_back: {},
};

/** Where the event leads; undefined: it changes nothing in this state. */
export function nextStatus(status: DepositStatus, event: DepositEvent): DepositStatus | undefined {
  return TABLE[status][event];
}

/** States in which a payment is still waited for. */
export const OPEN: readonly DepositStatus[] = ['pending', 'checking'];

export function isOpen(status: DepositStatus): boolean {
  return OPEN.includes(status);
}
