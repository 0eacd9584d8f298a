import * as v from 'valibot';
import { GAME_CATEGORIES } from '../../constants.ts';
import { WAGE_KINDS } from '../../rules/wages.ts';
import { isDay } from '../../time.ts';
import { code, instant, text, wholeNumber, wireAmount } from '../fields.ts';
import { bettingRecord } from '../records/schemas.ts';
import { TEAM_BET_GROUPS, TEAM_BET_SCOPES, TEAM_SORTS, TEAM_TRANSACTION_NAMES, WINDOW_BET_GROUPS } from './constants.ts';

/** "2026-11-21", a day of the merchant's time zone. */
const day = v.pipe(v.string(), v.check(isDay, 'day'));
/** Both included; at most `TEAM_DAYS` days. */
const days = { fromDay: day, toDay: day };
const page = { pageNo: v.optional(wholeNumber(1, 10_000), 1) };
const pages = { count: v.number(), pageNum: v.number(), totalPages: v.number() };
const money = { currency: v.string(), currencySymbol: v.string(), timeZone: v.string() };

/** A person of the team as the agent sees it. */
const person = {
  memberId: v.string(),
  /** Masked below the level that the merchant sets. */
  account: v.string(),
  /** Levels below the agent: 1 is direct. */
  level: v.number(),
  agent: v.boolean(),
};
export const personValue = v.object(person);
export type TeamPerson = v.InferOutput<typeof personValue>;

/** Settled play. */
const play = {
  rounds: v.number(),
  /** Less refunds. */
  stake: wireAmount,
  /** The part of the stake that counts for wages and levels. */
  validBet: wireAmount,
  payout: wireAmount,
  /** Of the players: payout minus stake. */
  net: wireAmount,
};
const cash = {
  /** Less reversals. */
  deposits: wireAmount,
  /** Paid out, fees included. */
  withdrawals: wireAmount,
};
const extra = {
  /** Corrections and gifts of the merchant, less those taken back. */
  bonuses: wireAmount,
  wages: wireAmount,
};
const teamSums = { newMembers: v.number(), active: v.number(), ...play, ...cash, ...extra };

export const teamOverview = {
  query: v.strictObject(days),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({
    /** Of now, without the agent. */
    members: v.number(),
    agents: v.number(),
    online: v.number(),
    /** Money of all people of the team. */
    balance: wireAmount,
    /** Time up to which play and balances are counted. */
    asOf: instant,
    /** Time up to which active members are counted: windows of five minutes are counted when they are closed. */
    activeAsOf: v.nullable(instant),
    /** Valid bets of a period from which a member counts as active. */
    activeValidBet: v.optional(v.nullable(wireAmount), null),
    totals: v.object(teamSums),
    /** The same of as many days before the period. */
    before: v.object(teamSums),
    /** Every day of the period, in order. */
    days: v.array(v.object({ day: v.string(), ...teamSums })),
    top: v.array(v.object({ ...person, validBet: wireAmount, net: wireAmount })),
    ...money,
  }),
};

const peopleFilter = {
  ...days,
  /** People below this person; default: the agent. */
  under: v.optional(code),
  /** `direct`: the next level; `all`: every level that the agent sees. */
  depth: v.optional(v.picklist(['direct', 'all']), 'direct'),
  type: v.optional(v.picklist(['agent', 'member'])),
  /** Start of the account name; names that are masked for the agent are found in full only. */
  search: v.optional(text(32)),
  sort: v.optional(v.picklist(TEAM_SORTS), 'validBet'),
};
const personLine = {
  ...person,
  /** Account of the direct upline, masked alike. */
  upline: v.string(),
  registeredAt: instant,
  lastLoginAt: v.nullable(instant),
  online: v.boolean(),
  blocked: v.boolean(),
  balance: wireAmount,
  /** People below, on all levels. */
  below: v.number(),
  /** Contracts of wages between the agent and this person, who is directly below. One that is ended has a last window that is not over. */
  contracts: v.array(
    v.object({
      kind: v.picklist(WAGE_KINDS),
      state: v.picklist(['requested', 'active', 'ended']),
      until: v.optional(v.nullable(instant), null),
    }),
  ),
  ...play,
  ...cash,
  ...extra,
};
export const personLineValue = v.object(personLine);
export type TeamPersonLine = v.InferOutput<typeof personLineValue>;

export const teamMembers = {
  query: v.strictObject({ ...peopleFilter, ...page }),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({
    /** From the agent down to `under`. */
    path: v.array(personValue),
    people: v.array(personLineValue),
    /** Of all people of the filter; null: part of all levels of a very large team. */
    totals: v.nullable(v.object({ ...play, ...cash, ...extra })),
    /** All levels of a very large team have an order by name or registration. */
    sort: v.picklist(TEAM_SORTS),
    ...pages,
    ...money,
  }),
};

export const teamMemberExport = {
  query: v.strictObject({ ...peopleFilter, cursor: v.optional(wholeNumber(0, 1_000_000)) }),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({ people: v.array(personLineValue), next: v.nullable(v.number()), currency: v.string(), timeZone: v.string() }),
};

const betFilter = {
  ...days,
  by: v.optional(v.picklist(TEAM_BET_GROUPS), 'person'),
  /** Play of this person. */
  memberId: v.optional(code),
  /** With `memberId`: of this person alone, or with the team below. */
  scope: v.optional(v.picklist(TEAM_BET_SCOPES), 'person'),
  gameCategory: v.optional(v.picklist(GAME_CATEGORIES)),
  vassalage: v.optional(code),
};
const betLine = {
  /** Member id, vendor code or game id. */
  key: v.string(),
  label: v.string(),
  /** With `by=person`. */
  person: v.nullable(personValue),
  rounds: v.number(),
  stake: wireAmount,
  payout: wireAmount,
  net: wireAmount,
};
export const teamBets = {
  query: v.strictObject({ ...betFilter, ...page }),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({
    /** The person of `memberId`. */
    person: v.nullable(personValue),
    lines: v.array(v.object(betLine)),
    totals: v.object({ rounds: v.number(), stake: wireAmount, payout: wireAmount, net: wireAmount }),
    ...pages,
    ...money,
  }),
};

export const teamBetExport = {
  query: v.strictObject({ ...betFilter, cursor: v.optional(wholeNumber(0, 1_000_000)) }),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({ lines: v.array(v.object(betLine)), next: v.nullable(v.number()), currency: v.string(), timeZone: v.string() }),
};

const windowFilter = {
  /** Start of the first window, and end of the last one. */
  from: instant,
  until: instant,
  by: v.optional(v.picklist(WINDOW_BET_GROUPS), 'person'),
  /** Play of this person alone. */
  memberId: v.optional(code),
  gameCategory: v.optional(v.picklist(GAME_CATEGORIES)),
  vassalage: v.optional(code),
};
const windowSums = { rounds: v.number(), stake: wireAmount, validBet: wireAmount, payout: wireAmount, net: wireAmount };
const windowLine = {
  /** Member id, vendor code, game id or number of the change; empty for people whom the agent does not see now. */
  key: v.string(),
  label: v.string(),
  /** With `by=person` and `by=bet`; null: a person whom the agent does not see now. */
  person: v.nullable(personValue),
  /** With `by=bet`: a bet that was settled, voided, or changed after it was settled. `betId` is null without `person`. */
  change: v.nullable(v.object({ kind: v.picklist(['settled', 'voided', 'changed']), at: instant, betId: v.nullable(v.string()) })),
  ...windowSums,
};
export type WindowBetLine = v.InferOutput<v.ObjectSchema<typeof windowLine, undefined>>;

export const windowBets = {
  query: v.strictObject({ ...windowFilter, ...page }),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({
    /** The person of `memberId`. */
    person: v.nullable(personValue),
    lines: v.array(v.object(windowLine)),
    totals: v.object(windowSums),
    ...pages,
    ...money,
  }),
};

export const windowBetExport = {
  query: v.strictObject({ ...windowFilter, cursor: v.optional(wholeNumber(0, 1_000_000)) }),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({ lines: v.array(v.object(windowLine)), next: v.nullable(v.number()), currency: v.string(), timeZone: v.string() }),
};

/** Bets of one person: as the person's own record. */
export const teamMemberBets = {
  query: v.strictObject({ ...bettingRecord.query.entries, memberId: code }),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({ ...bettingRecord.value.entries, person: personValue }),
};

const transactionLine = {
  transferId: v.string(),
  person: personValue,
  kind: v.string(),
  at: instant,
  /** From the person's view: outgoing amounts are negative. */
  amount: wireAmount,
};
const transactionFilter = {
  ...days,
  group: v.optional(v.picklist(TEAM_TRANSACTION_NAMES)),
  memberId: v.optional(code),
};
/** Id of the last transfer read. */
const transferCursor = v.pipe(v.string(), v.regex(/^\d{1,18}$/));
export const teamTransactions = {
  query: v.strictObject({ ...transactionFilter, before: v.optional(transferCursor) }),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({
    person: v.nullable(personValue),
    lines: v.array(v.object(transactionLine)),
    /** `before` of the next page; null: no further page. */
    next: v.nullable(transferCursor),
    ...money,
  }),
};

export const teamTransactionExport = {
  query: v.strictObject({ ...transactionFilter, cursor: v.optional(transferCursor) }),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({
    lines: v.array(v.object(transactionLine)),
    next: v.nullable(transferCursor),
    currency: v.string(),
    timeZone: v.string(),
  }),
};

const wageFilter = { ...days, kind: v.optional(v.picklist(WAGE_KINDS)), memberId: v.optional(code) };
const wageLine = {
  statementId: v.string(),
  person: personValue,
  kind: v.picklist(WAGE_KINDS),
  windowStart: instant,
  windowEnd: instant,
  amount: wireAmount,
  paidAt: instant,
  /** Whose contract it was paid by: the reader's, the merchant's, or that of a former agent above. */
  by: v.picklist(['me', 'merchant', 'former']),
};
export type TeamWageLine = v.InferOutput<v.ObjectSchema<typeof wageLine, undefined>>;

export const teamWages = {
  query: v.strictObject({ ...wageFilter, ...page }),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({
    /** The agent of `memberId`. */
    person: v.nullable(personValue),
    lines: v.array(v.object(wageLine)),
    /** Of all wages of the filter. */
    total: wireAmount,
    ...pages,
    ...money,
  }),
};

export const teamWageExport = {
  query: v.strictObject({ ...wageFilter, cursor: v.optional(wholeNumber(0, 1_000_000)) }),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({ lines: v.array(v.object(wageLine)), next: v.nullable(v.number()), currency: v.string(), timeZone: v.string() }),
};

const income = { dividend: wireAmount, daily: wireAmount, hourly: wireAmount, realtime: wireAmount, total: wireAmount };
export const agentIncome = {
  query: v.strictObject(days),
  body: v.optional(v.strictObject({}), {}),
  value: v.object({
    totals: v.object(income),
    /** Days with income, newest first. */
    days: v.array(v.object({ day: v.string(), ...income })),
    ...money,
  }),
};
