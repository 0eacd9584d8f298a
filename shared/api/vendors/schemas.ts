import * as v from 'valibot';
import { instant, nothing, wireAmount } from '../fields.ts';

export const lastRound = {
  query: v.strictObject({ gameId: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.-]{1,64}$/))) }),
  body: nothing,
  value: v.object({
    round: v.nullable(
      v.object({
        betId: v.string(),
        roundId: v.string(),
        gameId: v.string(),
        gameName: v.string(),
        state: v.picklist(['open', 'decided', 'refunded']),
        stake: wireAmount,
        payout: wireAmount,
        refunded: wireAmount,
        placedAt: instant,
        settledAt: v.nullable(instant),
        currency: v.string(),
        currencySymbol: v.string(),
      }),
    ),
  }),
};
export type LastRound = NonNullable<v.InferOutput<(typeof lastRound)['value']>['round']>;
