/**
 * Why a level changed. `opening`: play from before levels were stored; `progress`: play and deposits; `voided`: bets or deposits were taken back;
 * `not-kept`: the stake of a period did not keep the level; `rules`: the merchant changed its levels; `operator`: set by hand.
 */
export const VIP_CAUSES = ['opening', 'progress', 'voided', 'not-kept', 'rules', 'operator'] as const;
export type VipCause = (typeof VIP_CAUSES)[number];
export const VIP_PAGE_SIZE = 20;
/** `upgrade`: for a level that was reached; `birthday`: once a year. */
export type GiftKind = 'upgrade' | 'birthday';
/**
 * `unfunded`: claimed, and the merchant's account does not cover it yet; `withdrawn`: the level followed from play or deposits that were taken
 * back before the gift was claimed, or an operator has lowered it.
 */
export type GiftState = 'claimable' | 'unfunded' | 'paid' | 'expired' | 'withdrawn';
/** Pieces of the stake that reaches a level, of which a gift of the level is one at most. */
export const GIFT_PART = 10;
