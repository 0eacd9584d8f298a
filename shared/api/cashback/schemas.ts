import * as v from 'valibot';
import { instant, nothing, wholeNumber, wireAmount } from '../fields.ts';
import { CASHBACK_PERIODS, CASHBACK_STATES } from './constants.ts';

const statementId = v.pipe(v.string(), v.regex(/^\d{1,18}$/));

/** What a vendor and a category gave. Rates are hundredths of a percent. */
const line = v.object({
  vassalage: v.string(),
  vendorName: v.string(),
  category: v.string(),
  validBet: wireAmount,
  /** Of the merchant for the game; null: excluded. */
  gameBp: v.nullable(v.number()),
  /** Of the member's level. */
  levelBp: v.number(),
  /** Both together. */
  rateBp: v.number(),
  /** Below zero after voids. */
  amount: wireAmount,
  /** Start of the earlier period whose play was changed; null: play of this period. */
  before: v.nullable(instant),
});
export type CashbackLineValue = v.InferOutput<typeof line>;

const statement = v.object({
  statementId: v.string(),
  periodStart: instant,
  periodEnd: instant,
  state: v.picklist(CASHBACK_STATES),
  validBet: wireAmount,
  amount: wireAmount,
  /** Null: nothing to claim. */
  claimUntil: v.nullable(instant),
  paidAt: v.nullable(instant),
});
export type CashbackStatementValue = v.InferOutput<typeof statement>;

const explained = {
  /** Level at the end of the period, from 1; 0: the merchant has none. */
  level: v.number(),
  lines: v.array(line),
  /** Of all lines. */
  gross: wireAmount,
  /** From earlier periods, zero or below. */
  carriedIn: wireAmount,
  /** To later periods, zero or below. */
  carriedOut: wireAmount,
};

export const cashbackOverview = {
  query: nothing,
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    /** Cashback is offered. Without it, earlier cashback can still be claimed. */
    offered: v.boolean(),
    /** Paid without a claim. */
    automatic: v.boolean(),
    /** The member is on a break or excluded: nothing can be claimed until its end. */
    paused: v.boolean(),
    /** Operators have paused the cashback of the member: nothing can be claimed until they resume it. */
    held: v.optional(v.boolean(), false),
    claimDays: v.number(),
    /** `until`: the first end of a claim; null: nothing to claim. */
    claimable: v.object({ count: v.number(), amount: wireAmount, until: v.optional(v.nullable(instant), null) }),
    /** The running period so far; null before the first one. */
    pending: v.nullable(v.object({ periodStart: instant, periodEnd: instant, validBet: wireAmount, amount: wireAmount, ...explained })),
  }),
};

export const cashbackStatements = {
  query: v.strictObject({ page: v.optional(wholeNumber(1, 10_000), 1), state: v.optional(v.picklist(CASHBACK_STATES)) }),
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    page: v.number(),
    pages: v.number(),
    total: v.number(),
    statements: v.array(statement),
  }),
};

export const cashbackStatement = {
  query: v.strictObject({ statementId }),
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    ...statement.entries,
    ...explained,
    /** Of the ledger; null: not paid. */
    transferId: v.nullable(v.string()),
  }),
};

export const cashbackClaim = {
  query: nothing,
  body: v.strictObject({ statementId: v.union([v.literal('all'), statementId]) }),
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    count: v.number(),
    paid: wireAmount,
    /** Claimed, and paid as soon as the merchant has funded it. */
    waiting: wireAmount,
  }),
};

/** Hundredths of a percent; null: excluded at any level. */
const setRate = v.nullable(v.number());

/** What the next settlement pays with. */
export const cashbackRates = {
  query: nothing,
  body: nothing,
  value: v.object({
    offered: v.boolean(),
    period: v.picklist(CASHBACK_PERIODS),
    /** Paid without a claim. */
    automatic: v.boolean(),
    claimDays: v.number(),
    categories: v.array(v.object({ category: v.string(), rateBp: setRate })),
    /** Instead of the rate of the category. `category` null: all games of the vendor. */
    vendors: v.array(v.object({ vassalage: v.string(), vendorName: v.string(), category: v.nullable(v.string()), rateBp: setRate })),
    /** On top of the rate of a game, the lowest level first. */
    levels: v.array(v.object({ rankLevel: v.number(), labelName: v.string(), rateBp: v.number() })),
  }),
};
export type CashbackRatesValue = v.InferOutput<typeof cashbackRates.value>;
