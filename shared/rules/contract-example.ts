import type { Units } from '../money/money.ts';
import { computeWages, type PlayLine, tierOf, type WageKind, type WageTerms } from './wages.ts';

/** Play of the team of an agent in one window, to show what a contract pays. */
export interface ExamplePlay {
  readonly valid: Units;
  /** Stakes less payouts. */
  readonly loss: Units;
  readonly active: number;
}

export interface ContractExample {
  /** Wage of the agent who gets the contract. */
  readonly agent: Units;
  readonly agentRateBp: number;
  /** What the agent above receives for the same play; undefined without an own contract. */
  readonly above: Units | undefined;
}

interface ExampleInput {
  readonly kind: WageKind;
  readonly terms: WageTerms;
  /** The contract of the agent above. */
  readonly own: WageTerms | undefined;
  readonly play: ExamplePlay;
  readonly ceilingBp: number;
}

/** Wages of one window with the computation of the settlement. All play counts in full, as one line of bets of any size. */
export function contractExample({ kind, terms, own, play, ceilingBp }: ExampleInput): ContractExample {
  const bet = own && own.minSingleBet > terms.minSingleBet ? own.minSingleBet : terms.minSingleBet;
  const line: PlayLine = {
    category: '',
    excluded: false,
    own: false,
    bet,
    valid: play.valid,
    stake: play.valid,
    payout: play.valid - play.loss,
  };
  const common = { kind, lines: [line], active: play.active, costs: 0n, carriedIn: 0n, lastRateBp: undefined, spans: undefined };
  const inputs = [
    { ...common, contractId: 'agent', uplineContractId: own && 'above', terms },
    ...(own ? [{ ...common, contractId: 'above', uplineContractId: undefined, terms: own }] : []),
  ];
  const wages = computeWages(inputs, { ceilingBp, weights: {} });
  const wageOf = (id: string) => wages.find(({ contractId }) => contractId === id);
  return { agent: wageOf('agent')?.amount ?? 0n, agentRateBp: wageOf('agent')?.rateBp ?? 0, above: wageOf('above')?.amount };
}

/** A tier of a contract, and the rate that the agent above has for the least play of the tier. */
export interface HigherTier {
  /** From 1. */
  readonly tier: number;
  readonly rateBp: number;
  readonly ownRateBp: number;
}

/**
 * Tiers that can pay more than the agent above receives: on the least play of the tier, which may be all play of both teams, the own contract
 * has a lower rate. More play never lowers the own rate, so the least play is the one to check.
 */
export function tiersAboveOwn(terms: WageTerms, own: WageTerms): readonly HigherTier[] {
  return terms.tiers.flatMap(({ rateBp, minValidBet, minProfit, minActive }, index) => {
    const held = tierOf(own, { validBet: minValidBet, profit: minProfit, active: minActive });
    const ownRateBp = held === undefined ? 0 : (own.tiers[held]?.rateBp ?? 0);
    return rateBp > ownRateBp ? [{ tier: index + 1, rateBp, ownRateBp }] : [];
  });
}
