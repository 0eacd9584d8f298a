import { toWire } from '../../../shared/money/money.ts';
import { DIGITS_VARIANTS, DUEL_VARIANTS, FISH_VARIANTS, SLOT_VARIANTS, type Variant } from '../../../shared/studio/catalogue.ts';
import { CLIENT_SEED_PATTERN, fairStream, SERVER_SEED_PATTERN, seedHash } from '../../../shared/studio/fairness.ts';
import type { EngineBet, EngineOutcome } from '../../../shared/studio/protocol.ts';
import { playRound, validateBet } from '../../../shared/studio/rules.ts';

/** What the verifier needs of a round; a whole round of the studio is one. */
export interface Evidence {
  readonly bet: EngineBet;
  readonly outcome: EngineOutcome;
  readonly payout: string;
  readonly fairness: { readonly serverSeed: string; readonly serverSeedHash: string; readonly clientSeed: string; readonly nonce: number };
}

export type Verdict =
  | { readonly readable: false; readonly problem: 'seed' | 'client_seed' | 'nonce' | 'bet' }
  | {
      readonly readable: true;
      readonly hash: string;
      readonly hashMatches: boolean;
      readonly outcome: EngineOutcome;
      readonly outcomeMatches: boolean;
      readonly payout: string;
      readonly payoutMatches: boolean;
    };

/** Plays a round again from its seeds and compares. Nothing of the studio's answer is used but the seeds and the bet. */
export function recompute(variant: Variant, { bet, outcome, payout, fairness }: Evidence): Verdict {
  if (!SERVER_SEED_PATTERN.test(fairness.serverSeed)) return { readable: false, problem: 'seed' };
  if (!CLIENT_SEED_PATTERN.test(fairness.clientSeed)) return { readable: false, problem: 'client_seed' };
  if (!Number.isSafeInteger(fairness.nonce) || fairness.nonce < 0) return { readable: false, problem: 'nonce' };
  if (!isPlayable(variant, bet)) return { readable: false, problem: 'bet' };
  const hash = seedHash(fairness.serverSeed);
  const again = playRound(bet.engine, variant, bet, fairStream(fairness.serverSeed, fairness.clientSeed, fairness.nonce));
  const paid = toWire(again.payout);
  return {
    readable: true,
    hash,
    hashMatches: hash === fairness.serverSeedHash,
    outcome: again.outcome,
    outcomeMatches: sameJson(again.outcome, outcome),
    payout: paid,
    payoutMatches: paid === payout,
  };
}

/** The variants that belong to an engine. */
export function variantsOf(engine: EngineBet['engine']): readonly Variant[] {
  return VARIANTS[engine];
}

const VARIANTS: Readonly<Record<EngineBet['engine'], readonly Variant[]>> = {
  slot: SLOT_VARIANTS,
  roulette: ['european'],
  dice: ['classic'],
  keno: ['twenty'],
  fish: FISH_VARIANTS,
  duel: DUEL_VARIANTS,
  digits: DIGITS_VARIANTS,
};

function isPlayable(variant: Variant, bet: EngineBet): boolean {
  try {
    return variantsOf(bet.engine).includes(variant) && 'stake' in validateBet(bet.engine, variant, bet);
  } catch {
    return false;
  }
}

/** Equality of plain data whatever the order of its keys; what pasted text leaves out does not count. */
function sameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, ordered(item)]),
  );
}
