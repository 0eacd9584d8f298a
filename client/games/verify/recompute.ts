import {
  DIGITS_VARIANTS,
  DUEL_VARIANTS,
  FISH_VARIANTS,
  SLOT_VARIANTS,
  type SlotVariant,
  type Variant,
} from '../../../shared/games/catalogue.ts';
import { CLIENT_SEED_PATTERN, type FairStream, fairStream, SERVER_SEED_PATTERN, seedHash } from '../../../shared/games/fairness.ts';
import type { EngineBet, EngineOutcome } from '../../../shared/games/protocol.ts';
import { playRound, type Result, rulesHash, validateBet } from '../../../shared/games/rules.ts';
import { asciiBytes, sha256, toHex } from '../../../shared/games/sha256.ts';
import { EARLIER_RULES, fromEarlier, isEarlierOutcome } from '../../../shared/games/slot/earlier.ts';
import { SLOT_MODELS } from '../../../shared/games/slot/models.ts';
import { playTable } from '../../../shared/games/slot/play-table.ts';
import type { SlotTable } from '../../../shared/games/slot/table.ts';
import { CENT, COINS } from '../../../shared/money/currency-steps.ts';
import { parseWireAmount, toWire, type Units } from '../../../shared/money/money.ts';

/** What the verifier needs of a round; a round of the studio satisfies it. */
export interface Evidence {
  readonly bet: EngineBet;
  readonly outcome: EngineOutcome;
  readonly payout: string;
  /** Hash of the pay table; without it the current one is used. */
  readonly rulesHash?: string;
  /** The pay table as text, if the round includes it. */
  readonly rules?: string;
  readonly fairness: { readonly serverSeed: string; readonly serverSeedHash: string; readonly clientSeed: string; readonly nonce: number };
}

export type Verdict =
  | { readonly readable: false; readonly problem: 'seed' | 'client_seed' | 'nonce' | 'bet' | 'rules' }
  | {
      readonly readable: true;
      /** Undefined if the round does not name its rules. */
      readonly rules: Rules['version'] | undefined;
      readonly rulesHash: string;
      readonly hash: string;
      readonly hashMatches: boolean;
      readonly outcome: EngineOutcome;
      readonly outcomeMatches: boolean;
      readonly payout: string;
      readonly payoutMatches: boolean;
    };

/** Recomputes a round from its seeds and compares. Of the studio's response it uses only the seeds and the bet. */
export function recompute(variant: Variant, evidence: Evidence): Verdict {
  const { bet, payout, fairness } = evidence;
  if (!SERVER_SEED_PATTERN.test(fairness.serverSeed)) return { readable: false, problem: 'seed' };
  if (!CLIENT_SEED_PATTERN.test(fairness.clientSeed)) return { readable: false, problem: 'client_seed' };
  if (!Number.isSafeInteger(fairness.nonce) || fairness.nonce < 0) return { readable: false, problem: 'nonce' };
  if (!COINS.some((coin) => isPlayable(variant, bet, coin))) return { readable: false, problem: 'bet' };
  const rules = findRules(variant, evidence);
  if (!rules) return { readable: false, problem: 'rules' };
  if (!isPlayable(variant, bet, rules.coin)) return { readable: false, problem: 'bet' };
  const hash = seedHash(fairness.serverSeed);
  const again = rules.play(fairStream(fairness.serverSeed, fairness.clientSeed, fairness.nonce));
  const outcome = outcomeOf(variant, evidence);
  const paid = toWire(again.payout);
  return {
    readable: true,
    rules: evidence.rulesHash === undefined ? undefined : rules.version,
    rulesHash: rules.hash,
    hash,
    hashMatches: hash === fairness.serverSeedHash,
    outcome: again.outcome,
    outcomeMatches: sameJson(again.outcome, outcome),
    payout: paid,
    payoutMatches: paid === payout,
  };
}

/** `today`: those of this page. `renamed`: the same under other names for symbols. `printed`: those that the round brings. */
interface Rules {
  readonly version: 'today' | 'renamed' | 'printed';
  readonly hash: string;
  /** What one cent of the rules was in the currency of the round. */
  readonly coin: Units;
  play(stream: FairStream): Result;
}

/** The rules with the hash of the round; undefined if neither the page nor the round has them. */
function findRules(variant: Variant, { bet, rulesHash: wanted, rules: printed }: Evidence): Rules | undefined {
  const play = (coin: Units) => (stream: FairStream) => playRound(bet.engine, variant, bet, stream, coin);
  const found = COINS.find((coin) =>
    wanted === undefined ? isPlayable(variant, bet, coin) : rulesHash(bet.engine, variant, coin) === wanted,
  );
  if (found !== undefined) return { version: 'today', hash: rulesHash(bet.engine, variant, found), coin: found, play: play(found) };
  if (wanted === undefined) return undefined;
  if (EARLIER_RULES[wanted] === variant) return { version: 'renamed', hash: wanted, coin: CENT, play: play(CENT) };
  if (bet.engine !== 'slot' || !printed || toHex(sha256(asciiBytes(printed))) !== wanted) return undefined;
  const { rules, coin = String(CENT) } = JSON.parse(printed) as { readonly rules: SlotTable; readonly coin?: string };
  const stake = parseWireAmount(bet.stake) ?? 0n;
  return { version: 'printed', hash: wanted, coin: BigInt(coin), play: (stream) => playTable(rules, stake, stream) };
}

/** As outcomes are written today. */
function outcomeOf(variant: Variant, { bet, outcome }: Evidence): EngineOutcome {
  if (bet.engine !== 'slot' || !isEarlierOutcome(outcome)) return outcome;
  return fromEarlier(variant as SlotVariant, SLOT_MODELS[variant as SlotVariant], outcome);
}

/** The variants that belong to an engine. */
function variantsOf(engine: EngineBet['engine']): readonly Variant[] {
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

function isPlayable(variant: Variant, bet: EngineBet, coin: Units): boolean {
  try {
    return variantsOf(bet.engine).includes(variant) && 'stake' in validateBet(bet.engine, variant, bet, coin);
  } catch {
    return false;
  }
}

/** Equality of plain data in any key order; keys missing in pasted text are ignored. */
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
