/** `due`: claimed, or paid without a claim; `unfunded`: the merchant's account does not cover it yet; `nothing`: no amount is due. */
export type StatementState = 'claimable' | 'due' | 'unfunded' | 'paid' | 'expired' | 'nothing';
/** States for members; `processing`: is paid within minutes, or as soon as the merchant has funded it. */
export const CASHBACK_STATES = ['claimable', 'processing', 'claimed', 'expired', 'nothing'] as const;
export type CashbackState = (typeof CASHBACK_STATES)[number];
export const CASHBACK_PAGE_SIZE = 20;
