import * as v from 'valibot';
import { GAME_CATEGORIES } from '../../constants.ts';
import { instant, nothing, wholeNumber, wireAmount } from '../fields.ts';
import { BONUS_CAUSES, BONUS_SOURCES, BONUS_STATES } from './constants.ts';

const amounts = { currency: v.string(), currencySymbol: v.string() };

/** What a bonus costs the member. */
const terms = {
  source: v.picklist(BONUS_SOURCES),
  amount: wireAmount,
  /** To be bet before bonus money can be withdrawn. */
  required: wireAmount,
  /** Multiple of the bonus that `required` is. */
  wagering: v.number(),
  /** Percent with which stakes count; categories without an entry count nothing and use no bonus money. */
  weights: v.array(v.object({ category: v.picklist(GAME_CATEGORIES), percent: v.number() })),
  /** Highest stake of one bet while the bonus runs; null: none. */
  maxBet: v.nullable(wireAmount),
  /** Days from the acceptance. */
  days: v.number(),
  /** Own money that waits with the bonus, because the member accepts this with it. */
  held: wireAmount,
  /** Written by an operator; empty without one. */
  reason: v.string(),
};

const offer = v.object({
  ...terms,
  /** For `bonus.accept`. */
  offerId: v.string(),
  until: instant,
});
export type BonusOffer = v.InferOutput<typeof offer>;

const running = v.object({
  ...terms,
  bonusId: v.string(),
  acceptedAt: instant,
  expiresAt: instant,
  wagered: wireAmount,
  left: wireAmount,
  /** Percent of the wagering, rounded down. */
  percent: v.number(),
  /** Sums of "leave this bonus": own money that is free then, and bonus money that is given up. */
  stays: wireAmount,
  givesUp: wireAmount,
  /** Bonus money in open bets: what it wins after leaving is given up as well. */
  inPlay: wireAmount,
});
export type RunningBonus = v.InferOutput<typeof running>;

const depositRule = v.object({
  percent: v.number(),
  most: wireAmount,
  minimum: wireAmount,
  wagering: v.number(),
  days: v.number(),
  holdsDeposit: v.boolean(),
});
export type DepositBonus = v.InferOutput<typeof depositRule>;

const past = v.object({
  bonusId: v.string(),
  source: v.picklist(BONUS_SOURCES),
  state: v.picklist(BONUS_STATES),
  amount: wireAmount,
  /** Bonus money that became real money, or was given up. */
  converted: wireAmount,
  givenUp: wireAmount,
  percent: v.number(),
  endedAt: instant,
});
export type PastBonus = v.InferOutput<typeof past>;

const movement = v.object({
  transferId: v.string(),
  cause: v.picklist(BONUS_CAUSES),
  /** The round of a stake or win; empty for other causes. */
  roundId: v.string(),
  at: instant,
  /** Changes of both pools, and of the wallet in the same transfer. */
  bonus: wireAmount,
  held: wireAmount,
  real: wireAmount,
  /** Bonus money afterwards; null if it has not changed. */
  bonusAfter: v.nullable(wireAmount),
});
export type BonusMovement = v.InferOutput<typeof movement>;

const overview = v.object({
  ...amounts,
  /** The member is on a break, excluded, or at a limit: nothing is offered. */
  paused: v.boolean(),
  /** An operator has stopped the bonuses of the member: nothing is offered. */
  stopped: v.boolean(),
  real: wireAmount,
  bonus: wireAmount,
  held: wireAmount,
  running: v.nullable(running),
  offers: v.array(offer),
  /** Rules for the next deposit that the member can still use. */
  deposits: v.array(depositRule),
  past: v.array(past),
  now: instant,
});
export type BonusOverview = v.InferOutput<typeof overview>;

export const bonusOverview = { query: nothing, body: nothing, value: overview };

export const bonusMovements = {
  query: v.strictObject({ page: v.optional(wholeNumber(1, 1_000), 1) }),
  body: nothing,
  value: v.object({ ...amounts, page: v.number(), pages: v.number(), movements: v.array(movement) }),
};

const offerId = v.pipe(v.string(), v.regex(/^(?:\d{1,18}|[a-z][a-z0-9-]{0,31}:[A-Za-z0-9_-]{1,64})$/));
const bonusId = v.pipe(v.string(), v.regex(/^\d{1,18}$/));

export const bonusAccept = {
  query: nothing,
  body: v.strictObject({ offerId }),
  value: v.object({ ...amounts, bonusId: v.string(), amount: wireAmount }),
};

export const bonusLeave = {
  query: nothing,
  /** `givesUp`: the sum that the member has seen; another one is refused. */
  body: v.strictObject({ bonusId, givesUp: wireAmount }),
  value: v.object({ ...amounts, stays: wireAmount, givenUp: wireAmount }),
};
