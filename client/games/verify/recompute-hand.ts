import { CLIENT_SEED_PATTERN, SERVER_SEED_PATTERN, seedHash } from '../../../shared/games/fairness.ts';
import { rakeOf } from '../../../shared/games/rooms/levels.ts';
import type { HandEvidence } from '../../../shared/games/rooms/protocol.ts';
import { dealHands, jointSeed, replay } from '../../../shared/games/rooms/thirteen.ts';
import { CENT } from '../../../shared/money/currency-steps.ts';
import { parseWireAmount, toWire, type Units } from '../../../shared/money/money.ts';

export interface HandVerdict {
  readonly hash: string;
  readonly hashMatches: boolean;
  readonly joint: string;
  readonly hands: readonly (readonly number[])[];
  readonly dealMatches: boolean;
  /** Place of the winner; null without a winner, undefined if a move broke the rules. */
  readonly winner: number | null | undefined;
  readonly movesMatch: boolean;
  readonly moneyMatches: boolean;
}

/** Recomputes a hand and compares; undefined if a seed is malformed. */
export function recomputeHand(evidence: HandEvidence, coin: Units = CENT): HandVerdict | undefined {
  const { serverSeed, clientSeeds, nr, stake } = evidence;
  if (!SERVER_SEED_PATTERN.test(serverSeed) || !clientSeeds.every((seed) => CLIENT_SEED_PATTERN.test(seed))) return undefined;
  const hands = dealHands(serverSeed, clientSeeds, nr);
  const winner = winnerOf(hands, evidence);
  const pot = (parseWireAmount(stake) ?? 0n) * BigInt(hands.length);
  // Hands of earlier versions had the cap and the rounding of cents in every currency.
  const isEarlier = toWire(rakeOf(pot)) === evidence.rake;
  const rake = evidence.state === 'done' ? rakeOf(pot, isEarlier ? CENT : coin) : 0n;
  const hash = seedHash(serverSeed);
  return {
    hash,
    hashMatches: hash === evidence.serverSeedHash,
    joint: jointSeed(clientSeeds),
    hands,
    dealMatches: JSON.stringify(hands) === JSON.stringify(evidence.hands),
    winner,
    movesMatch: winner === evidence.winner && (winner !== null) === (evidence.state === 'done'),
    moneyMatches: toWire(pot) === evidence.pot && toWire(rake) === evidence.rake,
  };
}

function winnerOf(hands: HandVerdict['hands'], { moves }: HandEvidence): number | null | undefined {
  try {
    return replay(hands, moves).winner;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function isGoodHand({ hashMatches, dealMatches, movesMatch, moneyMatches }: HandVerdict): boolean {
  return hashMatches && dealMatches && movesMatch && moneyMatches;
}
