/** Addresses of the page and its links; all of them work without script. */
export const WITHDRAW = '/member/withdraw';
export const PAYOUT_ACCOUNTS = '/member/payoutAccounts';
/** Both pages of the payment password offer the way back to the withdrawal. */
export const PAYMENT_PASSWORD = '/member/paymentPassword?from=withdraw';
export const FORGOTTEN_PASSWORD = `${PAYMENT_PASSWORD}&forgotten=1`;

export function trackerHref(withdrawalId: string): string {
  return `${WITHDRAW}?withdrawalId=${encodeURIComponent(withdrawalId)}`;
}
