import type { EntryState, PromotionBlock, PromotionState, PromotionStatus } from '../api/promotions/constants.ts';

/** What decides about a promotion for a member who is not in it. Times in milliseconds. */
export interface PromotionStanding {
  readonly state: Exclude<PromotionState, 'draft'>;
  readonly block: PromotionBlock;
  readonly startsAt: number;
  /** Not included. */
  readonly endsAt: number;
  /** The budget covers one more reward. */
  readonly hasRoom: boolean;
}

export interface EntryStanding {
  readonly state: EntryState;
  /** Not included; null: nothing to claim. */
  readonly claimUntil: number | null;
}

/** The status that a member sees; `entry` null: the member is not in the promotion. */
export function promotionStatus(promotion: PromotionStanding, entry: EntryStanding | null, now: number): PromotionStatus {
  return entry === null ? openStatus(promotion, now) : OWN[entry.state](promotion, entry, now);
}

function openStatus({ state, block, startsAt, endsAt, hasRoom }: PromotionStanding, now: number): PromotionStatus {
  if (state === 'stopped' || now >= endsAt) return 'close';
  if (now < startsAt) return 'coming_soon';
  if (!hasRoom) return 'close';
  return block === 'points' ? 'claim' : 'join';
}

type Own = (promotion: PromotionStanding, entry: EntryStanding, now: number) => PromotionStatus;

/** A stopped promotion, or one without budget, continues for those who are in it. */
const OWN: Readonly<Record<EntryState, Own>> = {
  joined: ({ endsAt }, _entry, now) => (now < endsAt ? 'joined' : 'process'),
  claimable: (_promotion, { claimUntil }, now) => (claimUntil !== null && now < claimUntil ? 'claim' : 'close'),
  applying: () => 'applying',
  rejected: () => 'rejected',
  due: () => 'process',
  paid: ({ block }) => (block === 'cash' || block === 'cashback' ? 'issued' : 'claimed'),
  ended: () => 'close',
};
