export const PAYOUT_KINDS = ['BANK', 'EWALLET'] as const;
export type PayoutKind = (typeof PAYOUT_KINDS)[number];
