/** `due`: claimed, or paid without a claim; `unfunded`: the merchant's account does not cover it yet; `nothing`: no amount is due. */
export type StatementState = 'claimable' | 'due' | 'unfunded' | 'paid' | 'expired' | 'nothing';
/** States for members; `processing`: is paid within minutes, or as soon as the merchant has funded it. */
export const CASHBACK_STATES = ['claimable', 'processing', 'claimed', 'expired', 'nothing'] as const;
export type CashbackState = (typeof CASHBACK_STATES)[number];
/** A day, or a week from Monday, of the merchant's zone. */
export const CASHBACK_PERIODS = ['day', 'week'] as const;
export const CASHBACK_PAGE_SIZE = 20;
