import * as v from 'valibot';
import { parseInputAmount } from '../../money/money.ts';
import { DIVIDEND_PERIODS } from '../../rules/wages.ts';
import { code, instant, nothing, text, wholeNumber, wireAmount } from '../fields.ts';
import { CONTRACT_ACTIONS, CONTRACT_STATES, MAX_TIERS } from './constants.ts';

/** The platform answers malformed terms with a code of their own. */
const TERMS = 'terms';
const rateBp = v.message(v.pipe(wholeNumber(0, 10_000), v.minValue(1)), TERMS);
const activeMembers = v.message(wholeNumber(0, 1_000_000), TERMS);
/** A typed amount, zero included. */
const conditionAmount = v.pipe(
  v.string(),
  v.check((value) => value === '0' || parseInputAmount(value) !== undefined, 'amount'),
);
const flag = v.union([
  v.boolean(),
  v.pipe(
    v.picklist(['true', 'false']),
    v.transform((value) => value === 'true'),
  ),
]);

/** As an agent enters them: amounts in whole units of the currency with at most two decimals. */
export const termsInput = v.strictObject({
  /** By rising rate; the highest one whose conditions all hold applies. */
  tiers: v.pipe(
    v.array(
      v.strictObject({
        /** Hundredths of a percent. */
        rateBp,
        /** Valid bets of the team in the window. */
        minValidBet: v.optional(conditionAmount, '0'),
        /** Loss of the team in the window. */
        minProfit: v.optional(conditionAmount, '0'),
        minActive: v.optional(activeMembers, 0),
      }),
    ),
    v.minLength(1, TERMS),
    v.maxLength(MAX_TIERS),
  ),
  /** Smaller bets do not count; one of the merchant's steps, real-time wages only. */
  minSingleBet: v.optional(conditionAmount, '0'),
  /** A negative dividend reduces the next ones. */
  carryNegative: v.optional(flag, true),
  /** The agent's own play counts. */
  ownPlay: v.optional(flag, false),
});
export type TermsInput = v.InferOutput<typeof termsInput>;

export const termsValue = v.object({
  tiers: v.array(v.object({ rateBp: v.number(), minValidBet: wireAmount, minProfit: wireAmount, minActive: v.number() })),
  minSingleBet: wireAmount,
  carryNegative: v.boolean(),
  ownPlay: v.boolean(),
});

export type TermsValue = v.InferOutput<typeof termsValue>;

const contractValue = v.object({
  contractId: v.string(),
  /** Account of the agent who is paid. */
  account: v.string(),
  version: v.number(),
  state: v.picklist(CONTRACT_STATES),
  /** Of a dividend; null: the kind has one period. */
  period: v.nullable(v.picklist(DIVIDEND_PERIODS)),
  terms: termsValue,
  requestedAt: instant,
  /** Start of its first window, and end of its last one; null: not known yet. */
  validFrom: v.nullable(instant),
  validUntil: v.nullable(instant),
});
export type ContractValue = v.InferOutput<typeof contractValue>;

const contractsValue = v.object({
  currency: v.string(),
  currencySymbol: v.string(),
  /** Highest rate that any contract of the kind may have, and that the signed-in agent may give: the own contract's. */
  ceilingBp: v.number(),
  highestBp: v.number(),
  /** Least single bets that a contract may ask for (real-time wages). */
  betSteps: v.array(wireAmount),
  /** Valid bets from which a member is active; null: unknown. */
  activeValidBet: v.nullable(wireAmount),
  /** The signed-in agent's own contract: the valid one, and one that waits for acceptance. */
  own: v.nullable(contractValue),
  ownRequest: v.nullable(contractValue),
  /** Agents directly below. */
  downlines: v.array(v.object({ account: v.string(), contract: v.nullable(contractValue), request: v.nullable(contractValue) })),
});
export type ContractsValue = v.InferOutput<typeof contractsValue>;

export const contracts = { query: nothing, body: nothing, value: contractsValue };

export const contractAction = {
  query: nothing,
  body: v.strictObject({
    action: v.picklist(CONTRACT_ACTIONS),
    /** Of the contract to accept, reject or terminate. */
    contractId: v.optional(code),
    /** Of a request: the agent directly below, the terms, and the period of a dividend. */
    account: v.optional(text(64)),
    terms: v.optional(termsInput),
    period: v.optional(v.picklist(DIVIDEND_PERIODS)),
    /** Agrees that contracts below with higher rates end. */
    endLowered: v.optional(flag, false),
  }),
  value: contractsValue,
};

/** State of one kind of contract of the signed-in agent. */
const requestType = v.picklist(['none', ...CONTRACT_STATES]);
export const contractInfo = {
  query: nothing,
  body: nothing,
  value: v.object({
    divtypereq: requestType,
    dailysalreqtype: requestType,
    contracthoursalreq: requestType,
    realtimesalreqtype: requestType,
    /** Whether the menu has the page of the kind: a contract of it was offered to the agent or made, however it ended. */
    divtypeinfo: v.boolean(),
    dailysalinfotype: v.boolean(),
    contracthoursalinfo: v.boolean(),
    realtimesalinfotype: v.boolean(),
    /** The agent may make contracts of daily wages with agents below. */
    contractmrdailysalinfotype: v.boolean(),
  }),
};
