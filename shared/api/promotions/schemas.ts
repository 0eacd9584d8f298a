import * as v from 'valibot';
import { code, instant, nothing, text, wireAmount } from '../fields.ts';
import { PROMOTION_TYPES } from '../publishing/constants.ts';
import { PROMOTION_BLOCKS, PROMOTION_STATUSES } from './constants.ts';

const promotion = v.object({
  promotionId: code,
  title: v.string(),
  type: v.picklist(PROMOTION_TYPES),
  block: v.picklist(PROMOTION_BLOCKS),
  status: v.picklist(PROMOTION_STATUSES),
  /** What the promotion gives, in one sentence. */
  summary: v.string(),
  /** Sentences, made from the rule by which the promotion runs. */
  terms: v.array(v.string()),
  startsAt: instant,
  /** Not included. */
  endsAt: instant,
  imageUrl: v.string(),
  tone: v.string(),
  /** Settled stake that the member has and needs, or cashback until now and the highest one; null: not joined, or another kind. */
  progress: v.nullable(v.object({ have: wireAmount, need: wireAmount })),
  /** Of the member's reward; both null while it is not known. */
  amount: v.nullable(wireAmount),
  points: v.nullable(v.string()),
  /** End of the time to claim, which is not included; null: nothing to claim. */
  claimUntil: v.nullable(instant),
  /** A bonus of the member runs, and rounds opened meanwhile do not count for this cashback. */
  bonusRuns: v.optional(v.boolean(), false),
  /** Of the operator who rejected the application; empty: none. */
  reason: v.string(),
});
export type PromotionValue = v.InferOutput<typeof promotion>;

export const promotionList = {
  query: nothing,
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    /** The member is on a break, excluded, or at a limit: nothing is offered, what was joined stays. */
    paused: v.boolean(),
    /** Those of the member, the running ones first. */
    promotions: v.array(promotion),
  }),
};

const chosen = v.strictObject({ promotionId: code });
const answer = v.object({ status: v.picklist(PROMOTION_STATUSES) });

export const promotionJoin = { query: nothing, body: chosen, value: answer };

export const promotionClaim = { query: nothing, body: chosen, value: answer };

export const promotionApply = {
  query: nothing,
  body: v.strictObject({
    promotionId: code,
    /** At most `MAX_COMMENT` characters, which the platform checks. */
    comment: v.optional(text(2_000), ''),
    /** Ids of uploads; more than three are refused with a code of their own. */
    images: v.optional(v.pipe(v.array(code), v.maxLength(20)), []),
  }),
  value: answer,
};
