import type { LotteryTicket } from './protocol.ts';

type Status = Pick<LotteryTicket, 'status'>;

/** It can still win. */
export function isAwaited({ status }: Status): boolean {
  return status === 'open' || status === 'pending';
}

/** Its payout is the stake that was returned: it can win nothing any more. */
export function isReturned({ status }: Status): boolean {
  return status === 'cancelled' || status === 'refunded';
}
