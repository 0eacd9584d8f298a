/** Addresses of the page and its links; all of them work without script. */
export const WITHDRAW = '/member/withdraw';
export const PAYOUT_ACCOUNTS = '/member/payoutAccounts';
export const PAYMENT_PASSWORD = '/member/paymentPassword';

export function trackerHref(withdrawalId: string): string {
  return `${WITHDRAW}?withdrawalId=${encodeURIComponent(withdrawalId)}`;
}
