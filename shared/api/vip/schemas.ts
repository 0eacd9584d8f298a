import * as v from 'valibot';
import { instant, nothing, wholeNumber, wireAmount } from '../fields.ts';
import { VIP_CAUSES } from './constants.ts';

/** What the member has and needs; the next level needs all of its goals. `period`: stake of the running period brings the level back. */
const goal = v.object({ kind: v.picklist(['stake', 'deposits', 'period']), have: wireAmount, need: wireAmount });
const level = { rankLevel: v.number(), labelName: v.string() };

export const playerRank = {
  query: v.strictObject({ page: v.optional(wholeNumber(1, 10_000), 1) }),
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    /** From 1; null: the merchant has no levels. */
    rank: v.nullable(v.object(level)),
    /** The next level; null: this is the highest one, or an operator has limited the level. */
    next: v.nullable(v.object({ ...level, goals: v.array(goal) })),
    /** What keeps the level; null: it is kept. `counts`: it is checked at the end of this period, otherwise at that of the next one. */
    keep: v.nullable(v.object({ have: wireAmount, need: wireAmount, until: v.string(), counts: v.boolean() })),
    page: v.number(),
    pages: v.number(),
    total: v.number(),
    /** The newest change first. Labels are those of now; null: the level does not exist any more. */
    history: v.array(
      v.object({
        at: instant,
        fromLevel: v.number(),
        toLevel: v.number(),
        fromLabel: v.nullable(v.string()),
        toLabel: v.nullable(v.string()),
        cause: v.picklist(VIP_CAUSES),
      }),
    ),
  }),
};
export type PlayerRankValue = v.InferOutput<typeof playerRank.value>;
