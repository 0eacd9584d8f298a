import * as v from 'valibot';
import { DIVIDEND_PERIODS, WAGE_KINDS } from '../../rules/wages.ts';
import { isDay } from '../../time.ts';
import { termsValue } from '../agent-contracts/schemas.ts';
import { instant, nothing, wholeNumber, wireAmount } from '../fields.ts';
import { WAGE_STATES } from './constants.ts';

/** Of the merchant's time zone. */
const day = v.pipe(v.string(), v.check(isDay, 'day'));

const statementLine = v.object({
  statementId: v.string(),
  kind: v.picklist(WAGE_KINDS),
  period: v.nullable(v.picklist(DIVIDEND_PERIODS)),
  windowStart: instant,
  windowEnd: instant,
  state: v.picklist(WAGE_STATES),
  /** Valid bets of the team that count, and its loss (below zero: the team has won). */
  validBet: wireAmount,
  profit: wireAmount,
  activeMembers: v.number(),
  /** Hundredths of a percent; zero: no conditions were met. */
  rateBp: v.number(),
  amount: wireAmount,
});
export type WageStatementLine = v.InferOutput<typeof statementLine>;

const statementId = v.pipe(v.string(), v.regex(/^\d{1,18}$/));
const filter = {
  kind: v.picklist(WAGE_KINDS),
  /** By the start of the window; default: the last 30 days. */
  from: v.optional(day),
  to: v.optional(day),
  state: v.optional(v.picklist(WAGE_STATES)),
};

export const wageStatements = {
  query: v.strictObject({ ...filter, page: v.optional(wholeNumber(1, 10_000), 1) }),
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    fromDay: v.string(),
    toDay: v.string(),
    page: v.number(),
    pages: v.number(),
    total: v.number(),
    /** Of all statements of the filter. */
    paid: wireAmount,
    waiting: wireAmount,
    statements: v.array(statementLine),
    /** End of the present window of the contract, and the server's clock; null: no contract. */
    next: v.nullable(v.object({ at: instant, now: instant })),
  }),
};

export const wageExport = {
  query: v.strictObject({ ...filter, cursor: v.optional(statementId) }),
  body: nothing,
  value: v.object({ statements: v.array(statementLine), next: v.nullable(statementId), currency: v.string() }),
};

export const wageStatement = {
  query: v.strictObject({ statementId }),
  body: nothing,
  value: v.object({
    currency: v.string(),
    currencySymbol: v.string(),
    ...statementLine.entries,
    contractId: v.string(),
    contractVersion: v.number(),
    terms: termsValue,
    /** Tier of the contract that applied, from 1; null: none. */
    tier: v.nullable(v.number()),
    /** Play of excluded, resting or blocked members, which never counts. */
    excludedBet: wireAmount,
    /** Bonuses and wages of the team that reduced a dividend. */
    costs: wireAmount,
    /** Part of the costs; the rest are the other wages. */
    bonuses: wireAmount,
    /** What the rate was applied to, by weight of the product. */
    base: wireAmount,
    /** The rate on the base; the part of contracts below; carried from and to other windows (zero or below). */
    gross: wireAmount,
    below: wireAmount,
    carriedIn: wireAmount,
    carriedOut: wireAmount,
    /** Play of the team by category. Lines of voids of earlier windows are below zero. */
    lines: v.array(
      v.object({
        category: v.string(),
        own: v.boolean(),
        excluded: v.boolean(),
        counted: v.boolean(),
        /** Percent of the valid bet that counts. */
        weight: v.number(),
        validBet: wireAmount,
        stake: wireAmount,
        payout: wireAmount,
      }),
    ),
    /** The base by the highest rate of the contracts below. */
    parts: v.array(v.object({ belowRateBp: v.number(), base: wireAmount })),
    /** When the agent above changed within the window: the play before is below the former contract, that after below the new one. */
    uplineChanges: v.optional(v.array(instant), []),
    /** Of the ledger; null: not paid. */
    transferId: v.nullable(v.string()),
    paidAt: v.nullable(instant),
  }),
};
