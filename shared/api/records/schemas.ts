import * as v from 'valibot';
import { GAME_CATEGORIES } from '../../constants.ts';
import { roundDetail } from '../../seamless/round-details.ts';
import { slipLeg } from '../../seamless/slips.ts';
import { code, codes, instant, nothing, text, wholeNumber, wireAmount } from '../fields.ts';
import { BET_FILTER_STATES, BET_STATES } from './constants.ts';

const category = v.picklist(GAME_CATEGORIES);

const betState = v.picklist(BET_STATES);

/** "2026-11-21", a day of the merchant's time zone. */
const day = v.pipe(
  v.string(),
  v.regex(/^(?:19|20|21)\d{2}-\d{2}-\d{2}$/),
  v.check((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)),
);

/** "2026-11", a month of the merchant's time zone. */
const month = v.pipe(v.string(), v.regex(/^(?:19|20|21)\d{2}-(?:0[1-9]|1[0-2])$/));

/** Cursor of the next rows from the previous response: milliseconds and row for bets, a version for movements. */
const betCursor = v.pipe(v.string(), v.regex(/^\d{1,13}-\d{1,18}$/));
const movementCursor = v.pipe(v.string(), v.regex(/^\d{1,15}$/));

/** `from` to `to`, both included; at most 92 days (`RECORD_DAYS`). Without them the last 92 days. */
const period = { from: v.optional(instant), to: v.optional(instant) };

const betRow = {
  betId: v.string(),
  roundId: v.string(),
  gameId: v.string(),
  gameName: v.string(),
  vassalage: v.string(),
  vendorName: v.string(),
  gameCategory: category,
  stake: wireAmount,
  payout: wireAmount,
  net: wireAmount,
  status: betState,
  placedAt: instant,
  settledAt: v.nullable(instant),
};

export const betValue = v.object({
  ...betRow,
  /** Ledger transfers of the bet, oldest first. */
  transfers: v.array(v.object({ transferId: v.string(), kind: v.string(), reference: v.string(), amount: wireAmount, at: instant })),
  /** Selections of a bet on matches, if the vendor reports them, with the odds at the time of the bet. */
  legs: v.optional(v.array(slipLeg)),
  /** What the bet was on, in the language of the request; values are complete if the bet was requested alone. Absent: the vendor does not describe it. */
  detail: v.optional(roundDetail),
  /** Page that recomputes the outcome; null if the vendor offers none. */
  verifyUrl: v.nullable(v.string()),
});
export type Bet = v.InferOutput<typeof betValue>;

const betFilter = {
  ...period,
  gameCategory: v.optional(category),
  vassalage: v.optional(code),
  status: v.optional(v.picklist(BET_FILTER_STATES)),
};

export const bettingRecord = {
  query: v.strictObject({
    ...betFilter,
    betId: v.optional(code),
    /** The round of a vendor's page, such as the number of a ticket: its bet alone. */
    roundId: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,80}$/))),
    pageNo: v.optional(wholeNumber(1, 10_000), 1),
    pageSize: v.optional(wholeNumber(1, 100), 20),
  }),
  body: nothing,
  value: v.object({
    bets: v.array(betValue),
    totals: v.object({
      count: v.number(),
      /** Without refunds; open bets are included. */
      stake: wireAmount,
      /** Settled bets only: counts for levels and turnover. */
      validStake: wireAmount,
      /** Settled bets only. */
      payout: wireAmount,
      /** Payouts minus stakes of settled bets. */
      net: wireAmount,
    }),
    pageNum: v.number(),
    totalPages: v.number(),
    currency: v.string(),
    currencySymbol: v.string(),
    timeZone: v.string(),
  }),
};

export const betExportValue = v.object(betRow);
export type BetLine = v.InferOutput<typeof betExportValue>;

export const betExport = {
  query: v.strictObject({ ...betFilter, cursor: v.optional(betCursor) }),
  body: nothing,
  value: v.object({ bets: v.array(betExportValue), next: v.nullable(betCursor), currency: v.string(), timeZone: v.string() }),
};

/** Cause of a ledger movement, with the id known to the member. */
const subject = v.object({ type: v.picklist(['bet', 'deposit', 'withdrawal']), id: v.string() });

export const movementValue = v.object({
  transferId: v.string(),
  /** The idempotency key of the instruction. */
  reference: v.string(),
  kind: v.string(),
  at: instant,
  /** From the account's view: outgoing amounts are negative. */
  amount: wireAmount,
  /** Null if the platform does not report them. */
  balanceBefore: v.nullable(wireAmount),
  balanceAfter: v.nullable(wireAmount),
  subject: v.nullable(subject),
  /** For stakes, payouts and refunds. */
  gameName: v.nullable(v.string()),
});
export type Movement = v.InferOutput<typeof movementValue>;

const kindSum = v.object({ kind: v.string(), count: v.number(), amount: wireAmount });

/**
 * Opening balance plus movements equals closing balance, for the whole account and period regardless of the kind
 * filter.
 */
const balanceSheet = {
  opening: wireAmount,
  closing: wireAmount,
  sums: v.array(kindSum),
  /** False is an accounting defect: it is logged and shown to the member. */
  balanced: v.boolean(),
};
export type KindSum = v.InferOutput<typeof kindSum>;

const movementFilter = {
  ...period,
  /** `wallet`, `hold`, or `vendor:<vendor code>`. */
  account: v.optional(v.pipe(text(80), v.regex(/^(?:wallet|hold|bonus|bonus-held|vendor:[A-Za-z0-9_.-]{1,64})$/)), 'wallet'),
  /** Kinds of transfers, comma-separated; default: all. */
  kinds: v.optional(codes),
};

export const memberMovements = {
  query: v.strictObject({
    ...movementFilter,
    transferId: v.optional(v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,19}$/))),
    pageNo: v.optional(wholeNumber(1, 100_000), 1),
    pageSize: v.optional(wholeNumber(1, 100), 20),
  }),
  body: nothing,
  value: v.object({
    movements: v.array(movementValue),
    ...balanceSheet,
    /** Null if the platform does not report them; the sums are then not shown. */
    opening: v.nullable(wireAmount),
    closing: v.nullable(wireAmount),
    /** Number of movements of the selected kinds. */
    count: v.number(),
    pageNum: v.number(),
    totalPages: v.number(),
    /** The member's accounts that have statements. */
    accounts: v.array(v.string()),
    /** Registration of the member, before which there are no statements; absent: unknown. */
    since: v.optional(instant),
    currency: v.string(),
    currencySymbol: v.string(),
    timeZone: v.string(),
  }),
};

export const movementExport = {
  query: v.strictObject({ ...movementFilter, cursor: v.optional(movementCursor) }),
  body: nothing,
  value: v.object({ movements: v.array(movementValue), next: v.nullable(movementCursor), currency: v.string(), timeZone: v.string() }),
};

const playSum = { rounds: v.number(), stake: wireAmount, payout: wireAmount, net: wireAmount };
const cashSum = {
  deposits: wireAmount,
  /** Paid out, fees included. */
  withdrawals: wireAmount,
  /** Deposits minus withdrawals. */
  netDeposits: wireAmount,
};

export const memberProfit = {
  query: v.strictObject({ fromDay: day, toDay: day }),
  body: nothing,
  value: v.object({
    totals: v.object({ ...playSum, ...cashSum }),
    /** Days with activity, in order. */
    days: v.array(v.object({ day: v.string(), ...playSum, deposits: wireAmount, withdrawals: wireAmount })),
    categories: v.array(v.object({ gameCategory: category, ...playSum })),
    vendors: v.array(v.object({ vassalage: v.string(), vendorName: v.string(), ...playSum })),
    /** Since the account was opened (UKGC RTS 1C). */
    lifetime: v.object(cashSum),
    currency: v.string(),
    currencySymbol: v.string(),
    timeZone: v.string(),
  }),
};

export const memberStatement = {
  query: v.strictObject({ month, pageNo: v.optional(wholeNumber(1, 10_000), 1) }),
  body: nothing,
  value: v.object({
    month: v.string(),
    account: v.string(),
    /** Start and end of the month; the current month ends now. */
    from: instant,
    to: instant,
    ...balanceSheet,
    /** Movements of the page, oldest first, without stakes, payouts and refunds. */
    movements: v.array(movementValue),
    /** Number of movements on all pages, and index of the first one of this page, starting at 1. */
    lines: v.number(),
    firstLine: v.number(),
    pageNum: v.number(),
    totalPages: v.number(),
    /** Settled in the month. */
    games: v.array(v.object({ gameName: v.string(), vendorName: v.string(), ...playSum })),
    currency: v.string(),
    currencySymbol: v.string(),
    timeZone: v.string(),
  }),
};

export const consolidatedFunds = {
  query: nothing,
  body: nothing,
  value: v.object({
    wallet: wireAmount,
    /** Awaits a payout. */
    hold: wireAmount,
    vendors: v.array(v.object({ vassalage: v.string(), balance: wireAmount })),
    /** On its way to or from vendors; absent: none. */
    moving: v.optional(wireAmount),
    /** In the pools of a bonus; absent: none. */
    bonus: v.optional(wireAmount),
    total: wireAmount,
    currency: v.string(),
    currencySymbol: v.string(),
    asOf: instant,
  }),
};
export type Funds = v.InferOutput<typeof consolidatedFunds.value>;

export const betVerified = {
  query: nothing,
  body: v.strictObject({ betId: code }),
  /** Path of the page that recomputes the outcome. */
  value: v.object({ verifyUrl: v.string() }),
};
