import * as v from 'valibot';
import { code, instant, nothing, wireAmount } from '../fields.ts';
import { RAFFLE_STATUSES, WIN_STATES } from './constants.ts';

const win = v.object({
  /** From 1, in the order of the draw. */
  place: v.number(),
  ticket: v.number(),
  amount: wireAmount,
});

const own = v.object({
  /** Public name of the member in the list of tickets. */
  code: v.string(),
  tickets: v.number(),
  /** Numbers of the tickets; null: the list is not closed, or the member is not in it. */
  first: v.nullable(v.number()),
  last: v.nullable(v.number()),
  /** Settled stake of the next ticket that the member has and needs; null: at the most tickets, or stake gives none. */
  progress: v.nullable(v.object({ have: wireAmount, need: wireAmount })),
  wins: v.array(v.object({ ...win.entries, state: v.picklist(WIN_STATES) })),
  /** End of the time to claim, which is not included; null: nothing to claim. */
  claimUntil: v.nullable(instant),
});

const raffle = v.object({
  raffleId: code,
  title: v.string(),
  status: v.picklist(RAFFLE_STATUSES),
  /** The prizes in one sentence. */
  summary: v.string(),
  /** Sentences, made from the rule by which the raffle runs. */
  terms: v.array(v.string()),
  startsAt: instant,
  /** End of tickets, not included. */
  endsAt: instant,
  drawsAt: instant,
  /** The highest first. */
  prizes: v.array(v.object({ amount: wireAmount, count: v.number() })),
  maxTickets: v.number(),
  /** Committed to before tickets were given. */
  seedHash: v.string(),
  /** Null: the member is not in it, or no member is signed in. */
  own: v.nullable(own),
});
export type RaffleValue = v.InferOutput<typeof raffle>;

export const raffleList = {
  query: nothing,
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    /** The member is on a break, excluded, or at a limit: nothing is offered, what was joined stays. */
    paused: v.boolean(),
    /** Running ones first. */
    raffles: v.array(raffle),
  }),
};

const chosen = v.strictObject({ raffleId: code });

export const raffleProof = {
  query: chosen,
  body: nothing,
  value: v.object({
    seedHash: v.string(),
    /** Hex; null: not drawn yet. */
    seed: v.nullable(v.string()),
    /** Null: the list is not closed. */
    listHash: v.nullable(v.string()),
    /** The text that is hashed: a line with code, first and last ticket of each member. */
    list: v.string(),
    /** A line with first and last ticket of each range that was taken back after the list was closed. */
    takenBack: v.string(),
    prizes: v.number(),
    winners: v.array(v.object({ ...win.entries, code: v.string(), name: v.string() })),
  }),
};
export type RaffleProof = v.InferOutput<typeof raffleProof.value>;

export const raffleJoin = { query: nothing, body: chosen, value: v.object({ tickets: v.number() }) };

export const raffleClaim = {
  query: nothing,
  body: chosen,
  value: v.object({
    paid: wireAmount,
    /** Claimed, and paid once the account of rewards covers it. */
    waiting: wireAmount,
  }),
};
