import * as v from 'valibot';
import { instant, nothing, wireAmount } from '../fields.ts';
import { rewardCountsValue } from '../reward-centre/schemas.ts';

/** Events pushed to a member's browsers. `balance` contains the whole new balance, the others the change or a count. */
export const eventValue = v.variant('type', [
  v.object({
    type: v.literal('balance'),
    sumBalance: wireAmount,
    /** Present if the money at vendors has changed. */
    atVendors: v.optional(wireAmount),
    version: v.number(),
    at: instant,
  }),
  v.object({ type: v.literal('session-ended') }),
  v.object({ type: v.literal('hello') }),
  v.object({ type: v.literal('inbox'), unread: v.number() }),
  v.object({ type: v.literal('promotions'), count: v.number() }),
  /** Rewards that the member can act on now, by source. */
  v.object({ type: v.literal('rewards'), counts: rewardCountsValue }),
  /** The progress of missions has changed. */
  v.object({ type: v.literal('missions') }),
  v.object({ type: v.literal('announcement'), id: v.string() }),
  v.object({ type: v.literal('deposit'), depositId: v.string(), status: v.string() }),
  v.object({ type: v.literal('withdrawal'), withdrawalId: v.string(), status: v.string() }),
  /** Limits, breaks or the reality check of the member have changed; or a stake was `refused` by the named rule. */
  v.object({ type: v.literal('protection'), refused: v.optional(v.string()) }),
]);
export type MemberEvent = v.InferOutput<typeof eventValue>;

export const eventStream = {
  query: nothing,
  body: nothing,
  value: eventValue,
};
