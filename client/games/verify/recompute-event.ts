import {
  exactFlightPayout,
  type FlightOutcome,
  flightPayout,
  multiplierText,
  paidAt,
  playFlight,
} from '../../../shared/games/crash/flight.ts';
import { playDraw, seedOfLink } from '../../../shared/games/events/draw.ts';
import { maxSteps, playCourse, stateOf } from '../../../shared/games/events/match.ts';
import type { EventEvidence, MatchEvidence } from '../../../shared/games/events/protocol.ts';
import { playSingleDraw } from '../../../shared/games/events/single-draw.ts';
import { SERVER_SEED_PATTERN, seedHash } from '../../../shared/games/fairness.ts';
import { playTableRound, tablePayout } from '../../../shared/games/live/table.ts';
import { beaconRandomness, type DrawBeacon, mixSeed, roundAt } from '../../../shared/games/lottery/beacon.ts';
import { settleTicket } from '../../../shared/games/lottery/settle.ts';
import { CENT } from '../../../shared/money/currency-steps.ts';
import { parseWireAmount, toWire, type Units } from '../../../shared/money/money.ts';
import { SECOND_MS } from '../../../shared/time.ts';

type DrawEvidence = Extract<EventEvidence, { kind: 'draw' }>;
type RoundEvidence = Extract<EventEvidence, { kind: 'round' }>;
type FlightEvidence = Extract<EventEvidence, { kind: 'flight' }>;
/** An event decided by one seed; a bet on matches is verified leg by leg. */
export type SeededEvidence = Exclude<EventEvidence, { kind: 'bet' }>;

export interface EventVerdict {
  readonly hash: string;
  readonly hashMatches: boolean;
  /** As shown and as recomputed here: "2 : 1", "4 0 7 1", an outcome at a table as JSON. */
  readonly shown: string;
  readonly computed: string;
  /** For a match played in steps: the shown and the recomputed steps. */
  readonly course?: { readonly shown: string; readonly computed: string };
  /** For a table round and a flight: the hash of this seed must be the previous seed. `computed`: for a draw, the hash of its link. */
  readonly chain?: { readonly previous: string; readonly computed?: string; readonly matches: boolean };
  /** For a draw with a public random number: the round of the draw's time, and the number that follows from the signature. */
  readonly beacon?: { readonly round: number; readonly randomness: string; readonly matches: boolean };
  /** For the requested bet, as wire amount. */
  readonly payout?: { readonly computed: string; readonly matches: boolean };
}

/** Checks the signature of a round; only pages of draws with a public random number load it. */
export type RoundCheck = (beacon: Pick<DrawBeacon, 'publicKey' | 'round'>, signature: string) => boolean;

/**
 * Recomputes an event from its seed and compares; undefined if the seed is malformed. `coin`: that of the currency of the bet. `isSigned`: for
 * draws with a public random number.
 */
export function recomputeEvent(evidence: SeededEvidence, coin: Units = CENT, isSigned?: RoundCheck): EventVerdict | undefined {
  const { serverSeed, serverSeedHash } = evidence;
  if (!SERVER_SEED_PATTERN.test(serverSeed)) return undefined;
  const hash = seedHash(serverSeed);
  const common = { hash, hashMatches: hash === serverSeedHash };
  if (evidence.kind === 'draw') {
    return { ...common, ...recomputeDraw(evidence, coin, isSigned) };
  }
  if (evidence.kind === 'round') return { ...common, ...recomputeRound(evidence, hash) };
  if (evidence.kind === 'flight') return { ...common, ...recomputeFlight(evidence, hash, coin) };
  return { ...common, ...recomputeMatch(evidence) };
}

export function isGood({ hashMatches, shown, computed, course, chain, beacon, payout }: EventVerdict): boolean {
  const sameCourse = course === undefined || course.shown === course.computed;
  return (
    hashMatches && shown === computed && sameCourse && chain?.matches !== false && beacon?.matches !== false && payout?.matches !== false
  );
}

function recomputeMatch(evidence: MatchEvidence) {
  const { serverSeed, eventId, score } = evidence;
  const shown = `${score.home} : ${score.away}`;
  if (evidence.course === null) {
    const { home, away } = playSingleDraw(evidence.terms, serverSeed, eventId);
    return { shown, computed: `${home} : ${away}` };
  }
  const computed = playCourse(evidence.terms, serverSeed, eventId, maxSteps(evidence.terms));
  const { home, away } = stateOf(evidence.terms, computed).score;
  return { shown, computed: `${home} : ${away}`, course: { shown: evidence.course, computed } };
}

function recomputeDraw(evidence: DrawEvidence, coin: Units, isSigned: RoundCheck | undefined) {
  const { terms, numbers, serverSeed, eventId, chain = null, ticket = null, beacon = null } = evidence;
  const seed = beacon === null ? serverSeed : mixSeed(serverSeed, beacon, beacon.signature);
  const computed = playDraw(terms, seed, eventId);
  const paid = ticket && toWire(settleTicket({ ...ticket, stake: parseWireAmount(ticket.stake) ?? 0n }, computed, coin).paid);
  return {
    shown: numbers.join(' '),
    computed: computed.join(' '),
    ...(beacon === null ? {} : { beacon: checkBeacon(evidence, beacon, isSigned) }),
    ...(chain === null ? {} : { chain: recomputeChain(chain, serverSeed) }),
    ...(paid === null ? {} : { payout: { computed: paid, matches: paid === ticket?.payout } }),
  };
}

/** The round must be the one of the draw's time, and the network must have signed it; without the check of signatures it is not good. */
function checkBeacon(
  { drawsAt }: DrawEvidence,
  beacon: NonNullable<DrawEvidence['beacon']>,
  isSigned: RoundCheck | undefined,
): NonNullable<EventVerdict['beacon']> {
  const round = roundAt(beacon, Date.parse(drawsAt) / SECOND_MS);
  const isRound = round === beacon.round;
  return { round, randomness: beaconRandomness(beacon.signature), matches: isRound && (isSigned?.(beacon, beacon.signature) ?? false) };
}

/** The seed must come from its link, and the hash of the link must be the link before, over draws that were left out the hash of the hash. */
function recomputeChain(
  { link, previous, steps = 1 }: NonNullable<DrawEvidence['chain']>,
  serverSeed: string,
): NonNullable<EventVerdict['chain']> {
  let computed = seedHash(link);
  for (let step = 1; step < Math.min(steps, MAX_STEPS); step += 1) computed = seedHash(computed);
  const isFirst = previous === null;
  const matches = seedOfLink(link) === serverSeed && (isFirst || previous === computed);
  return { previous: previous ?? computed, computed, matches };
}
/** Draws of a day at the shortest interval. */
const MAX_STEPS = 1_440;

function recomputeRound({ game, outcome, serverSeed, eventId, previousSeed, slip }: RoundEvidence, hash: string) {
  const computed = playTableRound(game, serverSeed, eventId);
  const paid =
    slip &&
    toWire(
      tablePayout(
        computed,
        slip.chips.map(({ spot, stake }) => ({ spot, stake: parseWireAmount(stake) ?? 0n })),
      ),
    );
  return {
    shown: JSON.stringify(outcome),
    computed: JSON.stringify(computed),
    ...(previousSeed === null ? {} : { chain: { previous: previousSeed, matches: previousSeed === hash } }),
    ...(paid === null ? {} : { payout: { computed: paid, matches: paid === slip?.payout } }),
  };
}

function recomputeFlight({ crash, serverSeed, eventId, previousSeed, bet }: FlightEvidence, hash: string, coin: Units) {
  const computed = playFlight(serverSeed, eventId);
  const paid = bet && checkFlightBet(computed, bet, coin);
  return {
    shown: multiplierText(crash),
    computed: multiplierText(computed.crash),
    ...(previousSeed === null ? {} : { chain: { previous: previousSeed, matches: previousSeed === hash } }),
    ...(paid === null ? {} : { payout: paid }),
  };
}

/**
 * A manual cash-out is below the target and not after the crash; otherwise the target decides. Stored bets may have been paid
 * exactly at their target, which is up to a cent more (docs/features/crash.md, limits).
 */
function checkFlightBet(flight: FlightOutcome, { stake, target, cashed, payout }: NonNullable<FlightEvidence['bet']>, coin: Units) {
  const byHand = cashed !== null && cashed < target;
  const multiplier = byHand ? cashed : paidAt(flight, { target, cashed: null });
  const isPossible = !byHand || cashed <= flight.crash;
  const units = parseWireAmount(stake) ?? 0n;
  const exact = toWire(exactFlightPayout(units, multiplier));
  // Bets of earlier versions were rounded to cents in every currency.
  const inCents = toWire(flightPayout(units, multiplier));
  const isEarlier = (!byHand && payout === exact) || payout === inCents;
  const computed = isEarlier ? payout : toWire(flightPayout(units, multiplier, coin));
  return { computed, matches: isPossible && computed === payout };
}
