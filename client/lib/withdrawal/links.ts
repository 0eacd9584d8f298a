/** Addresses of the page and of what it leads to; all of them exist without script. */
export const WITHDRAW = '/member/withdraw';
export const PAYOUT_ACCOUNTS = '/member/payoutAccounts';
export const PAYMENT_PASSWORD = '/member/paymentPassword';

export function trackerHref(withdrawalId: string): string {
  return `${WITHDRAW}?withdrawalId=${encodeURIComponent(withdrawalId)}`;
}
